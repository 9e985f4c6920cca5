/**
 * A day executed again: market orders that are opened and closed on a market of five ticks a second, from the texts that a company
 * publishes: minutes with their roots, terms, receipts. Receipts are made as they are needed, so that a million orders fit into memory.
 */

import { invariant } from '../../broker/ground/invariant'
import { canonicalText, sha256Hex } from '../../broker/receipts/canonical-json'
import { minuteOfSeconds } from '../../broker/receipts/committed-prices'
import { formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'
import { MINUTE_MS, SECOND_MS } from '../../rules/durations'
import type { PublishedMinute } from '../../rules/log/committed-minute'
import { type BatchTick, type PriceBatch, writeBatch } from '../../rules/log/price-batch'
import { committedTicksHash } from '../../rules/log/ticks-hash'
import { orderMargin } from '../../rules/margin'
import { formatAmount } from '../../rules/money'
import { orderProfit } from '../../rules/profit'
import { readReceiptFacts } from '../../rules/reexecute/receipt-facts'
import { type ReceiptToExecute, runReexecution } from '../../rules/reexecute/run-reexecution'
import type { Figure } from './report'

const ORDERS = 20_000
const GOAL = { orders: 1_000_000, seconds: 600 }
const DAY = Date.UTC(2026, 10, 25)
const TICK_MS = 200
const ACCOUNTS = 500
const TICKS_UNDER = 12
const LOTS = parseFixed('0.1')
const CONTRACT = parseFixed('100000')
/** As many as a day of that many orders needs, so that each minute has its share. */
const minutesFor = (orders: number): number => Math.min(1_430, Math.max(10, Math.ceil(orders / 700)))

const TERMS = canonicalText({
  ...{ kind: 'terms', mode: 'normal', fee_type: 'per-lot', stop_out_level: '50' },
  instruments: {
    EURUSD: {
      ...{ is_close_only: false, price_precision: 5, quote_currency: 'USD', margin_mode: 'leveraged', contract_size: '100000' },
      ...{ fee_rate: '0', spread: '0.0002', overnight: null, calendar: 'crypto' },
    },
  },
})

const TERMS_HASH = sha256Hex(TERMS)

/** The last ticks of the market, for what stands under a receipt, and the published minutes. */
function makeMarket(minuteCount: number): { ticks: BatchTick[]; minutes: Map<number, PublishedMinute> } {
  const ticks: BatchTick[] = []
  const minutes = new Map<number, PublishedMinute>()
  for (let minute = 0; minute < minuteCount; minute++) {
    const begin = DAY + minute * MINUTE_MS
    const seconds = Array.from({ length: 60 }, (_, place) => {
      const second = begin + place * SECOND_MS
      const own = Array.from({ length: SECOND_MS / TICK_MS }, (_tick, index): BatchTick => {
        const time = second + index * TICK_MS
        const price = formatFixedShort(110_000_000n + BigInt((ticks.length + index) % 977) * 1_000n)
        const judged = { time, arrivedAt: time, sourceTime: null, verdict: 'accepted', isConfirmed: true } as const
        return {
          place: index,
          source: 'lp',
          seq: String(ticks.length + index),
          bid: price,
          ask: price,
          last: price,
          isTwoSided: false,
          ...judged,
        }
      })
      ticks.push(...own)
      const batch: PriceBatch = { second, begun: DAY - MINUTE_MS, code: 'EURUSD', ticks: own }
      return { second, begun: batch.begun, ticks: own.length, lines: [writeBatch(batch)] }
    })
    const document = canonicalText(minuteOfSeconds(begin, seconds))
    minutes.set(begin, {
      document,
      hash: sha256Hex(document),
      batches: new Map([['EURUSD', seconds.flatMap(({ lines }) => lines).join('\n')]]),
    })
  }
  return { ticks, minutes }
}

interface Fill {
  readonly order: number
  readonly place: number
  readonly event: 'order_opened' | 'order_closed'
}

/** Openings and closes, by time: an opening never stands before one of an earlier order, and at most so many positions are open at once. */
function* fillsOf(orders: number, tickCount: number): Generator<Fill> {
  const open: Fill[] = []
  const closedBefore = (place: number) => {
    let first = -1
    for (const [at, fill] of open.entries()) if (fill.place < place && (first < 0 || fill.place < (open[first]?.place ?? 0))) first = at
    return first < 0 ? [] : open.splice(first, 1)
  }
  for (let order = 0; order < orders; order++) {
    const place = 400 + Math.floor((order * (tickCount - 1_000)) / orders)
    for (let closed = closedBefore(place); closed.length > 0; closed = closedBefore(place)) yield* closed
    yield { order, place, event: 'order_opened' }
    open.push({ order, place: place + 300 + (order % 200), event: 'order_closed' })
  }
  yield* open.sort((one, other) => one.place - other.place)
}

class ReceiptMaker {
  readonly #ticks: readonly BatchTick[]
  readonly #hashes = new Map<number, string>()

  constructor(ticks: readonly BatchTick[]) {
    this.#ticks = ticks
  }

  /** The body of a receipt as it is signed. */
  body({ order, place, event }: Fill): string {
    const entryPrice = this.#priceAt(event === 'order_opened' ? place : place - 300 - (order % 200)) + 10_000n
    if (event === 'order_opened') {
      const margin = formatAmount(orderMargin({ mode: 'leveraged', contractSize: CONTRACT }, LOTS, entryPrice, 100n, 10n ** 20n))
      return this.#filled(order, place, event, entryPrice, { margin, reason: 'market', terms: TERMS_HASH })
    }
    const exit = this.#priceAt(place) - 10_000n
    const profit = orderProfit({ side: 'buy', lots: LOTS, contractSize: CONTRACT, entryPrice }, exit, 10n ** 20n)
    return this.#filled(order, place, event, exit, { profit: formatAmount(profit), reason: 'manual' })
  }

  #priceAt(place: number): bigint {
    return parseFixed(this.#tickAt(place).last)
  }

  #tickAt(place: number): BatchTick {
    const tick = this.#ticks[place]
    invariant(tick !== undefined, 'an order of the bench is filled within its day')
    return tick
  }

  #hashAt(place: number): string {
    const hash = this.#hashes.get(place) ?? committedTicksHash('EURUSD', this.#ticks.slice(Math.max(0, place + 1 - TICKS_UNDER), place + 1))
    this.#hashes.set(place, hash)
    return hash
  }

  #filled(order: number, place: number, event: string, price: bigint, rest: object): string {
    const { time: at, seq, source, last } = this.#tickAt(place)
    const quote = { bid: formatFixedShort(parseFixed(last) - 10_000n), ask: formatFixedShort(parseFixed(last) + 10_000n), last }
    return JSON.stringify({
      ...{ v: 1, broker: 'aurora', account: String(order % ACCOUNTS), event, order: String(order + 1), parent: null, instrument: 'EURUSD' },
      ...{ side: 'buy', lots: '0.1', leverage: '100', requested_price: null, price: formatFixed(price, 5) },
      ticks_hash: this.#hashAt(place),
      quote: { ...quote, source, symbol: 'EURUSD', seq, time: at, arrived_at: at, age_ms: 0 },
      ...{ conversion_rate: '1', stop_loss: '0', take_profit: '0', trailing_distance: '0', fee: '0.00000000', profit: null },
      ...{ balance_after: '10000.00000000', previous: 'x', at, margin: '0.00000000', ...rest },
    })
  }
}

