/**
 * The prices of the journeys about orders that fire by themselves: a recording that goes up and down between two bounds for
 * hours, played by the replay feed. `node --import tsx tests/e2e/scripted-tape.ts <folder>` writes it.
 *
 * EUR/USD swings 60 pips to either side of 1.16, from the lower bound to the upper one in 20 seconds, by steps no larger than
 * three pips, so whatever is placed inside the bounds is reached within a minute and whatever is outside never is.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const TAPE_CODE = 'EURUSD'
/** Points of the price grid: five decimals. */
export const TAPE = { middle: 116_000, reach: 600, spread: 10, swingMs: 20_000 } as const
/** A Wednesday at noon; what lies before is history. */
export const TAPE_FROM = '2026-11-18T12:00:00Z'
const HISTORY_MS = 2 * 3_600_000
const LIVE_MS = 4 * 3_600_000
/** Off the beat of the swing, or history would show its bounds only. */
const HISTORY_STEP_MS = 7_000
const LIVE_STEP_MS = 500

/** The bid at a time of the tape, in points: a triangle. */
export function tapeBid(timeMs: number): number {
  const { middle, reach, swingMs } = TAPE
  const phase = (((timeMs % (2 * swingMs)) + 2 * swingMs) % (2 * swingMs)) / swingMs
  return middle - reach + Math.round(2 * reach * (phase <= 1 ? phase : 2 - phase))
}

export const pointsText = (points: number): string => `${Math.floor(points / 100_000)}.${String(points % 100_000).padStart(5, '0')}`

function tapeText(): string {
  const start = Date.parse(TAPE_FROM)
  const lines: string[] = ['time,bid,ask']
  const add = (timeMs: number) => {
    const bid = tapeBid(timeMs)
    lines.push(`${timeMs},${pointsText(bid)},${pointsText(bid + TAPE.spread)}`)
  }
  for (let timeMs = start - HISTORY_MS; timeMs < start; timeMs += HISTORY_STEP_MS) add(timeMs)
  for (let timeMs = start; timeMs < start + LIVE_MS; timeMs += LIVE_STEP_MS) add(timeMs)
  return `${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('name the folder for the tape')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${TAPE_CODE}.csv`), tapeText())
}
