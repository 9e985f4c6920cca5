/**
 * What traders' orders asked of a provider, as rows: written with the order that is under way, ended once with what came of it.
 *
 * Invariant: an order has at most one asking that has not ended (unique index), and each asking has at most one provider order.
 */
import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Fixed } from '../../rules/decimal'
import type { FeeType } from '../../rules/fee'
import type { OrderSide } from '../../rules/price'
import type { Tx } from '../db/open-database'
import { providerOrder, routedOrder } from '../db/schema'
import { invariant } from '../ground/invariant'
import type { TickRecord } from '../receipts/ticks'

/** A quote as JSON keeps it. */
export interface StoredQuote {
  readonly bid: string
  readonly ask: string
  readonly last: string
  readonly rate: string
  readonly seq: string
  readonly source: string
  readonly symbol: string
  readonly time: number
  /** Of what was sent before it was kept there is none. */
  readonly sourceTime?: number
  readonly arrivedAt?: number
  readonly ageMs: number
  readonly ticks: readonly TickRecord[]
}

export type RouteRow = Omit<typeof routedOrder.$inferSelect, 'quote'> & { readonly quote: StoredQuote }
type RoutePurpose = RouteRow['purpose']

/** One asking, as a decision records it. */
export interface NewRoute {
  readonly orderId: bigint
  readonly instrumentCode: string
  readonly contractSize: Fixed
  readonly purpose: RoutePurpose
  readonly reason: string
  readonly reverses: boolean
  /** What is bought or sold at the provider. */
  readonly side: OrderSide
  readonly lots: Fixed
  readonly provider: string
  readonly limit: Fixed | null
  readonly markUp: Fixed
  readonly fee: { readonly type: FeeType; readonly rate: Fixed } | null
  readonly quote: StoredQuote
  /** The provider cannot be reached: it is asked as soon as it can. */
  readonly waits: boolean
}

/** Of a provider that refused and gave no words. */
export const NO_WORDS = '–'

/** What came of an asking. */
export interface RouteEnd {
  readonly outcome: NonNullable<RouteRow['outcome']>
  readonly resultOrderId: bigint
  readonly openedOrderId: bigint | null
  readonly filledLots: Fixed
  readonly providerPrice: Fixed
  readonly refusal: string
}

interface Holder {
  readonly tenantId: string
  readonly traderId: bigint
}

/** @param providerOrderId null while it waits for its provider */
async function insertRoute(tx: Tx, holder: Holder, route: NewRoute, providerOrderId: string | null, now: number): Promise<void> {
  await tx.insert(routedOrder).values({
    tenantId: holder.tenantId,
    traderId: holder.traderId,
    orderId: route.orderId,
    purpose: route.purpose,
    reason: route.reason,
    reverses: route.reverses,
    lots: route.lots,
    provider: route.provider,
    providerOrderId,
    limitPrice: route.limit,
    markUp: route.markUp,
    feeType: route.fee?.type ?? null,
    feeRate: route.fee?.rate ?? null,
    quote: route.quote,
    createdAt: now,
  })
}

export async function endRoute(tx: Tx, tenantId: string, id: bigint, end: RouteEnd, now: number): Promise<void> {
  const rows = await tx
    .update(routedOrder)
    .set({ ...end, endedAt: now })
    .where(and(eq(routedOrder.tenantId, tenantId), eq(routedOrder.id, id), isNull(routedOrder.endedAt)))
    .returning({ id: routedOrder.id })
  invariant(rows.length === 1, 'an asking ends once')
}

type RouteName = Pick<RouteRow, 'tenantId' | 'id'>
const isRoute = ({ tenantId, id }: RouteName) => and(eq(routedOrder.tenantId, tenantId), eq(routedOrder.id, id))
const WAITS = and(isNull(routedOrder.providerOrderId), isNull(routedOrder.endedAt))

/** Whether it still waits for its provider; nobody else sends it until the transaction ends. */
async function lockWaitingRoute(tx: Tx, route: RouteName): Promise<boolean> {
  const rows = await tx
    .select({ id: routedOrder.id })
    .from(routedOrder)
    .where(and(isRoute(route), WAITS))
    .for('update')
  return rows.length === 1
}

async function nameProviderOrder(tx: Tx, route: RouteName, providerOrderId: string): Promise<void> {
  await tx.update(routedOrder).set({ providerOrderId }).where(isRoute(route))
}

async function routeOfProviderOrder(tx: Tx, tenantId: string, providerOrderId: string): Promise<RouteRow | null> {
  const [row] = await tx
    .select()
    .from(routedOrder)
    .where(and(eq(routedOrder.tenantId, tenantId), eq(routedOrder.providerOrderId, providerOrderId)))
  return (row as RouteRow | undefined) ?? null
}

/** Which asking of an order is meant: when it was made, and what for. */
export interface Asking {
  readonly purpose: RoutePurpose
  readonly at: number
}

async function askedRoute(tx: Tx, { tenantId, id }: RouteName, { purpose, at }: Asking): Promise<RouteRow | null> {
  const [row] = await tx
    .select()
    .from(routedOrder)
    .where(
      and(eq(routedOrder.tenantId, tenantId), eq(routedOrder.orderId, id), eq(routedOrder.purpose, purpose), eq(routedOrder.createdAt, at)),
    )
    .orderBy(desc(routedOrder.id))
    .limit(1)
  return (row as RouteRow | undefined) ?? null
}

/** Of all companies: what waits for its provider, oldest first. */
async function waitingRoutes(tx: Tx): Promise<RouteRow[]> {
  const rows = await tx.select().from(routedOrder).where(WAITS).orderBy(asc(routedOrder.id))
  return rows as RouteRow[]
}

/** Of all companies: what has not ended here although it is over at its provider. */
async function answeredRoutes(tx: Tx): Promise<{ readonly tenantId: string; readonly providerOrderId: string }[]> {
  return tx
    .select({ tenantId: routedOrder.tenantId, providerOrderId: providerOrder.id })
    .from(routedOrder)
    .innerJoin(providerOrder, and(eq(providerOrder.tenantId, routedOrder.tenantId), eq(providerOrder.id, routedOrder.providerOrderId)))
    .where(and(isNull(routedOrder.endedAt), isNotNull(providerOrder.endedAt)))
}

/** Where askings are kept: the database is one place, the simulation has another, which it crashes on purpose. */
export const databaseRouteRows = {
  insertRoute,
  lockWaitingRoute,
  nameProviderOrder,
  routeOfProviderOrder,
  askedRoute,
  waitingRoutes,
  answeredRoutes,
}

/** All askings of these orders, and those that made them: oldest first. */
export async function routesOf(tx: Tx, tenantId: string, orderIds: readonly bigint[]): Promise<RouteRow[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .select()
    .from(routedOrder)
    .where(
      and(
        eq(routedOrder.tenantId, tenantId),
        or(inArray(routedOrder.orderId, [...orderIds]), inArray(routedOrder.resultOrderId, [...orderIds])),
      ),
    )
    .orderBy(asc(routedOrder.id))
  return rows as RouteRow[]
}
