/**
 * On which source an instrument is traded: the most preferred one that is heard of, and no longer than the sources agree.
 *
 * Invariants: a price is always one that a single source stated, never an average; one source that is far from two that agree is
 * left out; two that are apart leave nobody who could say which is right, so the instrument is disputed until they are at one.
 * A source that comes back is taken again only after it has held for a while, so prices do not leap to and fro.
 */
import type { Fixed } from '../../rules/decimal'
import type { SourcePrice } from '../sources/connector'
import { type HeardPrice, type HeldBack, middleOf, SourceRecord } from './source-record'
import { APART_FOR_MS, AT_ONE_FOR_MS, areApart, type SourceRules } from './source-rules'

export interface SourceState {
  readonly source: string
  readonly isChosen: boolean
  readonly isFresh: boolean
  /** It is far from the others, which agree. */
  readonly isLeftOut: boolean
  readonly price: HeardPrice | null
}

export class SourceChoice {
  chosen: string | null = null
  /** True while the sources are apart and nobody can say which is right. */
  isDisputed = false
  private records: Map<string, SourceRecord>
  private leftOut: ReadonlySet<string> = new Set()
  private apartSince = Number.POSITIVE_INFINITY
  private atOneSince = Number.POSITIVE_INFINITY

  /** `order`: names of the sources, the most preferred first. */
  constructor(
    private readonly order: readonly string[],
    private readonly rules: SourceRules,
  ) {
    this.records = new Map(order.map((source) => [source, new SourceRecord(rules)]))
  }

  /** Why the price is held back, or null. The choice is not made anew by it: `choose` does that. */
  hear(source: string, price: SourcePrice, now: number): HeldBack | null {
    const others = this.fresh(now).filter((one) => one.source !== source)
    return (
      this.record(source)?.hear(
        price,
        others.map(({ middle }) => middle),
        now,
      ) ?? null
    )
  }

  confirm(source: string, now: number): void {
    this.record(source)?.confirm(now)
  }

  withdraw(source: string): void {
    this.record(source)?.withdraw()
  }

  /** Looks at all sources anew. True when another one is traded on from now. */
  choose(now: number): boolean {
    this.compare(now)
    const candidates = this.order.filter((source) => this.record(source)?.isFresh(now) && !this.leftOut.has(source))
    const first = candidates[0]
    if (first === undefined || first === this.chosen) return false
    const isOut = this.chosen === null || !candidates.includes(this.chosen)
    const hasHeld = now - (this.record(first)?.freshSince ?? now) >= this.rules.returnAfterMs
    if (!isOut && !hasHeld) return false
    this.chosen = first
    return true
  }

  /** The price that is traded on; null where there is none to stand by. */
  price(): HeardPrice | null {
    return this.chosen === null ? null : (this.record(this.chosen)?.price ?? null)
  }

  states(now: number): readonly SourceState[] {
    return this.order.map((source) => ({
      source,
      isChosen: source === this.chosen,
      isFresh: this.record(source)?.isFresh(now) ?? false,
      isLeftOut: this.leftOut.has(source),
      price: this.record(source)?.price ?? null,
    }))
  }

  private record(source: string): SourceRecord | undefined {
    return this.records.get(source)
  }

  /** Who is heard of, with the middle of what they say. */
  private fresh(now: number): { readonly source: string; readonly middle: Fixed }[] {
    return this.order.flatMap((source) => {
      const record = this.record(source)
      return record?.price && record.isFresh(now) ? [{ source, middle: middleOf(record.price) }] : []
    })
  }

  /** Who is far from whom. A moment's difference is only the way of the news from one source to the next. */
  private compare(now: number): void {
    const fresh = this.fresh(now)
    const isApart = (one: { middle: Fixed }, other: { middle: Fixed }) => areApart(one.middle, other.middle, this.rules.disagreement)
    const atOne = (one: { middle: Fixed }) => fresh.filter((other) => !isApart(one, other))
    if (fresh.every((one) => atOne(one).length === fresh.length)) {
      this.apartSince = Number.POSITIVE_INFINITY
      this.atOneSince = Math.min(this.atOneSince, now)
      const isOver = now - this.atOneSince >= AT_ONE_FOR_MS
      // One source alone has nobody to agree with: a dispute ends when two have agreed, not when one falls silent.
      if (isOver && (fresh.length > 1 || this.order.length === 1)) this.isDisputed = false
      if (isOver) this.leftOut = new Set()
      return
    }
    this.atOneSince = Number.POSITIVE_INFINITY
    this.apartSince = Math.min(this.apartSince, now)
    if (now - this.apartSince < APART_FOR_MS) return
    const majority = fresh.find((one) => atOne(one).length * 2 > fresh.length)
    this.isDisputed = majority === undefined
    this.leftOut = new Set(majority === undefined ? [] : fresh.filter((one) => isApart(one, majority)).map(({ source }) => source))
  }
}
