/** When a source of an instrument is believed: the bounds of the market's file in the units of the arithmetic. */
import type { Fixed } from '../../rules/decimal'

/** Shares of a price are counted in millionths: 2,500 is 0.25 %. */
export type Millionths = bigint
const MILLION = 1_000_000n

export interface SourceRules {
  /** Nothing heard of a source for this long: it is not traded on while another one is heard of. Milliseconds. */
  readonly quietAfterMs: number
  /** A source that is preferred is taken again when it has been heard of for this long without a pause. Milliseconds. */
  readonly returnAfterMs: number
  /** A jump of more than this from a source's own recent prices is held back unless the others show it too. */
  readonly spike: Millionths
  /** Sources whose middle prices are further apart than this do not speak of the same market. */
  readonly disagreement: Millionths
}

/** For how long sources must be apart before it is called a disagreement, and at one again before it ends. Milliseconds. */
export const APART_FOR_MS = 300
export const AT_ONE_FOR_MS = 1_000
/** A jump that stands for this long, in this many prices, is no spike of a moment. */
export const SPIKE_STANDS_MS = 1_000
export const SPIKE_STANDS_PRICES = 3

/** True where two prices lie further apart than the share of the smaller one. */
export function areApart(one: Fixed, other: Fixed, share: Millionths): boolean {
  const [low, high] = one < other ? [one, other] : [other, one]
  return (high - low) * MILLION > low * share
}
