/** What the risk desk has to know of cover; a house that covers nothing is a normal case. */
import type { RiskSource } from '../../contract/desk/risk'
import type { Tenant } from '../../contract/tenant'
import { divide, FIXED_ONE, formatFixed } from '../../rules/decimal'
import type { CoverPosition } from '../cover/book-fills'
import type { ProviderOrders } from '../execution/provider-orders'
import type { Pricing } from '../market/pricing'

export interface CoverFigures {
  /** What is held of an instrument, one entry a provider; with what has been made of it. */
  heldOf(tenantId: string, code: string): readonly CoverPosition[]
  /** The company’s providers, as the desk shows them. */
  providers(tenant: Tenant): readonly RiskSource[]
}

export const NOTHING_COVERED: CoverFigures = { heldOf: () => [], providers: () => [] }

/** Only those that the company’s orders go to, or went. */
export function providersOf(orders: Pick<ProviderOrders, 'health'>, pricing: Pick<Pricing, 'termsOf'>): CoverFigures['providers'] {
  return (tenant) => {
    const named = new Set(
      [...pricing.termsOf(tenant).values()].flatMap(({ execution }) => (execution.model === 'internal' ? [] : [execution.provider])),
    )
    return orders.health().flatMap(({ provider, isConnected, orders: sent, rejects, fillMsMedian }): RiskSource[] => {
      if (!named.has(provider)) return []
      const share = sent === 0 ? null : formatFixed(divide(BigInt(rejects) * 100n * FIXED_ONE, BigInt(sent), 'half-even'), 1)
      const latency = fillMsMedian === null ? null : Math.round(fillMsMedian)
      return [
        {
          id: provider,
          kind: 'provider',
          state: isConnected ? 'live' : 'down',
          age_ms: null,
          gaps: 0,
          rejects: share,
          latency_ms: latency,
        },
      ]
    })
  }
}
