/**
 * I14 and the parts of I6: every order's row against what its receipts say, and the parts of an order against the whole.
 *
 * An order that was split off by a partial close has no opening of its own: it takes the terms of the order it came from. A stop
 * loss that follows the price moves without a receipt, in the trader's favour only.
 * Not here: `version` of an open order, and the conversion rate of one that waits; no receipt tells them, a sealed order does.
 */
import { parseRate } from '../../rules/conversion'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { orderMargin } from '../../rules/margin'
import { formatAmount } from '../../rules/money'
import { orderProfit } from '../../rules/profit'
import { ORDER_STATUS } from '../db/statuses'
import { type AccountRows, groupBy, type OrderRow } from './account-rows'
import type { ReadReceipt, ReceiptTerms } from './check-receipts'
import { sumOf } from './check-receipts'
import type { Findings } from './findings'
import type { ReceiptBody } from './receipt-body'

/** What an order's own receipts and, for a part, those of the order it came from say. */
interface Story {
  readonly order: OrderRow
  /** Receipts of the order itself, oldest first. */
  readonly own: readonly ReceiptBody[]
  /** Receipts of the order that was placed: the order itself, or the one a part came from. */
  readonly root: readonly ReceiptBody[]
  /** Closes of the parts that were split off from this order. */
  readonly parts: readonly ReceiptBody[]
}

type Fact = readonly [column: string, said: string | null, found: string | null]

export function checkOrders(rows: AccountRows, read: readonly ReadReceipt[], terms: ReceiptTerms, findings: Findings): void {
  const bodies = read.map(({ body }) => body).filter(({ event }) => event !== 'adjustment')
  const byOrder = groupBy(bodies, ({ order }) => order)
  const closedParts = groupBy(
    bodies.filter(({ event }) => event === 'order_closed'),
    ({ parent }) => parent,
  )
  const of = (id: bigint) => byOrder.get(String(id)) ?? []
  const since = terms.receiptsSince.get(rows.tenantId) ?? Number.POSITIVE_INFINITY
  for (const order of rows.orders) {
    const own = of(order.id)
    const root = order.parentId === null ? own : of(order.parentId)
    findings.checked('I14', 'orders')
    // What was placed before there were receipts has none of its beginning to be held against.
    if (order.createdAt < since) continue
    if (root.length === 0 || own.length === 0) {
      reportBroken(order, 'a receipt of what happened to it', 'none', findings)
      continue
    }
    compare({ order, own, root, parts: closedParts.get(String(order.id)) ?? [] }, findings)
  }
  checkMissing(rows, bodies, findings)
  checkParts(rows, findings)
}

function reportBroken(order: OrderRow, expected: string, found: string, findings: Findings): void {
  findings.broken({ invariant: 'I14', table: 'trade_order', tenantId: order.tenantId, id: String(order.id), expected, found })
}

/** Orders that receipts speak of and that are not there. */
function checkMissing(rows: AccountRows, bodies: readonly ReceiptBody[], findings: Findings): void {
  const present = new Set(rows.orders.map(({ id }) => String(id)))
  for (const id of new Set(bodies.map(({ order }) => order))) {
    if (id === null || present.has(id)) continue
    const expected = 'the order that its receipts speak of'
    findings.broken({ invariant: 'I14', table: 'trade_order', tenantId: rows.tenantId, id, expected, found: 'no such row' })
  }
}

function compare(story: Story, findings: Findings): void {
  const { order, own } = story
  const facts = [...termFacts(story), ...lifeFacts(story), ...sizeFacts(story)]
  for (const [column, said, found] of facts) {
    if (said !== found) reportBroken(order, `${column} ${said ?? '(none)'}, as its receipts say`, found ?? '(none)', findings)
  }
  const stop = own.at(-1)?.stop_loss ?? '0'
  if (!isStopAsSaid(order, parseFixed(stop)))
    reportBroken(order, `stop_loss ${stop}, as its receipts say`, formatFixedShort(order.stopLoss), findings)
  checkFormulas(story, findings)
}

function isStopAsSaid(order: OrderRow, said: bigint): boolean {
  if (order.stopLoss === said) return true
  const follows = order.status === ORDER_STATUS.holding && order.trailingDistance > 0n
  return follows && (said === 0n || (order.side === 'buy' ? order.stopLoss > said : order.stopLoss < said))
}

const short = (text: string | null | undefined) => (text === null || text === undefined ? null : formatFixedShort(parseFixed(text)))
const millis = (time: number | null | undefined) => (time === null || time === undefined ? null : String(time))
const rate = (text: string | null | undefined) => (text === null || text === undefined ? null : String(parseRate(text)))

function termFacts({ order, own, root }: Story): Fact[] {
  const last = own.at(-1)
  // A close names the price that it was set for; what the order was placed at stands in the receipts before it.
  const placed = root.findLast(({ event }) => event !== 'order_closed')
  return [
    ['instrument_code', last?.instrument ?? null, order.instrumentCode],
    ['side', last?.side ?? null, order.side],
    ['pending_kind', last?.kind === undefined ? order.pendingKind : last.kind, order.pendingKind],
    ['leverage', last?.leverage ?? null, order.leverage === null ? null : String(order.leverage)],
    ['requested_price', short(placed?.requested_price), formatFixedShort(order.requestedPrice)],
    ['price_precision', String(last?.stop_loss?.split('.')[1]?.length ?? 0), String(order.pricePrecision)],
    ['take_profit', short(last?.take_profit), formatFixedShort(order.takeProfit)],
    ['trailing_distance', short(last?.trailing_distance), formatFixedShort(order.trailingDistance)],
    ['parent_id', last?.parent ?? null, order.parentId === null ? null : String(order.parentId)],
    ['created_at', millis(root[0]?.at), String(order.createdAt)],
  ]
}

