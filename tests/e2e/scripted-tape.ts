/**
 * The prices of the journeys about orders that fire by themselves: two hours of history, played by the replay feed, after which each
 * price stands until a journey moves it (steered-market.ts). `node --import tsx tests/e2e/scripted-tape.ts <folder>` writes it.
 *
 * Every price has swung 60 pips to either side of 1.16, which is the middle of what the charts show.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One for each file of journeys that moves a price, so that none disturbs another; nobody moves the first. */
export const TAPE_CODES = ['EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD'] as const
export type TapeCode = (typeof TAPE_CODES)[number]
/** Points of the price grid: five decimals. */
export const TAPE = { middle: 116_000, reach: 600, spread: 10 } as const
/** A Wednesday at noon; what lies before is history. */
export const TAPE_FROM = '2026-11-18T12:00:00Z'
const HISTORY_MS = 2 * 3_600_000
/** The market is open until here. */
const LIVE_MS = 4 * 3_600_000
const SWING_MS = 20_000
/** Off the beat of the swing, or history would show its bounds only. */
const HISTORY_STEP_MS = 7_000

/** The bid at a time of history, in points: a triangle. */
function tapeBid(timeMs: number): number {
  const { middle, reach } = TAPE
  const phase = (timeMs % (2 * SWING_MS)) / SWING_MS
  return middle - reach + Math.round(2 * reach * (phase <= 1 ? phase : 2 - phase))
}

export const pointsText = (points: number): string => `${Math.floor(points / 100_000)}.${String(points % 100_000).padStart(5, '0')}`

function tapeText(): string {
  const start = Date.parse(TAPE_FROM)
  const lines: string[] = ['time,bid,ask']
  const add = (timeMs: number, bid: number) => lines.push(`${timeMs},${pointsText(bid)},${pointsText(bid + TAPE.spread)}`)
  for (let timeMs = start - HISTORY_MS; timeMs < start; timeMs += HISTORY_STEP_MS) add(timeMs, tapeBid(timeMs))
  add(start + LIVE_MS, TAPE.middle)
  return `${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('name the folder for the tape')
  mkdirSync(folder, { recursive: true })
  for (const code of TAPE_CODES) writeFileSync(path.join(folder, `${code}.csv`), tapeText())
}
