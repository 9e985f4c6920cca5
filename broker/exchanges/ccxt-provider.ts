/**
 * A provider over ccxt: orders of the house at the spot market of an exchange. What may not be filled at once is cancelled by the exchange
 * (IOC); what came of an order that was sent into a failing line is asked, never guessed, and never sent again.
 */
import { z } from 'zod'
import { divide, type Fixed, formatFixedShort, isFixedText, parseFixed } from '../../rules/decimal'
import { within } from '../ground/within'
import {
  NOTHING_FILLED,
  type Provider,
  type ProviderEvents,
  type ProviderOrder,
  type ProviderReport,
  type ReportKind,
} from '../providers/provider'
import { Backoff } from './backoff'
import { readQuantity } from './order-book'
import { type Ccxt, CcxtFailure, type CcxtMarket, type CcxtOpened, runCcxt } from './run-ccxt'

interface CcxtProviderSettings {
  /** Its name in the market's file. */
  readonly id: string
  readonly exchange: string
  /** ccxt's name of each of our codes, each of a coin of its own: `{ "BTCUSD": "BTC/USDT" }`. */
  readonly symbols: Readonly<Record<string, string>>
  /** What ccxt's constructor is given: `apiKey`, `secret`, `options`. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** The exchange has read the order and does not take it. Any other failure leaves open what became of it. */
const REFUSALS = [
  'InvalidOrder',
  'InsufficientFunds',
  'BadRequest',
  'AuthenticationError',
  'ArgumentsRequired',
  'NotSupported',
  'OperationRejected',
]
/** An order that is there already is asked after, like one whose fate is not known. */
const IS_THERE = 'DuplicateOrderId'
const ANSWER_MS = 10_000
const FINAL: Readonly<Record<string, ReportKind>> = { closed: 'filled', canceled: 'canceled', expired: 'expired', rejected: 'rejected' }

const Decimal = z.string().nullish()
const Order = z.object({
  id: z.string().nullish(),
  clientOrderId: z.string().nullish(),
  status: z.string().nullish(),
  filled: Decimal,
  average: Decimal,
  timestamp: z.number().nullish(),
  lastUpdateTimestamp: z.number().nullish(),
  trades: z.array(z.object({ id: z.string().nullish(), amount: z.string(), price: z.string() })),
})
type Order = z.infer<typeof Order>

/** @param now Unix milliseconds */
export function ccxtProvider(settings: CcxtProviderSettings, now: () => number, wait = { firstMs: 500, longestMs: 30_000 }): Provider {
  const { id, exchange, symbols } = settings
  const backoff = new Backoff(wait)
  let events: ProviderEvents | null = null
  let ccxt: Ccxt | null = null
  let markets: CcxtOpened['markets'] = {}
  let isConnected = false
  let next: NodeJS.Timeout | undefined

  const turn = (connected: boolean, reason: string): void => {
    if (isConnected === connected) return
    isConnected = connected
    events?.connected(connected, reason)
  }

  const askInTime = async (call: 'order' | 'ask' | 'balance', terms: Readonly<Record<string, unknown>>): Promise<unknown> => {
    if (ccxt === null) throw new CcxtFailure('it is not running', [])
    const answer = await within(ANSWER_MS, ccxt.ask(call, terms))
    if (answer === 'late') throw new CcxtFailure('no answer in time', [])
    return answer
  }

  /** Connected is who answers a question that only the owner of the account may ask. */
  const knock = async (): Promise<void> => {
    clearTimeout(next)
    try {
      await askInTime('balance', {})
      backoff.forget()
      turn(true, '')
    } catch (error) {
      if (events === null) return
      turn(false, reasonOf(error))
      next = setTimeout(() => void knock(), backoff.next())
    }
  }

  const loseTouch = (reason: string): void => {
    turn(false, reason)
    clearTimeout(next)
    if (ccxt?.isOpen) next = setTimeout(() => void knock(), backoff.next())
  }

  const send = async (order: ProviderOrder, symbol: string, market: CcxtMarket): Promise<void> => {
    const amount = formatFixedShort(order.quantity)
    const price = order.limit === null ? null : limitOnStep(order.limit, order.side, market)
    const off = whyNotOnStep(order.quantity, market.amountStep)
    if (off !== null) return events?.reported(reportOf(order, 'rejected', { isFinal: true, reason: off, time: now() }))
    try {
      const made = Order.parse(await askInTime('order', { id: order.id, symbol, side: order.side, amount, price }))
      const reports = reportsOf(order, made, now())
      for (const report of reports) events?.reported(report)
      // The exchange took it and does not say what came of it: whoever listens asks.
      if (!reports.some(({ isFinal }) => isFinal)) loseTouch(`the fate of ${order.id} is not known yet`)
    } catch (error) {
      const kinds = error instanceof CcxtFailure ? error.kinds : []
      if (kinds.includes(IS_THERE) || !REFUSALS.some((kind) => kinds.includes(kind))) return loseTouch(reasonOf(error))
      return events?.reported(reportOf(order, 'rejected', { isFinal: true, reason: reasonOf(error), time: now() }))
    }
  }

  const requireMarket = (code: string): { symbol: string; market: CcxtMarket } => {
    const symbol = symbols[code] ?? ''
    const market = markets[symbol]
    if (!isConnected || market === undefined) throw new Error(`${id}: not connected, or no market for ${code}`)
    return { symbol, market }
  }

  return {
    id,
    get isConnected() {
      return isConnected
    },
    start(listens) {
      events = listens
      const terms = { exchange, settings: settings.settings, symbols: Object.values(symbols), watches: null }
      ccxt = runCcxt(terms, {
        opened(opened) {
          const problem = whyNotTraded(symbols, opened)
          if (problem !== null) return events?.connected(false, problem)
          markets = opened.markets
          return void knock()
        },
        book() {},
        lost() {},
        ended: (reason) => turn(false, reason),
      })
    },
    async submit(order) {
      const { symbol, market } = requireMarket(order.code)
      void send(order, symbol, market)
    },
    async askAfter(order) {
      const { symbol } = requireMarket(order.code)
      try {
        const found = Order.parse(await askInTime('ask', { id: order.id, symbol }))
        if (found.clientOrderId !== order.id) throw new Error(`${exchange} answered for another order`)
        events?.reported(statusOf(order, found, now()))
      } catch (error) {
        if (!(error instanceof CcxtFailure) || !error.kinds.includes('OrderNotFound')) throw error
        events?.reported(reportOf(order, 'unknown', { reason: reasonOf(error), time: now() }))
      }
    },
    async positions() {
      const total = z.record(z.string(), Decimal).parse(await askInTime('balance', {}))
      return Object.entries(symbols).map(([code, symbol]) => {
        const held = total[markets[symbol]?.base ?? ''] ?? '0'
        return { code, quantity: held.startsWith('-') ? -readQuantity(held.slice(1)) : readQuantity(held) }
      })
    },
    async close() {
      events = null
      isConnected = false
      clearTimeout(next)
      await ccxt?.close()
    },
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : String(error))

/** Why orders cannot be sent to these markets at all, or null. */
function whyNotTraded(symbols: Readonly<Record<string, string>>, { markets, hasSteps }: CcxtOpened): string | null {
  const bases = new Set<string>()
  for (const [code, symbol] of Object.entries(symbols)) {
    const market = markets[symbol]
    if (market === undefined) return `it has no ${symbol}`
    if (!market.isSpot) return `${symbol} is not a spot market`
    if (!hasSteps || !isFixedText(market.amountStep ?? '') || !isFixedText(market.priceStep ?? ''))
      return `the steps of ${symbol} are not known`
    if (bases.has(market.base)) return `${code} has the same coin as another code: what is held could not be told apart`
    bases.add(market.base)
  }
  return null
}

function whyNotOnStep(quantity: Fixed, stepText: string | null | undefined): string | null {
  const step = parseFixed(stepText ?? '0')
  return quantity > 0n && quantity % step === 0n ? null : `a quantity of ${formatFixedShort(quantity)} is off its step of ${stepText}`
}

/** The worst price on the exchange's step that is no worse than the limit. */
function limitOnStep(limit: Fixed, side: ProviderOrder['side'], { priceStep }: CcxtMarket): string {
  const step = parseFixed(priceStep ?? '1')
  return formatFixedShort(divide(limit, step, side === 'buy' ? 'down' : 'up') * step)
}

function reportOf(order: ProviderOrder, kind: ReportKind, facts: Partial<ProviderReport> & { readonly time: number }): ProviderReport {
  return {
    kind,
    orderId: order.id,
    ...NOTHING_FILLED,
    isFinal: false,
    reason: '',
    ...facts,
  }
}

function statusOf(order: ProviderOrder, { status, filled, average, timestamp, lastUpdateTimestamp }: Order, now: number): ProviderReport {
  const filledQuantity = readQuantity(filled ?? '0')
  const isFinal = FINAL[status ?? ''] !== undefined
  return reportOf(order, 'status', {
    filledQuantity,
    leavesQuantity: isFinal ? 0n : order.quantity - filledQuantity,
    averagePrice: readQuantity(average ?? '0'),
    isFinal,
    reason: isFinal && filledQuantity < order.quantity ? `it is ${status}` : '',
    time: lastUpdateTimestamp ?? timestamp ?? now,
  })
}

/** What the answer to a new order says: its fills, each with the exchange's number, and then its end. */
function reportsOf(order: ProviderOrder, made: Order, now: number): ProviderReport[] {
  const status = statusOf(order, made, now)
  const { filledQuantity, averagePrice, isFinal, time } = status
  const trades = made.trades.map((trade) => ({
    id: trade.id ?? '',
    quantity: readQuantity(trade.amount),
    price: readQuantity(trade.price),
  }))
  const isListed = trades.every((trade) => trade.id !== '') && trades.reduce((sum, { quantity }) => sum + quantity, 0n) === filledQuantity
  const together =
    filledQuantity > 0n ? [{ id: `${made.id}-${formatFixedShort(filledQuantity)}`, quantity: filledQuantity, price: averagePrice }] : []
  let [filled, value] = [0n, 0n]
  const fills = (isListed ? trades : together).map((fill) => {
    filled += fill.quantity
    value += fill.quantity * fill.price
    return reportOf(order, 'filled', {
      ...{ execId: fill.id, lastQuantity: fill.quantity, lastPrice: fill.price, filledQuantity: filled, time },
      ...{ leavesQuantity: order.quantity - filled, averagePrice: divide(value, filled, 'half-even'), isFinal: filled === order.quantity },
    })
  })
  if (!isFinal || filledQuantity === order.quantity) return fills
  const kind = FINAL[made.status ?? ''] === 'filled' ? 'canceled' : (FINAL[made.status ?? ''] ?? 'canceled')
  return [...fills, { ...status, kind, execId: `${made.id}-${made.status}` }]
}
