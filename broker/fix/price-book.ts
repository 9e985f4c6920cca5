/**
 * The bids and offers of one instrument as far as the source tells them, and the best of each.
 *
 * Invariant: an entry is known by its id, or by its side and price where the source gives none; a change of something unknown means
 * that something was missed, and then nothing in the book can be trusted.
 */
import { absolute, type Fixed } from '../../rules/decimal'
import type { FixMessage } from './fix-message'
import { Tag } from './tags'

interface Entry {
  readonly side: string
  readonly price: Fixed
  /** Zero where the source does not say. */
  readonly size: Fixed
}

interface BestPrices {
  readonly bid: Fixed
  readonly ask: Fixed
  /** The smaller of what is offered at both. */
  readonly size: Fixed
}

const BID = '0'
const OFFER = '1'
const NEW = '0'
const DELETE = '2'

export class PriceBook {
  readonly #entries = new Map<string, Entry>()
  readonly #isTopOnly: boolean

  /** `isTopOnly`: the source was asked for the best price alone, so that a new one takes the place of the last. */
  constructor(isTopOnly: boolean) {
    this.#isTopOnly = isTopOnly
  }

  clear(): void {
    this.#entries.clear()
  }

  /** A whole book. @throws FieldProblem */
  replace(entries: readonly FixMessage[]): void {
    this.#entries.clear()
    for (const entry of entries) this.#put(entry)
  }

  /** One change. @returns false when it changes what is not there. @throws FieldProblem */
  apply(entry: FixMessage): boolean {
    const action = entry.text(Tag.MDUpdateAction)
    const key = this.#keyOf(entry)
    const known = this.#entries.get(entry.has(Tag.MDEntryRefID) ? entry.text(Tag.MDEntryRefID) : key)
    if (action !== NEW && known === undefined && entry.has(Tag.MDEntryID)) return false
    if (action === DELETE) this.#entries.delete(key)
    else {
      if (entry.has(Tag.MDEntryRefID)) this.#entries.delete(entry.text(Tag.MDEntryRefID))
      this.#put(entry, action === NEW ? undefined : known)
    }
    return true
  }

  /** Null while a side is empty. */
  best(): BestPrices | null {
    let bid: Entry | undefined
    let ask: Entry | undefined
    for (const entry of this.#entries.values()) {
      if (entry.side === BID && (bid === undefined || entry.price > bid.price)) bid = entry
      if (entry.side === OFFER && (ask === undefined || entry.price < ask.price)) ask = entry
    }
    if (bid === undefined || ask === undefined) return null
    return { bid: bid.price, ask: ask.price, size: bid.size < ask.size ? bid.size : ask.size }
  }

  #put(entry: FixMessage, known?: Entry): void {
    const side = known?.side ?? entry.needText(Tag.MDEntryType)
    if (side !== BID && side !== OFFER) return
    // A change may say only what is different.
    const price = known !== undefined && !entry.has(Tag.MDEntryPx) ? known.price : entry.needNumber(Tag.MDEntryPx)
    const size = known !== undefined && !entry.has(Tag.MDEntrySize) ? known.size : absolute(entry.number(Tag.MDEntrySize))
    const key = this.#keyOf(entry)
    // An offer of nothing is how some sources take one back.
    if (entry.has(Tag.MDEntrySize) && size === 0n) this.#entries.delete(key)
    else this.#entries.set(key, { side, price, size })
  }

  #keyOf(entry: FixMessage): string {
    if (entry.has(Tag.MDEntryID)) return entry.text(Tag.MDEntryID)
    const side = entry.text(Tag.MDEntryType)
    return this.#isTopOnly ? side : `${side} ${entry.number(Tag.MDEntryPx)}`
  }
}
