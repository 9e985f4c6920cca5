/**
 * The offers of one instrument at one exchange, price by price, as the exchange's messages leave them.
 *
 * Invariant: a side that was filled from a list that stopped somewhere (`isWhole` false) knows nothing beyond it, and says nothing of it:
 * prices beyond are left out, and a side that was used up is empty.
 */
import { type Fixed, parseFixed } from '../../rules/decimal'

/** A price and what is offered at it, in the digits that the exchange sent. A quantity of nothing takes the price away. */
export type PriceAndQuantity = readonly [price: string, quantity: string]

export interface Level {
  readonly price: Fixed
  readonly priceText: string
  readonly quantityText: string
}

const NOTHING = /^[0.]+$/
const QUANTITY = /^\d{1,20}(?:\.\d{1,30})?$/

export class BookSide {
  readonly #isBid: boolean
  /** The best last: what changes most often is moved least. */
  #levels: Level[] = []
  #end: Fixed | null = null

  constructor(isBid: boolean) {
    this.#isBid = isBid
  }

  get best(): Level | undefined {
    return this.#levels.at(-1)
  }

  /** Nothing is left of what was known, and what lies beyond never was. */
  get isUsedUp(): boolean {
    return this.#end !== null && this.#levels.length === 0
  }

  /** Takes the place of all that was known. @throws RangeError as `put`. */
  fill(offers: readonly PriceAndQuantity[], isWhole: boolean): void {
    this.#end = null
    const levels = offers.map(readLevel).filter(({ quantityText }) => !NOTHING.test(quantityText))
    this.#levels = levels.sort((one, other) => (this.#isBetter(one.price, other.price) ? 1 : -1))
    this.#end = isWhole ? null : (this.#levels[0]?.price ?? null)
  }

  /** What is offered at a price now. @throws RangeError for a price that cannot be kept digit for digit, or no number. */
  put(offer: PriceAndQuantity): void {
    const level = readLevel(offer)
    if (this.#end !== null && this.#isBetter(this.#end, level.price)) return
    const place = this.#placeOf(level.price)
    const isKnown = this.#levels[place]?.price === level.price
    if (!NOTHING.test(level.quantityText)) this.#levels.splice(place, isKnown ? 1 : 0, level)
    else if (isKnown) this.#levels.splice(place, 1)
  }

  /** Forgets all but the best. */
  keepBest(count: number): void {
    if (this.#levels.length > count) this.#levels.splice(0, this.#levels.length - count)
  }

  /** The best first. */
  top(count: number): Level[] {
    return this.#levels.slice(-count).reverse()
  }

  #isBetter(one: Fixed, other: Fixed): boolean {
    return this.#isBid ? one > other : one < other
  }

  /** The index of the first level that is not worse. */
  #placeOf(price: Fixed): number {
    let [low, high] = [0, this.#levels.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = this.#levels[middle]
      if (there !== undefined && this.#isBetter(price, there.price)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function readLevel([priceText, quantityText]: PriceAndQuantity): Level {
  if (!QUANTITY.test(quantityText)) throw new RangeError(`not a quantity: ${JSON.stringify(quantityText.slice(0, 64))}`)
  const price = parseFixed(priceText)
  if (price <= 0n) throw new RangeError(`not a price: ${priceText}`)
  return { price, priceText, quantityText }
}

/** A quantity with what is finer than a Fixed left out; zero for what is no number. */
export function readQuantity(text: string): Fixed {
  const [plain] = /^\d{1,20}(?:\.\d{1,8})?/.exec(text) ?? []
  return plain === undefined ? 0n : parseFixed(plain)
}
