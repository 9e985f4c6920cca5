/**
 * Lines of a recording as ticks. Which of its forms a text has is seen from its heading, or from how many columns its first line has:
 *
 * - ticks: `time,bid[,ask[,size]]`; trades of Lean: `time,price,size`
 * - what `npm run record` writes: the same below a heading of its own; an empty ask is a source of one price, and the last column says
 *   what is no market
 * - minutes: `time,open,high,low,close,volume`, or with two sides `time`, bid (open, high, low, close), size, ask (the same), size
 *
 * The time is milliseconds from midnight UTC in a text that is named by its day, else Unix milliseconds or an ISO time.
 */
import { type Fixed, parseFixed } from '../../rules/decimal'
import { faultOfMinute, type MinutePrices, ticksOfMinute } from './minute-ticks'

export interface TapeTick {
  /** UTC milliseconds of the recording. */
  time: number
  bid: Fixed
  ask: Fixed
  size: Fixed
  /** Where the recording says it of each tick. */
  isTwoSided?: boolean
}

export type TapeForm = 'ticks' | 'trades' | 'recorded' | 'minutes'

/** What stood behind a recorded price: nothing is said of a market. */
export type RecordedKind = 'simulated' | 'minutes'

/** What a recorded hour begins with; below it every line ends with a line break, so a torn one is known. */
export const RECORDED_HEADING = 'time,bid,ask,size,source,source_time,kind'

const ONE: Fixed = 10n ** 8n
const TICK_COLUMNS = 5
const MINUTE_COLUMNS = 6
const TWO_SIDED_MINUTE_COLUMNS = 11

/** Null for a text without a line of prices. `name`: of the file, which says whether Lean recorded trades. */
export function formOf(text: string, name: string): TapeForm | null {
  if (text.startsWith(RECORDED_HEADING)) return 'recorded'
  const line = /^\d.*$/m.exec(text)?.[0]
  if (line === undefined) return null
  const columns = line.trimEnd().split(',').length
  if (columns >= MINUTE_COLUMNS) return 'minutes'
  return /_trade\./i.test(name) && columns < TICK_COLUMNS ? 'trades' : 'ticks'
}

/** The lines with prices. A heading has none, nor has the last line of a recorded hour whose writer was stopped in the middle of it. */
export function priceLinesOf(text: string, form: TapeForm): string[] {
  const whole = form === 'recorded' ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  return whole.split('\n').filter((line) => /^\d/.test(line))
}

export function timeOfLine(line: string, midnight: number | null): number {
  const text = line.slice(0, line.indexOf(','))
  if (midnight !== null) return midnight + Math.floor(Number(text))
  return /^\d+(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : Date.parse(text)
}

/** @throws Error naming `where` and the line when it cannot be read */
export function ticksOfLine(line: string, form: TapeForm, midnight: number | null, where: string): TapeTick[] {
  const time = timeOfLine(line, midnight)
  const said = `${where}: ${line}`
  if (!Number.isFinite(time)) throw new Error(`this line of a recording has no time: ${said}`)
  const columns = line.trimEnd().split(',')
  try {
    return form === 'minutes' ? readMinute(time, columns) : [readTick(time, columns, form)]
  } catch (error) {
    const why = error instanceof MinuteFault ? `is no minute, ${error.message}` : 'has no price'
    throw new Error(`this line of a recording ${why}: ${said}`, { cause: error })
  }
}

/** What a line says of itself; null of a market, and in every other form. */
export function kindOfLine(line: string, form: TapeForm): RecordedKind | null {
  const kind = form === 'recorded' ? line.trimEnd().split(',')[6] : undefined
  return kind === 'simulated' || kind === 'minutes' ? kind : null
}

/** Most decimals of a price in a line. */
export function decimalsOfLine(line: string, form: TapeForm): number {
  const columns = line.trimEnd().split(',')
  const prices = form === 'minutes' ? pricesOf(columns) : form === 'trades' ? columns.slice(1, 2) : columns.slice(1, 3)
  return Math.max(...prices.map(decimalsOf))
}

class MinuteFault extends Error {}

function readTick(time: number, [, bidText = '', askText, sizeText]: readonly string[], form: TapeForm): TapeTick {
  const bid = parseFixed(bidText)
  if (form === 'trades') return { time, bid, ask: bid, size: askText ? parseFixed(askText) : ONE, isTwoSided: false }
  const tick = { time, bid, ask: askText ? parseFixed(askText) : bid, size: sizeText ? parseFixed(sizeText) : ONE }
  return form === 'recorded' ? { ...tick, isTwoSided: askText !== '' } : tick
}

/** A minute in which only one of two sides was quoted has no price that could be traded, and no tick. */
function readMinute(time: number, columns: readonly string[]): TapeTick[] {
  if (columns.length !== MINUTE_COLUMNS && columns.length !== TWO_SIDED_MINUTE_COLUMNS)
    throw new MinuteFault(`it has ${columns.length} columns, not ${MINUTE_COLUMNS} or ${TWO_SIDED_MINUTE_COLUMNS}`)
  if (time % 60_000 !== 0) throw new MinuteFault('it does not begin with a minute')
  const isTwoSided = columns.length === TWO_SIDED_MINUTE_COLUMNS
  if (isTwoSided && pricesOf(columns).some((text) => text === '')) return []
  const bid = readPrices(columns.slice(1, 5))
  const ask = isTwoSided ? readPrices(columns.slice(6, 10)) : null
  const fault = faultOfMinute({ bid, ask })
  if (fault !== null) throw new MinuteFault(fault)
  const volume = columns[5] ? parseFixed(columns[5]) : 0n
  return ticksOfMinute({ time, bid, ask, volume }).map((tick) => ({ ...tick, isTwoSided }))
}

function pricesOf(columns: readonly string[]): string[] {
  return [...columns.slice(1, 5), ...columns.slice(6, 10)]
}

function readPrices([open = '', high = '', low = '', close = '']: readonly string[]): MinutePrices {
  return { open: parseFixed(open), high: parseFixed(high), low: parseFixed(low), close: parseFixed(close) }
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}
