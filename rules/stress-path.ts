/**
 * Quotes under stress: every instrument of an account moved, in one direction and in ever larger steps, away from the price
 * of now. `against` the account is the direction in which its positions in that instrument lose more; the spread stays.
 *
 * Invariant: a path is counted in whole steps from 0, and the quotes of a step do not depend on how long the path is. Where
 * one instrument moves alone a step is one step of its price grid, so every price that could be quoted is on the path;
 * where several move together it is 10⁻⁸ of the price. A closed market stands still: nothing is quoted there.
 */
import { conversionPair, conversionRate, RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_DECIMALS, FIXED_ONE, type Fixed, roundToGrid } from './decimal'
import type { Amount } from './money'
import { closingPrice, type OrderSide, type QuotePrices, sideSign } from './price'
import { orderProfit, type ProfitTerms } from './profit'

export interface MapPosition extends ProfitTerms {
  readonly id: bigint
  /** Code of its instrument. */
  readonly code: string
  readonly margin: Amount
}

export interface MapQuote extends QuotePrices {
  readonly code: string
  /** The price that converts, where the instrument is a conversion pair. */
  readonly last: Fixed
  readonly pricePrecision: number
  readonly quoteCurrency: string
  /** USDT for one unit of the quote currency, now. */
  readonly rate: Rate
  readonly isOpen: boolean
}

export interface Stress {
  /** The one instrument that moves; all of them when left out. */
  readonly code?: string | undefined
  /** Against the account; a negative one is in its favour. −99 … 99, as a Fixed. */
  readonly percent: Fixed
}

export type MovedQuotes = ReadonlyMap<string, MapQuote>

export interface StressPath {
  /** The last step. */
  readonly length: bigint
  quotesAt(step: bigint): MovedQuotes
  /** How far the quotes of a step have moved against the account, in percent. */
  percentAt(step: bigint): Fixed
}

/** Directions are judged at this distance, so that they do not depend on how far a path leads. */
const JUDGED_AT_PERCENT = 20n

export function stressPath(positions: readonly MapPosition[], quotes: readonly MapQuote[], stress: Stress): StressPath {
  const isInFavour = stress.percent < 0n
  const size = isInFavour ? -stress.percent : stress.percent
  const moving = quotes
    .filter(({ code, isOpen }) => isOpen && (stress.code === undefined || stress.code === code))
    .map((quote) => ({ quote, own: positions.filter(({ code }) => code === quote.code) }))
    // What nothing is held in would only lengthen the steps, unless it was asked for by name.
    .filter(({ own }) => own.length > 0 || stress.code !== undefined)
    .map(({ quote, own }) => {
      const direction = directionAgainst(own, quote)
      return { quote, near: nearPrice(own, quote), direction: isInFavour ? -direction : direction }
    })
  const alone = moving.length === 1 ? moving[0] : undefined
  const grid = alone === undefined ? 1n : gridStep(alone.quote)
  const shiftOf = (near: Fixed, step: bigint) => (alone === undefined ? divide(near * step, FIXED_ONE, 'half-even') : step * grid)
  return {
    length: moving.length === 0 ? 0n : divide((alone?.near ?? FIXED_ONE) * size, 100n * FIXED_ONE * grid, 'down'),
    quotesAt(step) {
      const moved = new Map(quotes.map((quote) => [quote.code, quote]))
      for (const { quote, near, direction } of moving) moved.set(quote.code, movedBy(quote, direction * shiftOf(near, step)))
      return withRates(moved)
    },
    percentAt(step) {
      const percent = divide(step * grid * 100n * FIXED_ONE, alone?.near ?? FIXED_ONE, 'half-even')
      return isInFavour ? -percent : percent
    },
  }
}

function gridStep({ pricePrecision }: MapQuote): Fixed {
  return 10n ** BigInt(FIXED_DECIMALS - pricePrecision)
}

/** The closing side of the net position, from which a move is measured. */
function nearPrice(own: readonly ProfitTerms[], quote: MapQuote): Fixed {
  const units = own.reduce((sum, one) => sum + sideSign(one.side) * one.lots * one.contractSize, 0n)
  const side: OrderSide = units < 0n ? 'sell' : 'buy'
  return closingPrice(side, quote)
}

/** −1 where the positions lose more when the price falls, +1 where they lose more when it rises. */
function directionAgainst(own: readonly ProfitTerms[], quote: MapQuote): 1n | -1n {
  const near = nearPrice(own, quote)
  const sumAt = (direction: 1n | -1n) => {
    const moved = movedBy(quote, (direction * near * JUDGED_AT_PERCENT) / 100n)
    const rate = rateOf(moved, new Map([[moved.code, moved]]))
    return own.reduce((sum, one) => sum + orderProfit(one, closingPrice(one.side, moved), rate), 0n)
  }
  return sumAt(1n) < sumAt(-1n) ? 1n : -1n
}

/** Bid, ask and last moved alike, on the price grid; no price falls below one step of it. */
function movedBy(quote: MapQuote, shift: Fixed): MapQuote {
  const { bid, ask, last, pricePrecision } = quote
  const step = gridStep(quote)
  const lowest = bid < last ? bid : last
  const wanted = roundToGrid(shift, pricePrecision, 'half-even')
  const moved = lowest + wanted < step ? step - lowest : wanted
  return { ...quote, bid: bid + moved, ask: ask + moved, last: last + moved }
}

/** A rate follows its conversion pair where that pair is quoted here; else it stands. */
function withRates(moved: ReadonlyMap<string, MapQuote>): MovedQuotes {
  return new Map([...moved].map(([code, quote]) => [code, { ...quote, rate: rateOf(quote, moved) }]))
}

function rateOf(quote: MapQuote, moved: ReadonlyMap<string, MapQuote>): Rate {
  const pair = conversionPair(quote.quoteCurrency)
  if (pair === null) return RATE_ONE
  const converting = moved.get(pair.code)
  return converting === undefined || converting.last <= 0n ? quote.rate : conversionRate(pair, converting.last)
}
