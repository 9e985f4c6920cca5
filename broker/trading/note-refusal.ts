/**
 * An order that is refused leaves no row: what is counted of it is its day, instrument, type and reason, and nothing of whose it was.
 *
 * Invariant: written in the transaction that keeps the refusal as the answer to its key, so a repeated call is counted once; appended, so
 * that no order waits for another one's row.
 */
import type { ParsedInputOf } from '../../contract/endpoint'
import type { ErrorName } from '../../contract/errors'
import type { submitOrder } from '../../contract/orders'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { pendingKind } from '../../rules/pending-kind'
import type { Refusal } from '../../rules/reexecute/refusals'
import { utcDay } from '../../rules/utc-day'
import type { Tx } from '../db/open-database'
import { orderRefusal } from '../db/schema'
import type { Pricing } from '../market/pricing'
import { canonicalText } from '../receipts/canonical-json'

/** Not an order that could have been executed: nothing of the kind is there, or it is being executed already. */
const NO_ORDER: ReadonlySet<ErrorName> = new Set([
  'INSTRUMENT_NOT_FOUND',
  'ORDER_NOT_FOUND',
  'ORDER_NOT_HOLDING',
  'ORDER_NOT_PENDING',
  'ORDER_UNDER_WAY',
])

interface RefusedBy {
  readonly tx: Tx
  readonly tenant: Tenant
  readonly trader: { readonly isDemo: boolean }
  readonly now: number
}

export interface RefusedOrder {
  readonly instrumentCode: string
  readonly type: (typeof orderRefusal.$inferInsert)['type']
  readonly reason: ErrorName
  /** What it takes to judge it; left out where that is not to be told. */
  readonly facts?: Omit<Refusal, 'at' | 'instrument' | 'type' | 'reason'> | undefined
}

export async function noteRefusals({ tx, tenant, trader, now }: RefusedBy, orders: readonly RefusedOrder[]): Promise<void> {
  const counted = orders.filter(({ reason }) => !NO_ORDER.has(reason))
  if (counted.length === 0) return
  const of = { tenantId: tenant.id, day: utcDay(now), isDemo: trader.isDemo }
  const rows = counted.map(({ facts, ...order }) => {
    const { instrumentCode: instrument, type, reason } = order
    const told = facts === undefined ? null : ({ at: now, instrument, type, reason, ...facts } satisfies Refusal)
    return { ...of, ...order, createdAt: now, facts: told === null ? null : canonicalText(told) }
  })
  await tx.insert(orderRefusal).values(rows)
}

/** What a ticket asked for; a pending one by the price of now, as a limit where there is none. */
export function typeOfTicket(
  pricing: Pick<Pricing, 'quote'>,
  tenant: Tenant,
  code: string,
  { status, type, target_price: target = '0' }: ParsedInputOf<typeof submitOrder>,
): RefusedOrder['type'] {
  if (status === '1') return 'market'
  const quote = pricing.quote(tenant, code)
  return (quote === null ? null : pendingKind(type === '1' ? 'buy' : 'sell', parseFixed(target), quote)) ?? 'limit'
}

/** What lies open of it: by the market, the terms or the price it was judged at. What an account can carry is its owner's affair. */
const JUDGED: ReadonlySet<ErrorName> = new Set([
  ...(['MARKET_CLOSED', 'TRADING_PAUSED', 'TRADING_BRAKED', 'LOTS_TOO_SMALL', 'LOTS_TOO_LARGE', 'LOTS_OFF_STEP', 'PRICE_MOVED'] as const),
  ...(['TARGET_IS_MARKET_PRICE', 'TARGET_TOO_CLOSE', 'STOP_LOSS_WRONG_SIDE', 'STOP_LOSS_TOO_CLOSE'] as const),
  ...(['TAKE_PROFIT_WRONG_SIDE', 'TAKE_PROFIT_TOO_CLOSE'] as const),
])
const OF_SIZE: ReadonlySet<ErrorName> = new Set(['LOTS_TOO_SMALL', 'LOTS_TOO_LARGE', 'LOTS_OFF_STEP'])

/** @param price at which it was judged, as its answer says */
export function factsOfTicket(
  {
    type,
    status,
    cont,
    price: asked,
    max_slippage,
    target_price,
    stop_loss_price,
    target_profit_price,
    trailing_distance,
  }: ParsedInputOf<typeof submitOrder>,
  { error, details }: { readonly error: ErrorName; readonly details?: Readonly<Record<string, string>> | undefined },
): RefusedOrder['facts'] {
  if (!JUDGED.has(error)) return undefined
  return {
    side: type === '1' ? 'buy' : 'sell',
    price: details?.price ?? null,
    asked: asked ?? null,
    max_slippage: max_slippage ?? null,
    target: status === '1' ? null : (target_price ?? null),
    stop_loss: stop_loss_price ?? null,
    take_profit: target_profit_price ?? null,
    trailing: trailing_distance ?? null,
    lots: OF_SIZE.has(error) ? cont : null,
  }
}
