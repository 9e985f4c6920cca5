/**
 * What a broker publishes about itself at `/.well-known/broker.json`: who stands behind it, how it fills orders, where its
 * prices come from, what they cost, and how its traders fare. Everything is read from what is really in force or counted from the
 * books; nothing is written for the occasion, and a company cannot say how its orders are executed.
 */
import type { BrokerStatement, LosingAccounts } from '../../contract/companies'
import type { Tenant } from '../../contract/tenant'
import { formatFixedShort, formatScaled, parseFixed } from '../../rules/decimal'
import { FEWEST_ACCOUNTS, LOSING_PERIOD_DAYS, type LosingCount, losingShare } from '../../rules/losing-share'
import { MARGIN_CALL_LEVELS } from '../../rules/margin-call'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Texts } from '../ground/texts'
import type { PublishedLogs } from '../log/log-keys'
import { fundingTerms } from '../market/funding-terms'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { NamedSource, Pricing } from '../market/pricing'
import type { PublishedKeys } from '../receipts/receipt-keys'
import { FEE_TYPE_ON_WIRE } from './company-handlers'
import { FigureCache, type PayoutFee, type PublishedFigures } from './published-figures'

interface StatementServices {
  readonly database: Pick<Database, 'withTenant'>
  readonly clock: Clock
  readonly pricing: Pricing
  readonly texts: Texts
  readonly market: { readonly source: string; readonly isSimulated: boolean }
  readonly keys: PublishedKeys
  readonly logs: PublishedLogs
  /** No money of this server is real. */
  readonly isSimulated: boolean
  /** A provider that is a test system, or is not there. */
  isTestSystem(provider: string): boolean
}

/** Writes the statement of a company as it is now. */
export function brokerStatements(services: StatementServices): (tenant: Tenant) => Promise<BrokerStatement> {
  const book = new FigureCache(services.database, services.clock)
  return async (tenant) => {
    const [figures, payoutFees] = await Promise.all([book.figures(tenant.id), book.payoutFees(tenant.id)])
    return statementOf(services, tenant, figures, payoutFees)
  }
}

function statementOf(
  services: StatementServices,
  tenant: Tenant,
  figures: PublishedFigures,
  payoutFees: readonly PayoutFee[],
): BrokerStatement {
  const { pricing, market, keys, logs, isSimulated, clock } = services
  const { licence } = tenant.legal
  const terms = pricing.termsOf(tenant)
  const markUps = new Map([...terms.keys()].map((code) => [code, pricing.markUp(tenant, code)] as const))
  const published = keys.publicKeys(tenant.id)
  const log = logs.published(tenant.id)
  return {
    legal_name: tenant.legal.entity,
    address: tenant.legal.registeredAddress,
    licence: licence === null ? null : { authority: licence.authority, number: licence.number, register_url: licence.registerUrl },
    ...(tenant.disputes.ombudsman === undefined ? {} : { ombudsman: tenant.disputes.ombudsman }),
    is_demo_site: tenant.isDemoSite,
    money_is_simulated: isSimulated,
    ...executionFacts(terms, isSimulated || market.isSimulated, services),
    price_source: market.source,
    price_source_is_simulated: market.isSimulated,
    price_sources: byInstrument(terms, ({ instrument }) => pricing.sourcesOf(instrument.code).map(publishedSource)),
    fees: {
      trade_fee_type: FEE_TYPE_ON_WIRE[tenant.trading.feeType],
      rates: byInstrument(terms, ({ feeRate }) => formatFixedShort(feeRate)),
      spread: byInstrument(markUps, ({ amount }) => formatFixedShort(amount)),
      spread_from: byInstrument(markUps, ({ spreadFrom }) => spreadFrom),
      overnight: overnightRates(tenant, terms),
      deposit: '0',
      withdrawals: payoutFees.map(({ type, code, protocol, feeType, drawRate }) => ({
        type,
        code,
        protocol,
        fee_type: feeType === 'fixed' ? 1 : 2,
        rate: formatFixedShort(drawRate),
      })),
    },
    stop_out_level: tenant.trading.stopOutLevelPercent,
    margin_call_levels: MARGIN_CALL_LEVELS.filter((level) => parseFixed(String(level)) > parseFixed(tenant.trading.stopOutLevelPercent)),
    max_leverage: byInstrument(terms, ({ leverages }) => (leverages.length === 0 ? null : Math.max(...leverages))),
    losing_accounts: {
      period_days: LOSING_PERIOD_DAYS,
      min_accounts: FEWEST_ACCOUNTS,
      real: losingAccounts(figures.results.real),
      demo: losingAccounts(figures.results.demo),
      computed_at: figures.computedAt,
    },
    withdrawal_times: {
      promised_hours: tenant.wallet.promisedHours,
      p50_minutes: figures.payouts.p50Minutes,
      p95_minutes: figures.payouts.p95Minutes,
      measured: figures.payouts.measured,
    },
    receipt_public_key: published[0]?.publicKey ?? null,
    receipt_keys: published.map(({ keyId, publicKey }) => ({ key_id: keyId, public_key: publicKey })),
    ...(log === undefined ? {} : { log: { path: `/log/${tenant.id}/`, origin: log.origin, keys: [...log.keys], ...witnessesOf(tenant) } }),
    generated_at: clock.now(),
  }
}