/** What became of it: status, prices, result and times. */
function lifeFacts({ order, own, root }: Story): Fact[] {
  const opened = root.find(({ event }) => event === 'order_opened')
  const closed = own.find(({ event }) => event === 'order_closed')
  const cancelled = own.find(({ event }) => event === 'order_cancelled')
  const quoted = opened ?? root.findLast(({ event }) => event === 'order_sent') ?? root.find(({ event }) => event === 'order_placed')
  const reason = cancelled === undefined ? (closed?.reason ?? null) : cancelled.reason === 'demo_reset' ? 'demo_reset' : 'cancelled'
  const { pending, holding, completed } = ORDER_STATUS
  const status = closed !== undefined || cancelled !== undefined ? completed : opened === undefined ? pending : holding
  return [
    ['status', String(status), String(order.status)],
    ['fill_price', short(opened?.price ?? '0'), formatFixedShort(order.fillPrice)],
    ['close_price', short(closed?.price), order.closePrice === null ? null : formatFixedShort(order.closePrice)],
    ['profit', closed?.profit ?? null, order.profit === null ? null : formatAmount(order.profit)],
    ...(opened === undefined ? [] : [['conversion_rate', rate(opened.conversion_rate), rate(order.conversionRate)] as const]),
    ['close_conversion_rate', rate(closed?.conversion_rate), rate(order.closeConversionRate)],
    ['quote_source', quoted?.quote?.source ?? order.quoteSource, order.quoteSource],
    ['quote_seq', quoted?.quote?.seq ?? String(order.quoteSeq), String(order.quoteSeq)],
    ['close_reason', reason, order.closeReason],
    ['cancel_reason', cancelled?.reason ?? null, order.cancelReason],
    ['opened_at', millis(opened?.at), millis(order.openedAt)],
    ['completed_at', millis((closed ?? cancelled)?.at), millis(order.completedAt)],
  ]
}

/** An open order is what was opened less the parts that were closed; one that has ended is what its last receipt says. */
function sizeFacts({ order, own, parts }: Story): Fact[] {
  const whole = order.status === ORDER_STATUS.completed ? own.at(-1) : (own.find(({ event }) => event === 'order_opened') ?? own.at(-1))
  const closedParts = order.status === ORDER_STATUS.completed ? [] : parts
  const left = (key: 'lots' | 'margin' | 'fee') =>
    closedParts.reduce((sum, part) => sum - parseFixed(part[key] ?? '0'), parseFixed(whole?.[key] ?? '0'))
  return [
    ['lots', formatFixedShort(left('lots')), formatFixedShort(order.lots)],
    ['margin', formatAmount(left('margin')), formatAmount(order.margin)],
    ['fee', formatAmount(left('fee')), formatAmount(order.fee)],
  ]
}

/** Contract size, margin mode and currency stand in no receipt, but the margin and the profit follow from them. */
function checkFormulas({ order, own, root }: Story, findings: Findings): void {
  const opened = root.find(({ event }) => event === 'order_opened')
  if (opened === undefined) return
  const { lots, price, margin, conversion_rate } = opened
  if (lots !== null && price !== null && margin !== null && conversion_rate !== null) {
    const terms = { mode: order.marginMode, contractSize: order.contractSize }
    const worked = orderMargin(terms, parseFixed(lots), parseFixed(price), BigInt(order.leverage ?? 1), parseRate(conversion_rate))
    if (formatAmount(worked) !== margin) reportBroken(order, `terms that give the margin ${margin}`, formatAmount(worked), findings)
    const needsNone = order.quoteCurrency === 'USD' || order.quoteCurrency === 'USDT'
    if (needsNone && parseRate(conversion_rate) !== parseRate('1')) {
      reportBroken(order, `a currency that is converted at ${conversion_rate}`, order.quoteCurrency, findings)
    }
  }
  const closed = own.find(({ event }) => event === 'order_closed')
  if (closed?.profit === undefined || closed.profit === null || closed.conversion_rate === null || closed.price === null) return
  const position = { side: order.side, lots: order.lots, contractSize: order.contractSize, entryPrice: order.fillPrice }
  const profit = formatAmount(orderProfit(position, parseFixed(closed.price), parseRate(closed.conversion_rate)))
  if (profit !== closed.profit) reportBroken(order, `the profit ${profit}, by the formula`, closed.profit, findings)
}

/** I6: what was locked and paid at the opening is what the order and its parts hold or held. */
function checkParts(rows: AccountRows, findings: Findings): void {
  const openings = new Map(rows.transactions.filter(({ kind }) => kind === 'order_open').map((movement) => [movement.orderId, movement]))
  const partsOf = groupBy(rows.orders, ({ parentId }) => parentId)
  for (const order of rows.orders) {
    const opening = openings.get(order.id)
    const parts = partsOf.get(order.id)
    if (order.parentId !== null || opening === undefined || parts === undefined) continue
    const family = [order, ...parts]
    findings.checked('I6', 'orders closed in parts')
    const margin = family.reduce((sum, one) => sum + one.margin, 0n)
    const fee = family.reduce((sum, one) => sum + one.fee, 0n)
    const [locked, paid] = [sumOf(opening, 'trader:margin'), sumOf(opening, 'house:fees')]
    if (margin === locked && fee === paid) continue
    const expected = `parts with margin ${formatAmount(locked)} and fee ${formatAmount(paid)} together`
    const found = `${formatAmount(margin)} and ${formatAmount(fee)}`
    findings.broken({ invariant: 'I6', table: 'trade_order', tenantId: order.tenantId, id: String(order.id), expected, found })
  }
}
