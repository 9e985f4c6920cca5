/**
 * One connection to one source of prices: a FIX session, an exchange's public socket, a process that posts ticks. It says what it
 * hears and judges nothing; which source an instrument is traded on is decided by who listens.
 *
 * Invariants: a connector never throws for what the other side does, it says so and tries again; every price it quotes is one that
 * the source sent, digit for digit; after `withdrawn` a code has no price of this source until the next `quoted`.
 */
import type { Fixed } from '../../rules/decimal'

/** The best bid and ask that a source states for one instrument. */
export interface SourcePrice {
  /** The instrument's code in our catalogue: `EURUSD`. */
  readonly code: string
  readonly bid: Fixed
  readonly ask: Fixed
  /** What was traded or offered with it, in lots of the source; zero where the source does not say. */
  readonly size: Fixed
  /** Unix milliseconds at which the source says the price was made; null where it does not say. */
  readonly sourceTime: number | null
  /** Unix milliseconds of the market's own time, where the source is a market of its own: a recording, a made-up one. */
  readonly marketTime?: number
  /** True for a source that makes one price, so that bid and ask are the same; default false. */
  readonly isOnePrice?: boolean
}

export interface ConnectorEvents {
  /** A new price, in the order in which the source made them; also one that is equal to the last. */
  quoted(price: SourcePrice): void
  /** The source is there and the last prices of these codes still stand, although nothing new was quoted. */
  confirmed(codes: readonly string[]): void
  /** No price of these codes stands any longer: the connection is lost, the book has a hole, the source halted them. */
  withdrawn(codes: readonly string[], reason: string): void
}

export type ConnectorState = 'connecting' | 'live' | 'resting' | 'down'

/** How a connection is doing, for the desk. */
export interface ConnectorHealth {
  /** `resting`: outside the session times of the source; nothing is wrong. */
  readonly state: ConnectorState
  /** Why it is not live, in English, for the operator; null while it is. */
  readonly reason: string | null
  /** Unix milliseconds since when. */
  readonly since: number
  /** Since the connector was made: holes found in a numbered stream, messages that were refused, times it was connected. */
  readonly gaps: number
  readonly rejects: number
  readonly connects: number
  /** Milliseconds from the source's stamp to the arrival of the newest price; null where nothing says. */
  readonly latencyMs: number | null
}

export interface Connector {
  /** Its name in the market's file. */
  readonly id: string
  /** True when no market stands behind its prices. */
  readonly isSimulated: boolean
  /** The instruments it is asked to quote. */
  readonly codes: readonly string[]
  start(events: ConnectorEvents): void
  health(): ConnectorHealth
  /** Ends the connection in the way of its protocol, within five seconds; nothing is said afterwards. */
  close(): Promise<void>
}
