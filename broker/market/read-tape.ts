/**
 * Opens recorded prices in a folder. Three layouts are understood: Lean's data folder with ticks (`…/tick/<symbol>/<yyyymmdd>_quote.zip`)
 * or with minutes (`…/minute/<symbol>/…`; where both lie, the ticks are played), and a plain one, with a csv or zip file (or a folder of them)
 * for each instrument code. What a line means: tape-lines.ts.
 *
 * Invariants: a tape is ascending in time, and every price on it is exactly the recorded text. It is read a day or an hour at a time: a
 * year of it takes no more memory than its fullest day.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { FIXED_DECIMALS } from '../../rules/decimal'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import {
  decimalsOfLine,
  formOf,
  kindOfLine,
  priceLinesOf,
  type RecordedKind,
  type TapeForm,
  type TapeTick,
  ticksOfLine,
  timeOfLine,
} from './tape-lines'

/** A stretch of a tape that is read as one. */
export interface TapePiece {
  /** Nothing in it was recorded before, UTC milliseconds. */
  readonly startMs: number
  /** … or at or after this. */
  readonly endMs: number
  /** Ascending. @throws Error naming the file and the line that cannot be read */
  read(): TapeTick[]
}

export interface Tape {
  /** As recorded, upper case: `EURUSD`. */
  readonly symbol: string
  /** Ascending. */
  readonly pieces: readonly TapePiece[]
  /** Quotes, as opposed to trades: somewhere the ask is not the bid. */
  readonly isTwoSided: boolean
  /** No market stood behind some of its prices when they were recorded. */
  readonly isSimulated: boolean
  /** Its ticks were made of recorded minutes. */
  readonly isOfMinutes: boolean
  /** Most decimals seen in a price. */
  readonly pricePrecision: number
  /** Of its first and its last tick, UTC milliseconds. */
  readonly firstMs: number
  readonly lastMs: number
}

/** One text of a recording: a csv file, or a file in a zip. */
interface TapeText {
  /** Of the file, from the folder of the recording. */
  readonly file: string
  /** Its day, and hour where the name says one, as it is named: `20140508`, `20140508_17`. Null where no name says a day. */
  readonly stretch: string | null
  read(): string
}

const LEAN_TICKS = /(?:^|\/)tick\/([a-z0-9]+)\/\d{8}_(?:quote|trade)\.zip$/i
const LEAN_MINUTES = /(?:^|\/)minute\/([a-z0-9]+)\/\d{8}_(?:quote|trade)\.zip$/i
const PLAIN_FILE = /^([A-Za-z0-9]{3,16})(?:\/[^/]+)?\.(?:csv|zip)$/
const STRETCH = /^(\d{8})_(?:(\d{2})(?=[._]))?/
const DAY_LETTERS = 8
/** Of a larger recording only some of the texts are looked through before it is played. */
const LOOKED_THROUGH_BYTES = 500_000

/** Every tape found below `directory`, by symbol. @throws Error naming the folder when it holds none. */
export function openTapes(directory: string): Tape[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .sort()
  const layouts = [LEAN_TICKS, LEAN_MINUTES, PLAIN_FILE].map((layout) => files.flatMap((file) => matchSymbol(layout, file)))
  const found = layouts.find((matches) => matches.length > 0)
  if (found === undefined) throw new Error(`there are no recorded ticks or minutes in ${directory}`)
  const bySymbol = new Map<string, string[]>()
  for (const { symbol, file } of found) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), file])
  return [...bySymbol].map(([symbol, own]) => openTape(directory, symbol, withoutTrades(own)))
}

function matchSymbol(pattern: RegExp, file: string): { symbol: string; file: string }[] {
  const symbol = pattern.exec(file)?.[1]
  return symbol ? [{ symbol: symbol.toUpperCase(), file }] : []
}

/** Of a market that was recorded twice, as it was quoted and as it was traded, the quotes are played. */
function withoutTrades(files: readonly string[]): readonly string[] {
  const quotes = files.filter((file) => !/_trade\.zip$/i.test(file))
  return quotes.length > 0 ? quotes : files
}

function openTape(directory: string, symbol: string, files: readonly string[]): Tape {
  const texts = files.flatMap((file) => textsOf(directory, file))
  const looked = lookThrough(
    chosenOf(
      texts,
      files.map((file) => statSync(path.join(directory, file)).size),
    ),
  )
  if (looked.forms.has('minutes') && looked.forms.size > 1)
    throw new Error(`${symbol} in ${directory} is recorded by ticks and by minutes: keep one of them`)
  const pieces = texts.every(({ stretch }) => stretch !== null) ? stretchesOf(texts) : daysOf(texts)
  const firstTicks = firstFull(pieces)
  const [first] = firstTicks
  const last = (pieces.length === 1 ? firstTicks : firstFull(pieces.toReversed())).at(-1)
  if (first === undefined || last === undefined) throw new Error(`the recording of ${symbol} in ${directory} is empty`)
  return {
    symbol,
    pieces,
    firstMs: first.time,
    lastMs: last.time,
    isTwoSided: looked.isTwoSided,
    isSimulated: looked.kinds.has('simulated'),
    isOfMinutes: looked.forms.has('minutes') || looked.kinds.has('minutes'),
    pricePrecision: Math.min(looked.decimals, FIXED_DECIMALS),
  }
}

