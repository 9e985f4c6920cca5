/** The brands of a simulated world: different stop-out and stale limits, spreads and fees, a minimum distance for stops; one whose real accounts are filled by a provider. */
import type { Tenant } from '../../contract/tenant'
import { testTenants } from '../fixtures/test-tenants'

/** Its name in the market's file of a simulated world. */
export const MODEL_PROVIDER = 'model'
/** The brand that has one. */
export const ROUTED_BRAND = 'saffron'

export function simulatedBrands(): Tenant[] {
  const trading = { instruments: undefined, overrides: {}, demoBalance: '10000' }
  return testTenants({
    aurora: {
      trading: {
        ...trading,
        feeType: 'share-of-margin',
        stopOutLevelPercent: '50',
        staleAfterMs: 2_000,
        funding: {
          forex: { benchmark: '4.33', markUp: '2.5', dayCount: 360 },
          XAUUSD: { longRate: '7.1', shortRate: '-1.2', dayCount: 365, tripleDay: 'friday' },
          crypto: { longRate: '18', shortRate: '3', dayCount: 365 },
        },
        overrides: { USDJPY: { spread: '0.015' }, BTCUSDT: { spread: '12.01' }, EURJPY: { spread: '0.02' } },
      },
    },
    meridian: {
      trading: {
        ...trading,
        feeType: 'per-lot',
        stopOutLevelPercent: '70',
        staleAfterMs: 1_200,
        funding: { metals: { benchmark: '5', markUp: '0', dayCount: 360 }, indices: { benchmark: '2', markUp: '40', dayCount: 360 } },
        overrides: { XAUUSD: { minStopDistance: '3' }, EURUSD: { minStopDistance: '0.0007' }, GER40: { spread: '3', feeRate: '1.5' } },
      },
    },
    saffron: {
      trading: {
        ...trading,
        feeType: 'per-lot',
        stopOutLevelPercent: '60',
        staleAfterMs: 3_000,
        execution: {
          EURUSD: { model: 'stp', provider: MODEL_PROVIDER, markUp: '0.00002' },
          USDJPY: { model: 'stp', provider: MODEL_PROVIDER, whenProviderDown: 'refuse' },
          BTCUSDT: { model: 'stp', provider: MODEL_PROVIDER, markUp: '3.5', cover: {} },
          XAUUSD: { model: 'hedged', provider: MODEL_PROVIDER, cover: { amount: '500', afterMs: 20_000 } },
          NGAS: { model: 'hedged', provider: MODEL_PROVIDER },
        },
      },
    },
    graphite: { trading: { ...trading, feeType: 'per-lot', stopOutLevelPercent: '100', staleAfterMs: 4_000, demoBalance: '3000' } },
  }).filter(({ id }) => ['aurora', 'meridian', 'graphite', 'saffron'].includes(id))
}
