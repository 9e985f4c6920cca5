/**
 * What the traders of the seed trade: positions at the prices of the moment, held while the rest of the company is filled, and most of
 * them closed at the prices of then. So every result in the ranking is one that the (simulated) market made.
 */

import type { Instrument } from '../../contract/market'
import { listInstruments } from '../../contract/market'
import { cancelOrder, closeOrder, submitOrder } from '../../contract/orders'
import { setRankingProfile } from '../../contract/users'
import { parseRate } from '../../rules/conversion'
import { formatFixed, formatFixedShort, parseFixed, roundToGrid } from '../../rules/decimal'
import { orderMargin } from '../../rules/margin'
import { MIN_SAMPLE } from '../../rules/ranking'
import { type SeedClient, SeedRefused } from './seed-client'
import type { SeedTarget } from './seed-target'

/** One more than the ranking asks for: a price that is missing at the end leaves nobody out. */
const CLOSED = MIN_SAMPLE + 1
const KEPT = 3
const PENDING = 3
/** Instruments that have no price at the moment are passed over this often, with time for one to come. */
const ROUNDS = 8
const NEXT_PRICE_MS = 300

export interface Account {
  readonly client: SeedClient
  /** Margin of one order in USDT, about. */
  readonly budget: string
}

export interface HeldAccount extends Account {
  readonly positions: readonly string[]
}

/** @param turn makes accounts differ: one buys what the other sells. */
export async function openPositions({ client, budget }: Account, turn: number, { hold }: Pick<SeedTarget, 'hold'>): Promise<HeldAccount> {
  const tradable = await tradableNow(client)
  const positions: string[] = []
  for (let attempt = 0; tradable.length > 0 && attempt < (CLOSED + KEPT) * ROUNDS && positions.length < CLOSED + KEPT; attempt++) {
    const instrument = tradable[(attempt + turn) % tradable.length] as Instrument
    const isBuy = (attempt * (turn + 1) + turn) % 3 !== 1
    const order = await untilPriced(() =>
      client.call(submitOrder, {
        forex_id: instrument.Id,
        type: isBuy ? '1' : '2',
        status: '1',
        cont: lotsFor(instrument, budget),
        multiple: leverageOf(instrument),
      }),
    )
    if (order === undefined) await hold(NEXT_PRICE_MS)
    else positions.push(order.Id)
  }
  return { client, budget, positions }
}

/** Leaves the last few open. @returns how many were closed. */
export async function closePositions({ client, positions }: HeldAccount, { hold }: Pick<SeedTarget, 'hold'>): Promise<number> {
  let closed = 0
  for (const id of positions.slice(0, Math.max(0, positions.length - KEPT))) {
    for (let attempt = 0; attempt < ROUNDS; attempt++) {
      if ((await untilPriced(() => client.call(closeOrder, { id }))) !== undefined) {
        closed += 1
        break
      }
      await hold(NEXT_PRICE_MS)
    }
  }
  return closed
}

/** Three limit orders a percent from the price, one of them taken back. @returns how many were placed. */
export async function placePending({ client, budget }: Account, { hold }: Pick<SeedTarget, 'hold'>): Promise<number> {
  const placed: string[] = []
  for (let attempt = 0; attempt < PENDING * ROUNDS && placed.length < PENDING; attempt++) {
    const tradable = await tradableNow(client)
    const instrument = tradable[attempt % Math.max(1, tradable.length)]
    const order = instrument === undefined ? undefined : await untilPriced(() => client.call(submitOrder, pendingOrder(instrument, budget)))
    if (order === undefined) await hold(NEXT_PRICE_MS)
    else placed.push(order.Id)
  }
  const [first, second] = placed
  if (first !== undefined && second !== undefined) await client.call(cancelOrder, { id: first })
  return placed.length
}

function pendingOrder(instrument: Instrument, budget: string) {
  return {
    forex_id: instrument.Id,
    type: '1',
    status: '0',
    cont: lotsFor(instrument, budget),
    multiple: leverageOf(instrument),
    target_price: belowPrice(instrument),
  } as const
}

/** Some stand in the ranking under a name; whoever does not is covered, like anybody. */
export async function showName({ client }: Pick<Account, 'client'>, name: string): Promise<void> {
  await client.call(setRankingProfile, { shows_name: '1', name })
}

async function tradableNow(client: SeedClient): Promise<Instrument[]> {
  const instruments = await client.call(listInstruments, {})
  return instruments.filter(({ MarketStatus, HasForexMultiple }) => MarketStatus === 1 && HasForexMultiple.length > 0)
}

const leverageOf = ({ HasForexMultiple }: Instrument): string => HasForexMultiple.at(-1)?.Value ?? '1'

/** As many of the smallest order as the budget has margin for, at least one. */
function lotsFor(instrument: Instrument, budget: string): string {
  const smallest = parseFixed(instrument.ForexMinCont)
  const margin = orderMargin(
    { mode: instrument.MarginMode === 1 ? 'fixed' : 'leveraged', contractSize: parseFixed(instrument.ForexContNum) },
    smallest,
    parseFixed(instrument.ForexQuotations.Ask),
    BigInt(leverageOf(instrument)),
    parseRate(instrument.QuoteToUsdt),
  )
  const times = margin <= 0n ? 1n : parseFixed(budget) / margin
  const lots = smallest * (times < 1n ? 1n : times)
  const largest = parseFixed(instrument.MaxLots)
  return formatFixedShort(lots > largest ? largest : lots)
}

function belowPrice({ ForexQuotations, PricePrecision }: Instrument): string {
  const price = roundToGrid((parseFixed(ForexQuotations.Bid) * 99n) / 100n, PricePrecision, 'down')
  return formatFixed(price, PricePrecision)
}

/** Undefined where the call was refused for want of a price. */
async function untilPriced<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SeedRefused && error.reason === 'QUOTE_STALE') return undefined
    throw error
  }
}
