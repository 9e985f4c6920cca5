/**
 * The end of a position, whoever asks for it: trader, stop loss, take profit, stop-out or demo reset.
 *
 * Invariant: called with the account row locked; the order completes exactly once, its margin is released and its profit
 * posted in the same transaction. Zero rows moved means that somebody else closed it: nothing is written.
 */
import type { ClosedPush } from '../../contract/socket'
import { formatRate } from '../../rules/conversion'
import { formatFixed } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { closingPrice } from '../../rules/price'
import type { Tx } from '../db/open-database'
import { auditEvent, outbox } from '../db/schema'
import { type AccountSums, postEntries } from '../ledger/post-entries'
import type { TenantQuote } from '../market/pricing'
import { profitAt } from './order-profit'
import { completeOrder, HOLDING, type OrderRow } from './order-store'

export interface Settlement {
  readonly order: OrderRow
  readonly account: AccountSums
}

export interface SettleRequest {
  readonly quote: TenantQuote
  readonly reason: NonNullable<OrderRow['closeReason']>
  /** `trader:<id>` or `engine`. */
  readonly actor: string
  /** Unix milliseconds of the broker's clock. */
  readonly now: number
}

/** `null` when the order was no longer holding. */
export async function settleOrder(tx: Tx, holding: OrderRow, request: SettleRequest): Promise<Settlement | null> {
  const { quote, reason, actor, now } = request
  const profit = profitAt(holding, quote, quote.rate)
  const order = await completeOrder(tx, holding, HOLDING, {
    closePrice: closingPrice(holding.side, quote),
    profit,
    closeConversionRate: formatRate(quote.rate),
    closeReason: reason,
    completedAt: now,
  })
  if (order === null) return null
  const posting = { tenantId: order.tenantId, traderId: order.traderId, isDemo: order.isDemo, orderId: order.id, now } as const
  let account = await postEntries(tx, {
    ...posting,
    kind: 'order_close',
    openOrdersChange: -1,
    entries: [
      { account: 'trader:margin', amount: -order.margin },
      { account: 'trader:available', amount: order.margin + profit },
      { account: 'house:trading', amount: -profit },
    ],
  })
  if (account.openOrders === 0 && account.balance < 0n) {
    // Negative-balance protection: a gap may cost more than the account held; the house bears the rest, visibly.
    account = await postEntries(tx, {
      ...posting,
      kind: 'negative_balance_protection',
      entries: [
        { account: 'trader:available', amount: -account.balance },
        { account: 'house:protection', amount: account.balance },
      ],
    })
  }
  await tx.insert(auditEvent).values({
    tenantId: order.tenantId,
    actor,
    action: 'order.close',
    object: `order:${order.id}`,
    detail: {
      reason,
      closePrice: formatFixed(order.closePrice ?? 0n, order.pricePrecision),
      profit: formatAmount(profit),
      quoteSource: quote.source,
      quoteSeq: quote.seq.toString(),
    },
    createdAt: now,
  })
  await tx.insert(outbox).values({
    tenantId: order.tenantId,
    traderId: order.traderId,
    topic: 'FOREX_CLOSED',
    payload: closedPayload(order),
    createdAt: now,
  })
  return { order, account }
}

/** The private event of an order that has reached another status; the socket writes its time in the listener's language. */
export type OrderEventPayload = Omit<ClosedPush, 'CompleteTimeHandler'> & { readonly CompletedAt: number | null }

export function closedPayload(order: OrderRow): OrderEventPayload {
  return {
    Id: order.id.toString(),
    Status: order.status as ClosedPush['Status'],
    CloseReason: order.closeReason,
    UpdatePrice: formatFixed(order.closePrice ?? order.fillPrice, order.pricePrecision),
    FactProfits: formatAmount(order.profit ?? 0n),
    CompletedAt: order.completedAt,
  }
}
