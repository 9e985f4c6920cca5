/** What a provider has to do with listed orders. Orders of the company's own book cost nothing here. */
import type { Tenant } from '../../contract/tenant'
import type { Tx } from '../db/open-database'
import { ORDER_STATUS } from '../db/statuses'
import type { OrderRow } from '../ledger/order-store'
import { type RouteRow, routesOf } from '../ledger/routed-orders'
import type { ProviderState } from '../ledger/trade-unit'
import type { Pricing } from '../market/pricing'

interface RoutedFacts {
  readonly asked: { readonly at: number; readonly isSent: boolean } | null
  readonly fills: readonly RouteRow[]
  readonly waitsFor: string | null
}

interface FactsGround {
  readonly tenant: Tenant
  readonly pricing: Pricing
  readonly providers: ProviderState | undefined
}

const NONE: RoutedFacts = { asked: null, fills: [], waitsFor: null }

export async function routedFacts(tx: Tx, ground: FactsGround, orders: readonly OrderRow[]): Promise<(order: OrderRow) => RoutedFacts> {
  const routed = orders.filter(({ provider }) => provider !== null)
  const ids = new Set(routed.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])))
  const routes = await routesOf(tx, routed[0]?.tenantId ?? '', [...ids])
  return (order) => {
    if (order.isDemo) return NONE
    // It may have been answered between the two readings: then the order is told as it was.
    const asked = routes.findLast((route) => route.orderId === order.id && route.purpose === order.underWay)
    const isOpening = ({ purpose, orderId }: RouteRow) => purpose === 'open' && orderId === (order.parentId ?? order.id)
    const isClosing = ({ purpose, resultOrderId }: RouteRow) =>
      purpose === 'close' && resultOrderId === order.id && order.status === ORDER_STATUS.completed
    return {
      asked: asked === undefined ? null : { at: asked.createdAt, isSent: asked.providerOrderId !== null },
      fills: routes.filter((route) => (route.filledLots ?? 0n) > 0n && (isOpening(route) || isClosing(route))),
      waitsFor: waitsFor(order, ground),
    }
  }
}

/** A pending order does not fire while its provider cannot be asked. */
function waitsFor(order: OrderRow, { tenant, pricing, providers }: FactsGround): string | null {
  if (order.status !== ORDER_STATUS.pending || order.underWay !== null) return null
  const execution = pricing.termsOf(tenant).get(order.instrumentCode)?.execution
  return execution?.model === 'stp' && providers?.isConnected(execution.provider) !== true ? execution.provider : null
}
