/**
 * Whether a company's terms fit what it trades: codes that exist, and the same published bounds by which the desk is judged
 * (spread, fee, sizes, leverage), so that a file cannot set what an operator may not.
 */
import { type InstrumentBounds, instrumentValue } from '../../contract/desk/setting-values'
import type { Nearest } from '../../contract/in-process'
import { SETTING_BOUNDS } from '../../contract/setting-bounds'
import type { TenantFile } from '../../contract/tenant'
import { FIXED_ONE, formatFixedShort, parseFixed } from '../../rules/decimal'
import { CATALOGUE, CATEGORIES } from '../market/catalogue'
import type { Instrument } from '../market/instrument'
import { leverageCeiling } from '../market/instrument-terms'
import { instrumentBounds, instrumentInForce } from '../settings/instrument-settings'

interface TermsProblem {
  readonly path: string
  readonly reason: string
  readonly mend: string
}

const CODES: ReadonlyMap<string, Instrument> = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]))
const CATEGORY_CODES: ReadonlySet<string> = new Set(CATEGORIES.map(({ code }) => code))
const ALL_CODES = [...CODES.keys()]

const MAX_JUDGED = 500
/** Verdicts by the terms as text: most companies of a platform have terms that another one has, too. */
const verdicts = new Map<string, readonly TermsProblem[]>()

/** Only `trading` is looked at. */
export function termsProblems({ trading }: Pick<TenantFile, 'trading'>, nearest: Nearest): readonly TermsProblem[] {
  const key = JSON.stringify(trading)
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const found = judge({ trading }, nearest)
  if (verdicts.size >= MAX_JUDGED) verdicts.clear()
  verdicts.set(key, found)
  return found
}

function judge(tenant: Pick<TenantFile, 'trading'>, nearest: Nearest): TermsProblem[] {
  const { instruments = [], overrides, funding, execution } = tenant.trading
  const unknown = [
    ...instruments.map((code, index) => [`trading.instruments.${index}`, code] as const),
    ...Object.keys(overrides).map((code) => [`trading.overrides.${code}`, code] as const),
    ...Object.entries({ funding, execution }).flatMap(([key, named]) =>
      Object.keys(named).flatMap((code) => (CATEGORY_CODES.has(code) ? [] : [[`trading.${key}.${code}`, code] as const])),
    ),
  ].filter(([, code]) => !CODES.has(code))
  return [
    ...unknown.map(([path, code]) => ({
      path,
      reason: `there is no instrument ${code}`,
      mend: `${nearest(code, ALL_CODES)}known: ${ALL_CODES.join(', ')}`,
    })),
    ...Object.keys(overrides).flatMap((code) => {
      const instrument = CODES.get(code)
      return instrument === undefined ? [] : instrumentProblems(tenant, instrument)
    }),
    ...markUpProblems(tenant),
  ]
}

/** A mark-up is a spread by another name, and has its bound. */
function markUpProblems({ trading }: Pick<TenantFile, 'trading'>): TermsProblem[] {
  return Object.entries(trading.execution).flatMap(([key, { markUp = '0' }]) => {
    const meant = CATALOGUE.filter(({ code, categoryId }) => code === key || CATEGORIES.find(({ id }) => id === categoryId)?.code === key)
    const widest = meant.map(({ referencePrice }) => (referencePrice * parseFixed(SETTING_BOUNDS.spreadPercent)) / (100n * FIXED_ONE))
    const bound = widest.reduce((least, one) => (one < least ? one : least), widest[0] ?? 0n)
    return meant.length === 0 || parseFixed(markUp) <= bound
      ? []
      : [{ path: `trading.execution.${key}.markUp`, reason: 'lies outside what is allowed', mend: `0 to ${formatFixedShort(bound)}` }]
  })
}

/** Making a schema costs more than using it, and the same few bounds come again with every reading. */
const schemas = new Map<string, ReturnType<typeof instrumentValue>>()
function schemaWithin(bounds: InstrumentBounds): ReturnType<typeof instrumentValue> {
  const key = JSON.stringify(bounds)
  const known = schemas.get(key) ?? instrumentValue(bounds)
  schemas.set(key, known)
  return known
}

function instrumentProblems(tenant: Pick<TenantFile, 'trading'>, instrument: Instrument): TermsProblem[] {
  const own = tenant.trading.overrides[instrument.code] ?? {}
  const place = (field: string) => `trading.overrides.${instrument.code}.${field}`
  const bounds = instrumentBounds(tenant, instrument)
  const judged = schemaWithin(bounds).safeParse({
    ...instrumentInForce(tenant, instrument),
    ...(own.leverages && { leverages: own.leverages }),
  })
  const mends: Readonly<Record<string, string>> = {
    spread: `0 to ${bounds.max_spread} with at most ${bounds.price_decimals} decimals`,
    feeRate: `0 to ${bounds.max_fee_rate}, as feeType is ${tenant.trading.feeType}`,
    leverages: `whole numbers from 1 to ${leverageCeiling(tenant.trading, instrument) ?? SETTING_BOUNDS.leverage.max}, none twice`,
    minLots: `${bounds.lot_step} to ${bounds.max_lots} in steps of ${bounds.lot_step}`,
    maxLots: `minLots to ${bounds.max_lots} in steps of ${bounds.lot_step}`,
  }
  // Once a field: the path of a list names its place too.
  const fields = [...new Set((judged.error?.issues ?? []).map((issue) => String(issue.path[0])))]
  const widest = (instrument.referencePrice * parseFixed(SETTING_BOUNDS.stopDistancePercent)) / (100n * FIXED_ONE)
  const isTooFar = own.minStopDistance !== undefined && parseFixed(own.minStopDistance) > widest
  return [
    ...fields.map((field) => ({ path: place(field), reason: 'lies outside what is allowed', mend: mends[field] ?? '' })),
    ...(isTooFar
      ? [{ path: place('minStopDistance'), reason: 'lies outside what is allowed', mend: `0 to ${formatFixedShort(widest)}` }]
      : []),
  ]
}
