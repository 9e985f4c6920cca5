/**
 * What one source last said of one instrument, and whether it can be believed by its own past: crossed prices and sudden jumps are
 * held back here, before they are compared with what the others say.
 */
import type { Fixed } from '../../rules/decimal'
import type { SourcePrice } from '../sources/connector'
import { areApart, type SourceRules, SPIKE_STANDS_MS, SPIKE_STANDS_PRICES } from './source-rules'

export type HeldBack = 'crossed' | 'spike'

/** A price with the moment at which its source last stood by it: monotonic milliseconds. */
export interface HeardPrice extends SourcePrice {
  readonly heardAt: number
}

/** Of its own last prices the middle one is what a jump is measured from. */
const REMEMBERED = 15
const LEAST_REMEMBERED = 5

export class SourceRecord {
  /** The last price that stands; null before the first, after a withdrawal, and while what the source says is held back. */
  price: HeardPrice | null = null
  /** Monotonic milliseconds of the last sign of life, and of the first one since the last pause. */
  heardAt = Number.NEGATIVE_INFINITY
  freshSince = Number.POSITIVE_INFINITY
  private recent: Fixed[] = []
  private jump: { readonly since: number; readonly middle: Fixed; prices: number } | null = null

  constructor(private readonly rules: SourceRules) {}

  isFresh(now: number): boolean {
    return this.price !== null && now - this.heardAt <= this.rules.quietAfterMs
  }

  /** Takes a price in, or says why not. `others`: the middle prices that other sources state at this moment. */
  hear(price: SourcePrice, others: readonly Fixed[], now: number): HeldBack | null {
    if (price.bid <= 0n || price.bid > price.ask) {
      this.price = null
      return 'crossed'
    }
    const middle = middleOf(price)
    if (this.isSpike(middle, others, now)) {
      this.price = null
      return 'spike'
    }
    this.jump = null
    this.recent.push(middle)
    if (this.recent.length > REMEMBERED) this.recent.shift()
    this.noteLife(now)
    this.price = { ...price, heardAt: now }
    return null
  }

  /** The source stands by its last price. */
  confirm(now: number): void {
    if (this.price === null) return
    this.noteLife(now)
    this.price = { ...this.price, heardAt: now }
  }

  withdraw(): void {
    this.price = null
    this.freshSince = Number.POSITIVE_INFINITY
  }

  private noteLife(now: number): void {
    if (this.price === null || now - this.heardAt > this.rules.quietAfterMs) this.freshSince = now
    this.heardAt = now
  }

  private isSpike(middle: Fixed, others: readonly Fixed[], now: number): boolean {
    const { spike } = this.rules
    if (this.recent.length < LEAST_REMEMBERED || !areApart(middle, medianOf(this.recent), spike)) return false
    if (others.some((other) => !areApart(middle, other, spike))) return this.begin(middle)
    if (this.jump === null || areApart(middle, this.jump.middle, spike)) {
      this.jump = { since: now, middle, prices: 1 }
      return true
    }
    this.jump.prices += 1
    const stands = now - this.jump.since >= SPIKE_STANDS_MS && this.jump.prices >= SPIKE_STANDS_PRICES
    return stands ? this.begin(middle) : true
  }

  /** What comes next is measured from here. */
  private begin(middle: Fixed): false {
    this.recent = [middle]
    return false
  }
}

/** Twice the middle of bid and ask, so that no half is lost: only ever compared with its like. */
export function middleOf({ bid, ask }: Pick<SourcePrice, 'bid' | 'ask'>): Fixed {
  return bid + ask
}

function medianOf(prices: readonly Fixed[]): Fixed {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1))
  return sorted[sorted.length >> 1] ?? 0n
}