interface Making {
  /** Milliseconds that making receipts took, which is none of what is measured. */
  ms: number
  readMs: number
}

function* readAll(orders: number, ticks: readonly BatchTick[], spent: Making): Generator<ReceiptToExecute> {
  const maker = new ReceiptMaker(ticks)
  let before = performance.now()
  for (const fill of fillsOf(orders, ticks.length)) {
    const text = maker.body(fill)
    const made = performance.now()
    const facts = readReceiptFacts(JSON.parse(text))
    invariant(facts !== null, 'a receipt of the bench is one')
    spent.readMs += performance.now() - made
    spent.ms += made - before
    yield { facts, isBefore: false }
    before = performance.now()
  }
}

/** @param orders opened and closed in one day */
export async function measureReexecution(orders = ORDERS): Promise<Figure[]> {
  const { ticks, minutes } = makeMarket(minutesFor(orders))
  const spent: Making = { ms: 0, readMs: 0 }
  let same = 0
  const other: string[] = []
  const begun = performance.now()
  await runReexecution(readAll(orders, ticks, spent), {
    readMinute: async (minute) => minutes.get(minute) ?? null,
    terms: [{ at: 0, hash: TERMS_HASH, document: TERMS }],
    ...{ settings: [], refusals: [], startsWhole: true, onRefusal: () => {} },
    onExecution: (_receipt, execution) => {
      if (execution.outcome === 'same') same += 1
      else if (other.length < 3) other.push(JSON.stringify(execution))
    },
    onPrices() {},
    onOtherPrices: (minute, code) => other.push(`prices of ${minute} ${code}`),
  })
  const ms = performance.now() - begun - spent.ms
  if (same !== 2 * orders) throw new Error(`${same} of ${2 * orders} receipts are the same: ${other.join(', ')}`)
  return [
    {
      what: `orders opened and closed, executed again (${orders.toLocaleString('en-GB')})`,
      value: (orders * 1_000) / ms,
      unit: 'orders/s',
      baseline: { what: 'reading their receipts', value: (orders * 1_000) / spent.readMs },
      goal: { atLeast: GOAL.orders / GOAL.seconds },
    },
  ]
}
