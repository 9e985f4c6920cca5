/** Holds stops and targets against what became of them: each at most once, none overlooked, each at a tick that somebody watched. */
import { and, eq, gte, inArray, ne } from 'drizzle-orm'
import type { Database } from '../../broker/db/open-database'
import { receipt, tradeOrder } from '../../broker/db/schema'
import { formatFixed, parseFixed } from '../../rules/decimal'

/** From the fault to the first answer of the node that took over; Unix milliseconds of the servers' clock. */
interface Gap {
  readonly from: number
  readonly until: number
}

interface TriggerFindings {
  readonly violations: readonly string[]
  /** Closed by a stop or a target since the fault. */
  readonly fired: number
}

interface Body {
  readonly order: string
  readonly side: string
  readonly price: string
  readonly requested_price: string | null
  readonly stop_loss: string
  readonly take_profit: string
  readonly reason: string | null
  readonly quote: { readonly bid: string; readonly ask: string; readonly time: number }
}

const TRIGGERED = ['stop_loss', 'take_profit']

export async function verifyTriggers(database: Database, { from, until }: Gap): Promise<TriggerFindings> {
  const violations: string[] = []
  const rows = await database.system((tx) =>
    tx
      .select({ body: receipt.body })
      .from(receipt)
      .where(and(eq(receipt.event, 'order_closed'), gte(receipt.createdAt, from))),
  )
  const closes = rows.map(({ body }) => JSON.parse(body) as Body)
  const counts = new Map<string, number>()
  for (const { order } of closes) counts.set(order, (counts.get(order) ?? 0) + 1)
  for (const [order, count] of counts) if (count > 1) violations.push(`order ${order} was closed ${count} times`)
  const triggered = closes.filter(({ reason }) => reason !== null && TRIGGERED.includes(reason))
  for (const { order, side, price, requested_price, stop_loss, take_profit, reason, quote } of triggered) {
    const level = reason === 'stop_loss' ? stop_loss : take_profit
    const isBuy = side === 'buy'
    const market = isBuy ? quote.bid : quote.ask
    if (requested_price !== level) violations.push(`order ${order}: its receipt names ${requested_price} and its ${reason} is ${level}`)
    if (parseFixed(price) !== parseFixed(market)) violations.push(`order ${order}: closed at ${price} where the tick says ${market}`)
    const isBelow = parseFixed(market) <= parseFixed(level)
    const isReached = (reason === 'stop_loss') === isBuy ? isBelow : parseFixed(market) >= parseFixed(level)
    if (!isReached) violations.push(`order ${order}: its ${reason} ${level} was not reached by ${market}`)
    // Nobody watched: what the price did meanwhile sets nothing off; the first tick that is watched again does.
    if (quote.time > from + IN_FLIGHT_MS && quote.time < until - OPENING_MS)
      violations.push(`order ${order}: closed at a tick of ${until - quote.time} ms before anybody served again`)
  }
  return { violations, fired: triggered.length }
}

/** What the node that fell was doing when it did. */
const IN_FLIGHT_MS = 500
/** The market of the next node runs a moment before the node says that it is ready. */
const OPENING_MS = 3_000

/** Open orders whose stop or target the present price has reached, by id. */
export async function overdue(
  database: Database,
  prices: ReadonlyMap<string, { readonly bid: string; readonly ask: string }>,
): Promise<Set<string>> {
  const open = await database.system((tx) =>
    tx
      .select()
      .from(tradeOrder)
      .where(and(ne(tradeOrder.status, 3), inArray(tradeOrder.instrumentCode, [...prices.keys()]))),
  )
  const reached = open.filter(({ instrumentCode, side, status, stopLoss, takeProfit }) => {
    const quote = prices.get(instrumentCode)
    if (status !== 1 || quote === undefined) return false
    const isBuy = side === 'buy'
    const market = parseFixed(isBuy ? quote.bid : quote.ask)
    const isStopped = stopLoss > 0n && (isBuy ? market <= stopLoss : market >= stopLoss)
    return isStopped || (takeProfit > 0n && (isBuy ? market >= takeProfit : market <= takeProfit))
  })
  return new Set(reached.map(({ id, stopLoss, takeProfit }) => `${id} (${formatFixed(stopLoss)}, ${formatFixed(takeProfit)})`))
}
