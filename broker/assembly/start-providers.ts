/** The providers of the market's file, and which companies' orders have a way to them: as the file and the brands are now. */
import path from 'node:path'
import type { BrandProblem } from '../../contract/in-process'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { ProviderOrders } from '../execution/provider-orders'
import type { FollowedMarket } from '../feeds/open-market-file'
import type { OpenedProvider } from '../feeds/open-provider'
import type { Market } from '../market/open-market'
import { OrderRoutes } from '../market/order-routes'
import type { Reconciliation } from '../reconciliation/open-reconciliation'
import type { BrokerParts } from './broker-parts'
import { isMarketShared } from './open-market-room'

interface RouteGround {
  readonly market: Market
  readonly directory: TenantDirectory
  readonly sources: FollowedMarket | null
}

export function openRoutes(
  { logger, providers = [] }: Pick<BrokerParts, 'logger' | 'providers'>,
  { market, directory, sources }: RouteGround,
): OrderRoutes {
  const routes = new OrderRoutes(({ tenantId, code, path: place, reason }) =>
    logger.error({ tenant: tenantId, code, place, reason }, 'orders have no way: the company takes no new ones of the instrument'),
  )
  const known = [...providers, ...(sources?.providers() ?? [])]
  routes.take({
    ...{ tenants: directory.tenants, instruments: market.instruments() },
    ...{ providers: dealtIn(known), testSystems: testSystemsOf(known) },
  })
  return routes
}

export async function startProviders(
  { providers: own = [], logger, leases, natsUrl }: Pick<BrokerParts, 'providers' | 'logger' | 'leases' | 'natsUrl'>,
  sources: FollowedMarket | null,
  {
    orders,
    routes,
    reconciliation,
  }: { readonly orders: ProviderOrders; readonly routes: OrderRoutes; readonly reconciliation: Reconciliation },
): Promise<void> {
  const take = async (named: readonly OpenedProvider[]) => {
    const isShared = isMarketShared({ leases, natsUrl })
    if (isShared && named.length > 0)
      logger.error(
        { providers: named.map(({ provider }) => provider.id) },
        'orders of providers go through one node: restart all nodes, and one serves',
      )
    const all = isShared ? own : [...own, ...named]
    routes.take({ providers: dealtIn(all), testSystems: testSystemsOf(all) })
    const places = all.flatMap(({ provider, symbols, statement }) => (statement ? { ...statement, provider: provider.id, symbols } : []))
    await reconciliation.take(
      all.flatMap(({ copies }) => copies ?? []),
      places,
    )
    await orders.take(all.map(({ provider }) => provider))
  }
  await take(sources?.providers() ?? [])
  sources?.onProviders(take)
}

function dealtIn(providers: readonly OpenedProvider[]): ReadonlyMap<string, Pick<OpenedProvider, 'symbols'>> {
  return new Map(providers.map(({ provider, symbols }) => [provider.id, { symbols }]))
}

function testSystemsOf(providers: readonly OpenedProvider[]): ReadonlySet<string> {
  return new Set(providers.flatMap(({ provider, isSimulated }) => (isSimulated ? [provider.id] : [])))
}

/** As the desk is told what is wrong with a brand's file. */
export function routeProblemsAsBrand(routes: OrderRoutes, tenantsDir: string, tenantId: string): BrandProblem[] {
  const file = path.join(tenantsDir, tenantId, 'tenant.json')
  return routes.problemsOf(tenantId).map(({ path: place, reason, mend, owner }) => ({
    ...{ tenantId, file, path: place, reason, mend },
    ...(owner === undefined ? {} : { owner }),
  }))
}
