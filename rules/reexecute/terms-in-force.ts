/** The terms that a company committed to (facts of the kind `terms`), and which of them held when something was filled. */
import { parseFixed } from '../decimal'
import { MINUTE_MS, SECOND_MS } from '../durations'
import type { FeeType } from '../fee'
import type { MarginMode } from '../margin'
import type { CalendarName } from '../market-calendars'

/** A fact of the kind `terms`, as it is published. */
export interface TermsFact {
  /** Unix milliseconds. */
  readonly at: number
  /** SHA-256 of the document, lower-case hex: what a receipt names. */
  readonly hash: string
  readonly document: string
}

interface CommittedTerms {
  readonly is_close_only?: boolean
  readonly min_lots?: string
  readonly max_lots?: string
  readonly lot_step?: string
  readonly min_stop_distance?: string
  readonly price_precision: number
  readonly quote_currency: string
  readonly margin_mode: MarginMode
  readonly contract_size: string
  readonly fee_rate: string
  /** In price units; laid round the price of a source that makes only one. */
  readonly spread: string
  /** In price units, against the trader, on a provider's price; of a company that sends its orders on. */
  readonly mark_up?: string
  readonly overnight: { readonly long: string; readonly short: string; readonly day_count: number; readonly triple_day: string } | null
  readonly calendar: CalendarName
}

export interface InstrumentInForce extends CommittedTerms {
  readonly feeType: FeeType
  /** Margin level in percent, as decimal text. */
  readonly stopOutLevel: string
  /** Whether orders are taken, and positions closed, at all; of terms of before undefined. */
  readonly mode: string | undefined
  /** Since when they are in the log, Unix milliseconds. */
  readonly since: number
  readonly hash: string
}

interface TermsDocument {
  readonly mode?: string
  readonly fee_type: FeeType
  readonly stop_out_level: string | number
  readonly instruments: Readonly<Record<string, Partial<CommittedTerms>>>
}

/** A call is dated by its arrival and decided on the terms of its turn: so long before their fact new terms may be met. */
export const NOTED_WITHIN_MS = MINUTE_MS + 15 * SECOND_MS

/** When something was traded, and the terms that its receipt names: of an opening. */
export interface TradedOn {
  readonly at: number
  readonly terms?: string | undefined
}

interface ReadTerms {
  readonly at: number
  readonly hash: string
  readonly terms: TermsDocument
}

export class TermsInForce {
  private readonly facts: readonly ReadTerms[]

  /** @throws SyntaxError for a document that is no JSON: its hash is what a company has signed */
  constructor(facts: readonly TermsFact[]) {
    const read = facts.map(({ at, hash, document }) => ({ at, hash, terms: JSON.parse(document) as TermsDocument }))
    this.facts = read.sort((one, other) => one.at - other.at)
  }

  /** Whether the log has what a receipt names. */
  has(hash: string): boolean {
    return this.facts.some((fact) => fact.hash === hash)
  }

  /**
   * Those of an instrument that a receipt names, and where it names none those that may have held at its time, the most likely first;
   * none where the facts do not say.
   */
  of(code: string, { at, terms }: TradedOn): InstrumentInForce[] {
    if (terms !== undefined)
      return this.facts
        .filter(({ hash }) => hash === terms)
        .slice(-1)
        .flatMap((fact) => instrumentOf(fact, code))
    const next = this.facts.findIndex((fact) => fact.at > at)
    const held = this.facts[(next === -1 ? this.facts.length : next) - 1]
    const coming = next === -1 ? undefined : this.facts[next]
    const candidates = coming !== undefined && coming.at - at <= NOTED_WITHIN_MS ? [held, coming] : [held]
    return candidates.flatMap((fact) => (fact === undefined ? [] : instrumentOf(fact, code)))
  }
}

/** None of a document from before it said what numbers are worked out by. */
function instrumentOf(
  { at: since, hash, terms: { instruments, mode, fee_type: feeType, stop_out_level: level } }: ReadTerms,
  code: string,
) {
  const terms = Object.hasOwn(instruments, code) ? instruments[code] : undefined
  if (terms?.price_precision === undefined || terms.quote_currency === undefined || terms.margin_mode === undefined) return []
  parseFixed(String(level))
  return [{ ...(terms as CommittedTerms), feeType, stopOutLevel: String(level), mode, since, hash }]
}
