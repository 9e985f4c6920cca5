/** The cover book as the desk is shown it. */
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { bucketStart } from '../../rules/candles'
import { openResult } from '../../rules/cover'
import { divide, FIXED_ONE, type Fixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import type { Database } from '../db/open-database'
import { coverFill } from '../db/schema'
import type { ProviderOrders } from '../execution/provider-orders'
import type { Clock } from '../ground/clock'
import { executionTerms } from '../market/execution-terms'
import type { Instrument } from '../market/instrument'
import type { Pricing, TenantQuote } from '../market/pricing'
import type { RealExposures } from '../trading/real-exposure'
import type { CoverPosition } from './book-fills'
import type { CoverRow, DifferenceState } from './cover-rows'
import type { CoveredBook } from './covered-book'
import { instrumentOf, worthOf } from './worth-of'

interface CoverSources {
  readonly database: Database
  readonly orders: ProviderOrders
  readonly exposures: RealExposures
  readonly covered: CoveredBook
  readonly pricing: Pricing
  readonly clock: Clock
  tenant(id: string): Tenant | undefined
  states(code: string): DifferenceState
}

export async function readCoverRows(tenantId: string, sources: CoverSources): Promise<CoverRow[]> {
  const tenant = sources.tenant(tenantId)
  if (tenant === undefined) return []
  const { pricing, covered, database, clock } = sources
  const held = new Set(covered.keys().flatMap((key) => (key.tenantId === tenantId ? [key.code] : [])))
  const offered = [...pricing.termsOf(tenant).values()].filter(({ execution }) => execution.model !== 'internal')
  const codes = [...new Set([...offered.map(({ instrument }) => instrument.code), ...held])]
  const today = await resultsSince(database, tenantId, bucketStart('1day', clock.now()))
  return codes.flatMap((code) => {
    const instrument = instrumentOf(pricing, code)
    return instrument === undefined ? [] : [rowOf(tenant, instrument, { ...sources, resultToday: today.get(code) ?? 0n })]
  })
}

async function resultsSince(database: Database, tenantId: string, since: number): Promise<ReadonlyMap<string, Amount>> {
  const rows = await database.withTenant(tenantId, (tx) =>
    tx
      .select({ code: coverFill.instrumentCode, sum: sql<string>`sum(${coverFill.result})::text` })
      .from(coverFill)
      .where(and(eq(coverFill.tenantId, tenantId), gte(coverFill.createdAt, since)))
      .groupBy(coverFill.instrumentCode),
  )
  return new Map(rows.map(({ code, sum }) => [code, BigInt(sum)]))
}

function rowOf(tenant: Tenant, instrument: Instrument, sources: CoverSources & { readonly resultToday: Amount }): CoverRow {
  const { exposures, covered, pricing, orders, resultToday } = sources
  const { code, contractSize } = instrument
  const terms = executionTerms(tenant, instrument)
  const positions = covered.of(tenant.id, code)
  const { long, short } = exposures.of(tenant.id, code)
  const net = long - short
  const heldQuantity = covered.covered(tenant.id, code)
  const difference = net - heldQuantity
  const quote = pricing.quote(tenant, code)
  const { since, lastReportAt, refusal } = sources.states(code)
  const holding = [...positions].find(([, { quantity }]) => quantity !== 0n)?.[0] ?? null
  return {
    code,
    model: terms.model,
    provider: terms.model === 'internal' ? holding : terms.provider,
    contractSize,
    ...{ long, short, net, covered: heldQuantity, difference },
    differenceLots: divide(difference * FIXED_ONE, contractSize, 'half-even'),
    differenceUsdt: worthOf(difference, quote),
    differenceSince: difference === 0n ? null : (since?.wall ?? null),
    openResult: sumOfOpen([...positions.values()], quote),
    resultToday,
    result: [...positions.values()].reduce((sum, { result }) => sum + result, 0n),
    ordersUnderWay: orders.underWay(tenant.id, code, ['cover', 'open', 'close']).length,
    lastReportAt,
    refusal,
  }
}

/** What was bought is worth what it could be sold for, and the other way round. */
function sumOfOpen(positions: readonly CoverPosition[], quote: TenantQuote | null): Amount | null {
  const open = positions.filter(({ quantity }) => quantity !== 0n)
  if (open.length === 0) return 0n
  if (quote === null) return null
  const priceOf = (quantity: Fixed) => (quantity > 0n ? quote.bid : quote.ask)
  return open.reduce((sum, position) => sum + openResult(position, priceOf(position.quantity), quote.rate), 0n)
}
