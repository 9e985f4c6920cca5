/**
 * The receipts of an order, and the ticks round each of its fills.
 *
 * Invariant: a receipt leaves as it was signed; its body is read from the signed text and from nowhere else. Another trader's
 * order does not exist.
 */
import { and, asc, eq } from 'drizzle-orm'
import type { listOrderTicks, listReceipts, Receipt, LoggedTick as WireTick } from '../../contract/orders'
import { done, forTrader, refused, type SomeHandlers, type TraderCall, type TraderHandler } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { receipt, tradeOrder } from '../db/schema'
import { TICKS_AFTER } from '../market/tick-log'
import { ticksAfter } from '../market/tick-log-store'
import { type TickRecord, tickRecord } from './ticks'

type ReceiptRow = typeof receipt.$inferSelect
type OrderRef = Pick<typeof tradeOrder.$inferSelect, 'id' | 'parentId' | 'instrumentCode'>

export function receiptHandlers() {
  return { listReceipts: forTrader(receiptsOfOrder), listOrderTicks: forTrader(ticksOfOrder) } satisfies SomeHandlers
}

/** Oldest first; null where the caller has no such order. */
export async function ownReceipts(call: OwnCall): Promise<ReceiptRow[] | null> {
  const order = await findOrder(call)
  return order === null ? null : receiptsUpTo(call, order)
}

const receiptsOfOrder: TraderHandler<typeof listReceipts> = async (call) => {
  const rows = await ownReceipts(call)
  return rows === null ? refused('ORDER_NOT_FOUND') : done(rows.map(wireReceipt))
}

const ticksOfOrder: TraderHandler<typeof listOrderTicks> = async (call) => {
  const order = await findOrder(call)
  if (order === null) return refused('ORDER_NOT_FOUND')
  const rows = await receiptsUpTo(call, order)
  const withTicks = rows.filter(({ ticks }) => (ticks as TickRecord[]).length > 0)
  return done(await Promise.all(withTicks.map((row) => wireTicks(call.tx, row, order.instrumentCode))))
}

/** An order is split once a partial close; this only keeps a damaged store from being walked for ever. */
const MAX_SPLITS = 64
/** When the ticks round a fill arrived, seen from its receipt. */
const LOGGED_BEFORE_MS = 60_000
const LOGGED_AFTER_MS = 10 * 60_000

type OwnCall = Pick<TraderCall<typeof listReceipts>, 'tx' | 'tenant' | 'input'> & {
  readonly trader: Pick<TraderCall<typeof listReceipts>['trader'], 'id'>
}

const ORDER_COLUMNS = {
  id: tradeOrder.id,
  parentId: tradeOrder.parentId,
  instrumentCode: tradeOrder.instrumentCode,
}

async function findOrder({ tx, tenant, trader, input }: OwnCall): Promise<OrderRef | null> {
  if (!/^\d{1,18}$/.test(input.id)) return null
  const own = and(eq(tradeOrder.tenantId, tenant.id), eq(tradeOrder.traderId, BigInt(trader.id)), eq(tradeOrder.id, BigInt(input.id)))
  const [row] = await tx.select(ORDER_COLUMNS).from(tradeOrder).where(own)
  return row ?? null
}

/** Oldest first. An order that was split off begins with what happened to the one it was split from, up to the split. */
async function receiptsUpTo(call: OwnCall, order: OrderRef): Promise<ReceiptRow[]> {
  let rows = await receiptsOf(call, order.id)
  let parentId = order.parentId
  for (let depth = 0; parentId !== null && depth < MAX_SPLITS; depth++) {
    const first = rows[0]?.id
    const older: ReceiptRow[] = await receiptsOf(call, parentId)
    rows = [...older.filter(({ id }) => first === undefined || id < first), ...rows]
    parentId = await parentOf(call, parentId)
  }
  return rows
}

async function receiptsOf({ tx, tenant, trader }: OwnCall, orderId: bigint): Promise<ReceiptRow[]> {
  return tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.tenantId, tenant.id), eq(receipt.traderId, BigInt(trader.id)), eq(receipt.orderId, orderId)))
    .orderBy(asc(receipt.id))
}

async function parentOf({ tx, tenant, trader }: OwnCall, orderId: bigint): Promise<bigint | null> {
  const [row] = await tx
    .select({ parentId: tradeOrder.parentId })
    .from(tradeOrder)
    .where(and(eq(tradeOrder.tenantId, tenant.id), eq(tradeOrder.traderId, BigInt(trader.id)), eq(tradeOrder.id, orderId)))
  return row?.parentId ?? null
}

function wireReceipt({ body, hash, keyId, signature }: ReceiptRow): Receipt {
  return { body: JSON.parse(body) as Receipt['body'], hash, key_id: keyId, signature }
}

/** The ticks under a receipt and those that were logged behind the traded one. */
export async function wireTicks(tx: Tx, row: Pick<ReceiptRow, 'ticks' | 'createdAt' | 'event' | 'hash'>, code: string) {
  const before = row.ticks as TickRecord[]
  const traded = before.at(-1)
  const after =
    traded === undefined
      ? []
      : await ticksAfter(tx, {
          code,
          source: traded.source,
          seq: BigInt(traded.seq),
          loggedFrom: row.createdAt - LOGGED_BEFORE_MS,
          loggedUntil: row.createdAt + LOGGED_AFTER_MS,
          limit: TICKS_AFTER,
        })
  const Ticks = [...before.map((tick) => wireTick(tick, tick === traded)), ...after.map((tick) => wireTick(tickRecord(tick), false))]
  return { Event: row.event, At: row.createdAt, ReceiptHash: row.hash, Ticks }
}

function wireTick({ source, seq, bid, ask, last, time, verdict, ...times }: TickRecord, isTraded: boolean): WireTick {
  const { source_time: sourceTime, arrived_at: arrivedAt } = times
  return {
    Source: source,
    Seq: seq,
    Bid: bid,
    Ask: ask,
    Last: last,
    Time: time,
    ...(sourceTime === undefined ? {} : { SourceTime: sourceTime }),
    ...(arrivedAt === undefined ? {} : { ArrivedAt: arrivedAt }),
    Verdict: verdict,
    IsTraded: isTraded,
  }
}
