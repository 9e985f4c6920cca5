/**
 * Reads recorded ticks from a folder. Two layouts are understood: the one of Lean's data folder
 * (`…/tick/<symbol>/<yyyymmdd>_quote.zip`, milliseconds of the UTC day, bid, ask) and a plain one, with a csv or zip file
 * (or a folder of them) for each instrument code, whose first column is Unix milliseconds or an ISO time.
 *
 * Invariant: a tape is ascending in time, and every price on it is exactly the recorded text.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { FIXED_DECIMALS, type Fixed, parseFixed } from '../../rules/decimal'

export interface TapeTick {
  /** UTC milliseconds of the recording. */
  time: number
  bid: Fixed
  ask: Fixed
  size: Fixed
}

export interface Tape {
  /** As recorded, upper case: `EURUSD`. */
  symbol: string
  ticks: readonly TapeTick[]
  /** Quotes, as opposed to trades: somewhere the ask is not the bid. */
  isTwoSided: boolean
  /** Most decimals seen in a price. */
  pricePrecision: number
}

const LEAN_FILE = /(?:^|\/)tick\/([a-z0-9]+)\/\d{8}_(?:quote|trade)\.zip$/i
const PLAIN_FILE = /^([A-Za-z0-9]{3,16})(?:\/[^/]+)?\.(?:csv|zip)$/
const DAY_PREFIX = /^(\d{4})(\d{2})(\d{2})_/
const ONE: Fixed = 10n ** 8n

/** Every tape found below `directory`, by symbol. @throws Error naming the folder when it holds none. */
export function readTapes(directory: string): Tape[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .sort()
  const lean = files.flatMap((file) => matchSymbol(LEAN_FILE, file))
  // A folder in Lean's layout holds minutes and days too; they are not ticks.
  const found = lean.length > 0 ? lean : files.flatMap((file) => matchSymbol(PLAIN_FILE, file))
  if (found.length === 0) throw new Error(`there are no recorded ticks in ${directory}`)
  const bySymbol = new Map<string, string[]>()
  for (const { symbol, file } of found) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), file])
  return [...bySymbol].map(([symbol, own]) => readTape(directory, symbol, own))
}

function matchSymbol(pattern: RegExp, file: string): { symbol: string; file: string }[] {
  const symbol = pattern.exec(file)?.[1]
  return symbol ? [{ symbol: symbol.toUpperCase(), file }] : []
}

function readTape(directory: string, symbol: string, files: readonly string[]): Tape {
  const ticks: TapeTick[] = []
  let pricePrecision = 0
  for (const file of files) {
    for (const { name, text } of readTexts(path.join(directory, file))) {
      const midnight = midnightOf(name) ?? midnightOf(path.basename(file))
      for (const line of text.split('\n')) {
        // A heading, or the empty last line.
        if (!/^\d/.test(line)) continue
        const { tick, decimals } = parseLine(line, midnight, `${file}: ${line}`)
        if (decimals > pricePrecision) pricePrecision = decimals
        ticks.push(tick)
      }
    }
  }
  if (ticks.length === 0) throw new Error(`the recording of ${symbol} in ${directory} is empty`)
  ticks.sort((a, b) => a.time - b.time)
  return { symbol, ticks, isTwoSided: ticks.some(({ bid, ask }) => ask !== bid), pricePrecision: Math.min(pricePrecision, FIXED_DECIMALS) }
}

function readTexts(file: string): { name: string; text: string }[] {
  const bytes = readFileSync(file)
  if (!file.endsWith('.zip')) return [{ name: path.basename(file), text: bytes.toString('utf8') }]
  return Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, text: strFromU8(content) }))
}

/** Files named by a day count milliseconds from its midnight, UTC. */
function midnightOf(name: string): number | undefined {
  const [, year, month, day] = DAY_PREFIX.exec(path.basename(name)) ?? []
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day))
}

function parseLine(line: string, midnight: number | undefined, where: string): { tick: TapeTick; decimals: number } {
  const [timeText = '', bidText = '', askText, sizeText] = line.trimEnd().split(',')
  const time = midnight === undefined ? parseTime(timeText) : midnight + Math.floor(Number(timeText))
  if (!Number.isFinite(time)) throw new Error(`this line of a recording has no time: ${where}`)
  try {
    const bid = parseFixed(bidText)
    const ask = askText ? parseFixed(askText) : bid
    return {
      tick: { time, bid, ask, size: sizeText ? parseFixed(sizeText) : ONE },
      decimals: Math.max(decimalsOf(bidText), decimalsOf(askText ?? '')),
    }
  } catch (error) {
    throw new Error(`this line of a recording has no price: ${where}`, { cause: error })
  }
}

function parseTime(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : Date.parse(text)
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}
