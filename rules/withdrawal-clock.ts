/**
 * How long withdrawals take: asked → first decided → paid, of those that were asked for in the thirty days up to a moment, and those that
 * wait longer than was promised, whenever they were asked for.
 *
 * Invariants: asked = paid + rejected + taken back + waiting, whatever the rows; an overdue one stays until it is paid, rejected or taken
 * back. What was decided after the moment has not been decided at it, so that a day that is over is counted the same for ever.
 */
import { DAY_MS, HOUR_MS } from './durations'
import { percentileOf } from './execution-figures'
import type { Amount } from './money'

export const CLOCK_PERIOD_DAYS = 30
/** Under so many a time says nothing. */
const FEWEST_TIMES = 5

/** Lower bounds of the bands that an amount is told in, in USDT. */
export const AMOUNT_BANDS = [0, 250, 1_000, 5_000, 25_000] as const
const USDT = 100_000_000n

export interface ClockedWithdrawal {
  readonly amount: Amount
  readonly askedAt: number
  readonly firstApprovedAt: number | null
  readonly decidedAt: number | null
  readonly endedAs: 'completed' | 'rejected' | 'invalid' | 'cancelled' | null
}

interface StageMinutes {
  readonly p50: number | null
  readonly p95: number | null
}

interface OverdueWithdrawal {
  /** Index into AMOUNT_BANDS: the amount itself would tell whose it is. */
  readonly band: number
  /** Unix milliseconds, to the minute. */
  readonly asked_at: number
}

interface ClockFigures {
  readonly period_days: number
  readonly promised_hours: number
  readonly asked: number
  readonly paid: number
  readonly rejected: number
  readonly taken_back: number
  readonly waiting: number
  /** Minutes of those that were paid, rounded up. */
  readonly asked_to_decided: StageMinutes
  readonly decided_to_paid: StageMinutes
  readonly asked_to_paid: StageMinutes
  /** The oldest first. */
  readonly overdue: readonly OverdueWithdrawal[]
}

type Standing = 'paid' | 'rejected' | 'taken_back' | 'waiting'

/** @param at the moment that is looked from, Unix milliseconds */
export function withdrawalClock(rows: readonly ClockedWithdrawal[], at: number, promisedHours: number): ClockFigures {
  const before = rows.filter(({ askedAt }) => askedAt < at)
  const asked = before.filter(({ askedAt }) => askedAt >= at - CLOCK_PERIOD_DAYS * DAY_MS)
  const of = (standing: Standing) => asked.filter((row) => standingAt(row, at) === standing).length
  const paid = asked.filter((row) => standingAt(row, at) === 'paid').map(stagesOf)
  return {
    period_days: CLOCK_PERIOD_DAYS,
    promised_hours: promisedHours,
    asked: asked.length,
    paid: paid.length,
    rejected: of('rejected'),
    taken_back: of('taken_back'),
    waiting: of('waiting'),
    asked_to_decided: minutesOf(paid.map(({ decided }) => decided)),
    decided_to_paid: minutesOf(paid.map(({ paid: ms }) => ms)),
    asked_to_paid: minutesOf(paid.map(({ decided, paid: ms }) => decided + ms)),
    overdue: before
      .filter((row) => standingAt(row, at) === 'waiting' && at - row.askedAt > promisedHours * HOUR_MS)
      .map(({ amount, askedAt }) => ({ band: bandOf(amount), asked_at: askedAt - (askedAt % 60_000) }))
      .sort((one, other) => one.asked_at - other.asked_at || one.band - other.band),
  }
}

function standingAt({ decidedAt, endedAs }: ClockedWithdrawal, at: number): Standing {
  if (decidedAt === null || endedAs === null || decidedAt >= at) return 'waiting'
  if (endedAs === 'completed') return 'paid'
  return endedAs === 'cancelled' ? 'taken_back' : 'rejected'
}

/** The first of two operators has decided when they agree; where one is enough, deciding pays. */
function stagesOf({ askedAt, firstApprovedAt, decidedAt }: ClockedWithdrawal) {
  const end = decidedAt ?? askedAt
  const first = firstApprovedAt ?? end
  return { decided: Math.max(0, first - askedAt), paid: Math.max(0, end - first) }
}

function minutesOf(times: readonly number[]): StageMinutes {
  const minutes = times.map((ms) => Math.ceil(ms / 60_000))
  return { p50: percentileOf(minutes, 50, FEWEST_TIMES), p95: percentileOf(minutes, 95, FEWEST_TIMES) }
}

function bandOf(amount: Amount): number {
  return AMOUNT_BANDS.findLastIndex((from) => amount >= BigInt(from) * USDT)
}
