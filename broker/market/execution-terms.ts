/**
 * Who stands against the orders of a company's real accounts, by instrument: its own entry, else that of its category, else the
 * company itself.
 *
 * Invariant: an instrument has one provider on a server. A company whose entry cannot be followed takes no new orders of the
 * instrument: it never becomes the counterparty of what it said it would pass on.
 */
import type { Tenant } from '../../contract/tenant'
import { type Fixed, parseFixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import { CATEGORIES } from './catalogue'
import type { Instrument } from './instrument'

/** A difference is covered by whichever comes first; null: not by this. */
export interface CoverThresholds {
  /** USDT that it has to exceed. */
  readonly amount: Amount | null
  /** Milliseconds that it has to have stood for. */
  readonly afterMs: number | null
}

export type ExecutionTerms =
  | { readonly model: 'internal' }
  | { readonly model: 'hedged'; readonly provider: string; readonly cover: CoverThresholds }
  | {
      readonly model: 'stp'
      readonly provider: string
      /** In price units, to the trader's cost. */
      readonly markUp: Fixed
      readonly whenProviderDown: 'close-only' | 'refuse'
      readonly cover: CoverThresholds
    }

/** Why a company's entry is not followed. */
export interface RouteProblem {
  readonly tenantId: string
  readonly code: string
  readonly path: string
  readonly reason: string
  readonly mend: string
  /** The company whose entry stands in the way; no other company is told its name. */
  readonly owner?: string
}

/** What is known of a provider: which instruments it deals in. */
export type DealtIn = ReadonlyMap<string, { readonly symbols: Readonly<Record<string, string>> }>

const INTERNAL: ExecutionTerms = { model: 'internal' }
const NEVER: CoverThresholds = { amount: null, afterMs: null }
const AT_ONCE: CoverThresholds = { amount: 0n, afterMs: null }

export function executionTerms({ trading }: Pick<Tenant, 'trading'>, instrument: Pick<Instrument, 'code' | 'categoryId'>): ExecutionTerms {
  const own = trading.execution[keyOf(trading, instrument)]
  if (own?.provider === undefined || own.model === 'internal') return INTERNAL
  const { model, provider, markUp = '0', whenProviderDown = 'close-only' } = own
  const isNamed = own.cover?.amount !== undefined || own.cover?.afterMs !== undefined
  const named: CoverThresholds = {
    amount: own.cover?.amount === undefined ? null : parseFixed(own.cover.amount),
    afterMs: own.cover?.afterMs ?? null,
  }
  if (model === 'hedged') return { model, provider, cover: isNamed ? named : AT_ONCE }
  return {
    model,
    provider,
    markUp: parseFixed(markUp),
    whenProviderDown,
    cover: isNamed ? named : own.cover === undefined ? NEVER : AT_ONCE,
  }
}

/** @param tenants in the order of their ids: the first that names a provider for an instrument decides who it is */
export function routeProblems(
  tenants: readonly Pick<Tenant, 'id' | 'trading'>[],
  instruments: readonly Pick<Instrument, 'code' | 'categoryId'>[],
  providers: DealtIn,
): RouteProblem[] {
  const decided = new Map<string, { readonly provider: string; readonly by: string }>()
  return tenants
    .filter(({ trading }) => Object.keys(trading.execution).length > 0)
    .flatMap((tenant) =>
      instruments.flatMap((instrument): RouteProblem[] => {
        const { code } = instrument
        const terms = executionTerms(tenant, instrument)
        if (terms.model === 'internal' || tenant.trading.instruments?.includes(code) === false) return []
        const { provider } = terms
        const place = { tenantId: tenant.id, code, path: `trading.execution.${keyOf(tenant.trading, instrument)}.provider` }
        const dealtIn = providers.get(provider)
        if (dealtIn === undefined)
          return [{ ...place, reason: `there is no provider "${provider}" for ${code}`, mend: 'name it in providers of market.json' }]
        if (dealtIn.symbols[code] === undefined)
          return [
            { ...place, reason: `"${provider}" has no name for ${code}`, mend: `write it in providers.${provider}.symbols of market.json` },
          ]
        const first = decided.get(code) ?? { provider, by: tenant.id }
        decided.set(code, first)
        if (first.provider === provider) return []
        const reason = `${first.by} trades ${code} with "${first.provider}"; an instrument has one provider, not "${provider}" besides`
        return [{ ...place, reason, mend: `name "${first.provider}", or leave ${code} internal`, owner: first.by }]
      }),
    )
}

function keyOf({ execution }: Tenant['trading'], { code, categoryId }: Pick<Instrument, 'code' | 'categoryId'>): string {
  return execution[code] === undefined ? (CATEGORIES.find(({ id }) => id === categoryId)?.code ?? code) : code
}
