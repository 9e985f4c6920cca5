/**
 * Writes ticks as a recording that can be played again (read-tape.ts): a folder for each instrument, a file for each hour of the market's
 * time, a line for each tick.
 *
 * Invariants: a line is on the disk as a whole or will not be read: below their heading all lines end with a line break, what a killed
 * writer left torn is cut off before the next line, and after a write that failed the file ends with its last whole line again. Of what
 * was noted no more than is asked for by `flush` and `settle` can be lost, by a kill and by a power cut.
 */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { formatFixedShort } from '../../rules/decimal'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import type { Tick } from './feed'
import { RECORDED_HEADING, type RecordedKind } from './tape-lines'

/** What could not be written, in a sentence for whoever records. */
export class TapeWriteProblem extends Error {
  override name = 'TapeWriteProblem'
}

interface OpenHour {
  readonly hour: number
  readonly file: string
  readonly descriptor: number
  /** Up to here the file is whole. */
  length: number
  lines: string[]
}

type Write = (descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => number

export class TapeWriter {
  /** Lines that are written. */
  written = 0
  private readonly hours = new Map<string, OpenHour>()

  constructor(
    private readonly folder: string,
    private readonly write: Write = writeSync,
  ) {}

  /** @throws TapeWriteProblem where a new hour cannot be begun or the one before it not be finished */
  note(tick: Tick, kind: RecordedKind | null = null): void {
    const hour = Math.floor(tick.time / HOUR_MS)
    let open = this.hours.get(tick.symbol)
    if (open?.hour !== hour) {
      if (open !== undefined) this.end(open)
      open = this.begin(tick.symbol, hour)
      this.hours.set(tick.symbol, open)
    }
    open.lines.push(lineOf(tick, kind))
  }

  /** Hands what was noted to the system: a kill loses nothing of it. @throws TapeWriteProblem */
  flush(): void {
    for (const open of this.hours.values()) this.writeLines(open)
  }

  /** Has what was written laid on the disk: a power cut loses nothing of it. @throws TapeWriteProblem */
  settle(): void {
    this.flush()
    for (const { descriptor } of this.hours.values()) fdatasyncSync(descriptor)
  }

  /** @throws TapeWriteProblem; the files are closed all the same */
  close(): void {
    try {
      this.settle()
    } finally {
      for (const { descriptor } of this.hours.values()) closeSync(descriptor)
      this.hours.clear()
    }
  }

  private begin(code: string, hour: number): OpenHour {
    const file = path.join(this.folder, code, `${stretchName(hour)}.csv`)
    return this.attempt(file, () => {
      mkdirSync(path.dirname(file), { recursive: true })
      const descriptor = openSync(file, 'a+')
      const length = wholeLengthOf(file)
      if (length < fstatSync(descriptor).size) ftruncateSync(descriptor, length)
      return { hour, file, descriptor, length, lines: length === 0 ? [`${RECORDED_HEADING}\n`] : [] }
    })
  }

  private end(open: OpenHour): void {
    this.writeLines(open)
    fdatasyncSync(open.descriptor)
    closeSync(open.descriptor)
    // What cannot be begun after it must not write here again.
    for (const [code, one] of this.hours) if (one === open) this.hours.delete(code)
  }

  private writeLines(open: OpenHour): void {
    if (open.lines.length === 0) return
    const bytes = Buffer.from(open.lines.join(''))
    this.attempt(
      open.file,
      () => {
        for (let done = 0; done < bytes.length; ) done += this.write(open.descriptor, bytes, done, bytes.length - done, open.length + done)
      },
      () => ftruncateSync(open.descriptor, open.length),
    )
    this.written += open.lines.filter((line) => /^\d/.test(line)).length
    open.length += bytes.length
    open.lines = []
  }

  private attempt<Result>(file: string, work: () => Result, undo: () => void = () => {}): Result {
    try {
      return work()
    } catch (error) {
      if (error instanceof TapeWriteProblem) throw error
      undo()
      throw new TapeWriteProblem(sentenceOf(error, file), { cause: error })
    }
  }
}

/** `20261126_17`, as read-tape.ts reads it. */
function stretchName(hour: number): string {
  const text = new Date(hour * HOUR_MS).toISOString()
  return `${text.slice(0, 10).replaceAll('-', '')}_${text.slice(11, 13)}`
}

function lineOf({ time, bid, ask, isTwoSided, size, source, sourceTime }: Tick, kind: RecordedKind | null): string {
  const prices = [formatFixedShort(bid), isTwoSided ? formatFixedShort(ask) : '', formatFixedShort(size)]
  return `${time % DAY_MS},${prices.join(',')},${source},${sourceTime ?? ''},${kind ?? ''}\n`
}

/** Length up to the last line break. @throws TapeWriteProblem for a file that is none of ours */
function wholeLengthOf(file: string): number {
  const bytes = readFileSync(file)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (whole.length > 0 && !whole.subarray(0, RECORDED_HEADING.length + 1).equals(Buffer.from(`${RECORDED_HEADING}\n`)))
    throw new TapeWriteProblem(`${file} is no recorded hour: record into another folder`)
  return whole.length
}

function sentenceOf(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `the disk is full: ${file} ends with the last tick that found room. Free some and record again`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${file} may not be written`
  return `${file} could not be written: ${error instanceof Error ? error.message : String(error)}`
}
