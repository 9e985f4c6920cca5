/**
 * A day executed again: market orders that are opened and closed on a market of five ticks a second, from the texts that a company
 * publishes: minutes with their roots, terms, receipts. `REEXECUTED_ORDERS` is how many.
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

const ORDERS = Number(process.env.REEXECUTED_ORDERS ?? 20_000)
const DAY = Date.UTC(2026, 10, 25)
const TICK_MS = 200
const ACCOUNTS = 500
const TICKS_UNDER = 12
const LOTS = parseFixed('0.1')
const CONTRACT = parseFixed('100000')
/** As many as a day of that many orders needs, so that each minute has its share. */
const MINUTES = Math.min(1_430, Math.max(10, Math.ceil(ORDERS / 700)))

const TERMS = canonicalText({
  ...{ kind: 'terms', mode: 'normal', fee_type: 'per-lot', stop_out_level: '50' },
  instruments: {
    EURUSD: {
      ...{ is_close_only: false, price_precision: 5, quote_currency: 'USD', margin_mode: 'leveraged', contract_size: '100000' },
      ...{ fee_rate: '0', spread: '0.0002', overnight: null, calendar: 'crypto' },
    },
  },
})

/** The last ticks of the market, for what stands under a receipt, and the published minutes. */
function makeMarket(): { ticks: BatchTick[]; minutes: Map<number, PublishedMinute> } {
  const ticks: BatchTick[] = []
  const minutes = new Map<number, PublishedMinute>()
  for (let minute = 0; minute < MINUTES; minute++) {
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

/** The bodies of an opening and its close, by time. */
function makeReceipts(ticks: readonly BatchTick[]): { at: number; body: string }[] {
  const hashes = new Map<number, string>()
  const hashAt = (place: number): string => {
    const hash = hashes.get(place) ?? committedTicksHash('EURUSD', ticks.slice(Math.max(0, place + 1 - TICKS_UNDER), place + 1))
    hashes.set(place, hash)
    return hash
  }
  const made: { at: number; body: string }[] = []
  for (let order = 0; order < ORDERS; order++) {
    const opened = 400 + Math.floor((order * (ticks.length - 1_000)) / ORDERS)
    const filled = (place: number, event: string, price: bigint, rest: object) => {
      const { time: at, seq, source, last } = ticks[place] as BatchTick
      const quote = { bid: formatFixedShort(parseFixed(last) - 10_000n), ask: formatFixedShort(parseFixed(last) + 10_000n), last }
      const body = {
        ...{
          v: 1,
          broker: 'aurora',
          account: String(order % ACCOUNTS),
          event,
          order: String(order + 1),
          parent: null,
          instrument: 'EURUSD',
        },
        ...{ side: 'buy', lots: '0.1', leverage: '100', requested_price: null, price: formatFixed(price, 5), ticks_hash: hashAt(place) },
        quote: { ...quote, source, symbol: 'EURUSD', seq, time: at, arrived_at: at, age_ms: 0 },
        ...{ conversion_rate: '1', stop_loss: '0', take_profit: '0', trailing_distance: '0', fee: '0.00000000', profit: null },
        ...{ balance_after: '10000.00000000', previous: 'x', at, margin: '0.00000000', ...rest },
      }
      made.push({ at, body: JSON.stringify(body) })
    }
    const closed = opened + 300 + (order % 200)
    const [entryPrice, exit] = [
      parseFixed((ticks[opened] as BatchTick).last) + 10_000n,
      parseFixed((ticks[closed] as BatchTick).last) - 10_000n,
    ]
    const margin = formatAmount(orderMargin({ mode: 'leveraged', contractSize: CONTRACT }, LOTS, entryPrice, 100n, 10n ** 20n))
    filled(opened, 'order_opened', entryPrice, { margin, reason: 'market', terms: sha256Hex(TERMS) })
    const profit = orderProfit({ side: 'buy', lots: LOTS, contractSize: CONTRACT, entryPrice }, exit, 10n ** 20n)
    filled(closed, 'order_closed', exit, { profit: formatAmount(profit), reason: 'manual' })
  }
  return made.sort((one, other) => one.at - other.at)
}

function* readAll(receipts: readonly { readonly body: string }[]): Generator<ReceiptToExecute> {
  for (const { body } of receipts) {
    const facts = readReceiptFacts(JSON.parse(body))
    invariant(facts !== null, 'a receipt of the bench is one')
    yield { facts, isBefore: false }
  }
}

export async function measureReexecution(): Promise<Figure[]> {
  const { ticks, minutes } = makeMarket()
  const receipts = makeReceipts(ticks)
  const readAt = performance.now()
  for (const _receipt of readAll(receipts));
  const readMs = performance.now() - readAt
  let same = 0
  const other: string[] = []
  const begun = performance.now()
  await runReexecution(readAll(receipts), {
    readMinute: async (minute) => minutes.get(minute) ?? null,
    terms: [{ at: 0, hash: sha256Hex(TERMS), document: TERMS }],
    ...{ settings: [], refusals: [], startsWhole: true, onRefusal: () => {} },
    onExecution: (_receipt, execution) => {
      if (execution.outcome === 'same') same += 1
      else if (other.length < 3) other.push(JSON.stringify(execution))
    },
    onPrices() {},
    onOtherPrices: (minute, code) => other.push(`prices of ${minute} ${code}`),
  })
  const ms = performance.now() - begun
  if (same !== receipts.length) throw new Error(`${same} of ${receipts.length} receipts are the same: ${other.join(', ')}`)
  const what = `orders opened and closed, executed again (${ORDERS.toLocaleString('en-GB')})`
  return [
    {
      what,
      value: (ORDERS * 1_000) / ms,
      unit: 'orders/s',
      baseline: { what: 'reading their receipts', value: (ORDERS * 1_000) / readMs },
    },
  ]
}