function firstFull(pieces: readonly TapePiece[]): readonly TapeTick[] {
  for (const piece of pieces) {
    const ticks = piece.read()
    if (ticks.length > 0) return ticks
  }
  return []
}

function textsOf(directory: string, file: string): TapeText[] {
  const place = path.join(directory, file)
  const own = stretchOf(file)
  if (!file.endsWith('.zip')) return [{ file, stretch: own, read: () => readFileSync(place, 'utf8') }]
  return namesInZip(place).map((name) => ({ file, stretch: stretchOf(name) ?? own, read: () => readFromZip(place, name) }))
}

function stretchOf(name: string): string | null {
  const [, day, hour] = STRETCH.exec(path.basename(name)) ?? []
  return day === undefined ? null : [day, hour].filter(Boolean).join('_')
}

function namesInZip(place: string): string[] {
  const names: string[] = []
  unzipSync(readFileSync(place), {
    filter({ name }) {
      if (!name.endsWith('/')) names.push(name)
      return false
    },
  })
  return names
}

function readFromZip(place: string, wanted: string): string {
  const [bytes] = Object.values(unzipSync(readFileSync(place), { filter: ({ name }) => name === wanted }))
  return bytes === undefined ? '' : strFromU8(bytes)
}

/** Of a large recording every so many texts, and always the first and the last. */
function chosenOf(texts: readonly TapeText[], sizes: readonly number[]): readonly TapeText[] {
  const step = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / LOOKED_THROUGH_BYTES)
  return texts.filter((_, index) => index % step === 0 || index === texts.length - 1)
}

/** @throws Error naming the file and the line that cannot be read */
function lookThrough(texts: readonly TapeText[]) {
  const forms = new Set<TapeForm>()
  const kinds = new Set<RecordedKind | null>()
  let isTwoSided = false
  let decimals = 0
  for (const text of texts) {
    const { form, lines } = linesOf(text)
    if (form === null) continue
    forms.add(form)
    for (const line of lines) {
      decimals = Math.max(decimals, decimalsOfLine(line, form))
      kinds.add(kindOfLine(line, form))
      for (const tick of ticksOfLine(line, form, midnightOf(text), text.file)) {
        if (tick.isTwoSided ?? tick.ask !== tick.bid) isTwoSided = true
      }
    }
  }
  return { forms, kinds, isTwoSided, decimals }
}

function linesOf(text: TapeText): { form: TapeForm | null; lines: readonly string[] } {
  const content = text.read()
  const form = formOf(content, text.file)
  return { form, lines: form === null ? [] : priceLinesOf(content, form) }
}

/** Files named by a day count milliseconds from its midnight, UTC. */
function midnightOf({ stretch }: TapeText): number | null {
  return stretch === null ? null : Date.UTC(Number(stretch.slice(0, 4)), Number(stretch.slice(4, 6)) - 1, Number(stretch.slice(6, 8)))
}

function readTexts(texts: readonly TapeText[], from = 0, to?: number): TapeTick[] {
  const ticks = texts.flatMap((text) => {
    const { form, lines } = linesOf(text)
    return form === null ? [] : lines.slice(from, to).flatMap((line) => ticksOfLine(line, form, midnightOf(text), text.file))
  })
  return ticks.sort((a, b) => a.time - b.time)
}

/** Files that are named by their day or hour: each is a piece, and those of one day together where not all of them name an hour. */
function stretchesOf(texts: readonly TapeText[]): TapePiece[] {
  const wholeDays = new Set(texts.map(({ stretch }) => stretch).filter((stretch) => stretch?.length === DAY_LETTERS))
  const groups = new Map<string, TapeText[]>()
  for (const text of texts) {
    const stretch = text.stretch ?? ''
    const day = stretch.slice(0, DAY_LETTERS)
    const key = wholeDays.has(day) ? day : stretch
    groups.set(key, [...(groups.get(key) ?? []), text])
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, own]) => {
      const hour = key.slice(DAY_LETTERS + 1)
      const startMs = (midnightOf(own[0] as TapeText) ?? 0) + Number(hour || 0) * HOUR_MS
      return { startMs, endMs: startMs + (hour === '' ? DAY_MS : HOUR_MS), read: () => readTexts(own) }
    })
}

/** Files whose names say no day: one that is ascending is read day by day, others as a whole. */
function daysOf(texts: readonly TapeText[]): TapePiece[] {
  const [text] = texts
  const { form, lines } = text === undefined || texts.length > 1 ? { form: null, lines: [] } : linesOf(text)
  const days = lines.map((line) => Math.floor(timeOfLine(line, null) / DAY_MS))
  if (form === null || days.some((day, index) => index > 0 && day < (days[index - 1] ?? 0))) return [wholeOf(texts)]
  const starts = days.flatMap((day, index) => (day === days[index - 1] ? [] : [index]))
  return starts.map((start, index) => {
    const day = days[start] ?? 0
    const end = starts[index + 1]
    return { startMs: day * DAY_MS, endMs: (day + 1) * DAY_MS, read: () => readTexts(texts, start, end) }
  })
}

function wholeOf(texts: readonly TapeText[]): TapePiece {
  const ticks = readTexts(texts)
  return { startMs: ticks[0]?.time ?? 0, endMs: (ticks.at(-1)?.time ?? -1) + 1, read: () => ticks }
}
