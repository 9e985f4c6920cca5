/** What a risk desk held back, by the facts that say so (kind `settings`, area `brake`): what waits is not filled meanwhile. */
import { NOTED_WITHIN_MS } from './terms-in-force'

/** The document of such a fact. */
export interface BrakeFact {
  readonly kind: 'settings'
  readonly area: 'brake'
  /** Code of an instrument; `*` is every one. */
  readonly target: string
  /** Until when, Unix milliseconds; null: until it is lifted. */
  readonly value: { readonly mode: string; readonly until: number | null }
  readonly at: number
}

const EVERY_INSTRUMENT = '*'

export class BrakesInForce {
  private readonly facts: readonly BrakeFact[]

  /** @param documents of facts of the kind `settings`; those of other areas are left aside */
  constructor(documents: readonly string[]) {
    const read = documents.map((document) => JSON.parse(document) as BrakeFact)
    this.facts = read.filter(({ area }) => area === 'brake').sort((one, other) => one.at - other.at)
  }

  /** Whether one may have been in force: also in the moments round its beginning and its end. */
  mayHold(code: string, at: number): boolean {
    return [code, EVERY_INSTRUMENT].some((target) => {
      const own = this.facts.filter((fact) => fact.target === target)
      return own.some(({ at: from, value: { mode, until } }, place) => {
        if (mode === 'lifted') return false
        const end = Math.min(until ?? Number.POSITIVE_INFINITY, own[place + 1]?.at ?? Number.POSITIVE_INFINITY)
        return from - NOTED_WITHIN_MS <= at && at <= end + NOTED_WITHIN_MS
      })
    })
  }
}