function witnessesOf({ log }: Pick<Tenant, 'log'>): Pick<NonNullable<BrokerStatement['log']>, 'witnesses' | 'needed'> {
  if (log === undefined) return {}
  return { witnesses: log.witnesses.map(({ name, key, kind }) => ({ name, key, kind })), needed: log.needed }
}

function publishedSource({ name, isSimulated, isOfMinutes }: NamedSource) {
  return { source: name, is_simulated: isSimulated, from_minute_candles: isOfMinutes }
}

type ExecutionFacts = Pick<BrokerStatement, 'execution_model' | 'execution_note' | 'execution'>

/** Where some instruments are passed on and others are not, neither word is true of all. */
function executionFacts(
  terms: ReadonlyMap<string, InstrumentTerms>,
  isSimulated: boolean,
  { texts, isTestSystem }: Pick<StatementServices, 'texts' | 'isTestSystem'>,
): ExecutionFacts {
  const models = new Set([...terms.values()].map(({ execution }) => execution.model))
  const elsewhere = [...terms.values()].flatMap(({ instrument, execution }) => {
    if (execution.model === 'internal') return []
    const markUp = execution.model === 'stp' ? formatFixedShort(execution.markUp) : null
    return [[instrument.code, { model: execution.model, is_simulated: isTestSystem(execution.provider), mark_up: markUp }] as const]
  })
  const real = models.size > 1 ? 'mixed' : models.has('stp') ? 'routed' : models.has('hedged') ? 'hedged' : 'internalised'
  const model = isSimulated ? 'simulated' : real
  const note = model === 'simulated' || model === 'internalised' ? 'statement.executionModel' : `honesty.executionModel.${model}`
  return {
    execution_model: model,
    execution_note: texts.text('en', note),
    ...(elsewhere.length === 0 ? {} : { execution: Object.fromEntries(elsewhere) }),
  }
}

function byInstrument<Own, Value>(facts: ReadonlyMap<string, Own>, read: (own: Own) => Value): Record<string, Value> {
  return Object.fromEntries([...facts].map(([code, own]) => [code, read(own)]))
}

/** What is paid for a night, by instrument and side; null where nothing is. */
function overnightRates(tenant: Tenant, terms: ReadonlyMap<string, InstrumentTerms>): Record<string, string> | null {
  const rates = [...terms.values()].flatMap(({ instrument }) => {
    const own = fundingTerms(tenant, instrument)
    if (own === null) return []
    return [
      [`${instrument.code} long`, formatFixedShort(own.long)] as const,
      [`${instrument.code} short`, formatFixedShort(own.short)] as const,
    ]
  })
  return rates.length === 0 ? null : Object.fromEntries(rates)
}

function losingAccounts(count: LosingCount): LosingAccounts {
  const share = losingShare(count)
  return {
    accounts: count.accounts,
    share_percent: share === null ? null : formatScaled(share, 2),
    reason: share === null ? 'too_few_accounts' : null,
  }
}
