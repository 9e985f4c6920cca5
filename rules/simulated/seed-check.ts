/**
 * Holds the simulated prices of the minutes that somebody used against the seeds of their days, which are read as the days are met: for
 * whoever reads a company's log over the network.
 *
 * Invariant: nothing has passed whose promise does not stand in the log before its prices. The times beside them are the company's word.
 */
import { DAY_MS } from '../durations'
import type { PriceBatch } from '../log/price-batch'
import { utcDay } from '../utc-day'
import { CommittedSeeds, type NotedSeed, type OtherTick, type SeedDay } from './committed-seeds'

export type SeedVerdict =
  | { readonly outcome: 'passed'; readonly said: 'passed'; readonly ticks: number }
  /** Not to be shown before the day is over: `until`, Unix milliseconds. */
  | { readonly outcome: 'waiting'; readonly said: 'open'; readonly day: string; readonly until: number }
  | { readonly outcome: 'failed'; readonly said: 'tick'; readonly tick: OtherTick }
  /** Of the day: never shown, another one than was promised, or it begins where the day before did not end. */
  /** `order`: the promise stands in the log behind prices that are later by their time. */
  | { readonly outcome: 'failed'; readonly said: 'withheld' | 'other' | 'jumps' | 'order'; readonly day: string }
  /** Nothing was promised of these days, or of one of them; no prices of them are at hand; what is held of seeds could not be read. */
  | { readonly outcome: 'unchecked'; readonly said: 'none' | 'noPrices' | 'unreadable' }
  /** Some of the prices are from before the promise, which was made at `at`, Unix milliseconds. */
  | { readonly outcome: 'unchecked'; readonly said: 'late'; readonly day: string; readonly at: number; readonly ticks: number }

/** A day is judged with the one before it, where its prices begin, and those whose promises show that it was over. */
const DAYS_BEHIND = 1
const DAYS_AHEAD = 3

export class SeedCheck {
  private readonly read = new Map<string, Promise<readonly NotedSeed[]>>()
  private readonly days = new Map<number, CommittedSeeds>()
  private readonly entries = new Map<number, number>()
  private other: OtherTick | null = null
  private isUnreadable = false

  /** @param readDay what a log holds of a day, as 2026-11-27, in its order */
  constructor(private readonly readDay: (day: string) => Promise<readonly NotedSeed[]>) {}

  /** Reads what is needed of a minute; before its prices are taken. What cannot be read keeps nobody from executing the fills again. */
  async meet(minute: number): Promise<void> {
    const from = minute - (minute % DAY_MS)
    if (this.days.has(from)) return
    const about = Array.from({ length: DAYS_BEHIND + 1 + DAYS_AHEAD }, (_, at) => this.noted(utcDay(from + (at - DAYS_BEHIND) * DAY_MS)))
    try {
      this.days.set(from, new CommittedSeeds((await Promise.all(about)).flat()))
    } catch {
      this.isUnreadable = true
      this.days.set(from, new CommittedSeeds([]))
    }
  }

  /** Where the prices of a minute stand in the log. */
  place(minute: number, entry: number): void {
    this.entries.set(minute, entry)
  }

  private noted(day: string): Promise<readonly NotedSeed[]> {
    const reading = this.read.get(day) ?? this.readDay(day)
    this.read.set(day, reading)
    return reading
  }

  take(minute: number, batches: readonly PriceBatch[]): void {
    const seeds = this.days.get(minute - (minute % DAY_MS))
    try {
      for (const batch of batches) this.other ??= seeds?.otherTick(batch, this.entries.get(minute)) ?? null
    } catch {
      this.isUnreadable = true
    }
  }

  verdict(): SeedVerdict {
    if (this.other !== null) return { outcome: 'failed', said: 'tick', tick: this.other }
    const days = [...this.days].sort(([one], [another]) => one - another).flatMap(([from, seeds]) => seeds.of(from))
    const wrong = days.find(({ state, jumps }) => state === 'other' || state === 'withheld' || jumps)
    if (wrong !== undefined) return { outcome: 'failed', said: faultOf(wrong), day: wrong.day }
    const all = [...this.days.entries()].sort(([one], [another]) => one - another)
    const misplaced = all.find(([, seeds]) => seeds.beforePromise > 0)
    if (misplaced !== undefined) return { outcome: 'failed', said: 'order', day: utcDay(misplaced[0]) }
    if (this.isUnreadable) return { outcome: 'unchecked', said: 'unreadable' }
    if (days.length === 0 || all.some(([, seeds]) => seeds.unpromised > 0)) return { outcome: 'unchecked', said: 'none' }
    const open = days.find(({ state }) => state === 'open')
    if (open !== undefined) return { outcome: 'waiting', said: 'open', day: open.day, until: Date.parse(`${open.day}T00:00:00Z`) + DAY_MS }
    const early = all.find(([, seeds]) => seeds.early > 0)
    const late = early?.[1].of(early[0]).find(({ isLate }) => isLate)
    if (early !== undefined && late !== undefined)
      return { outcome: 'unchecked', said: 'late', day: late.day, at: late.committedAt, ticks: early[1].early }
    const ticks = all.reduce((sum, [, seeds]) => sum + seeds.checked, 0)
    return ticks === 0 ? { outcome: 'unchecked', said: 'noPrices' } : { outcome: 'passed', said: 'passed', ticks }
  }
}

const faultOf = ({ state }: SeedDay) => (state === 'other' || state === 'withheld' ? state : 'jumps')
