/**
 * Instruments as the desk sets them for its company: the terms in force, and the published bounds within which they may move.
 *
 * Invariant: a bound rests on the catalogue, never on a price of the moment, so nobody can move it.
 */

import { type InstrumentBounds, type InstrumentValue, SETTING_BOUNDS } from '../../contract/desk/setting-values'
import type { InstrumentSetting } from '../../contract/desk/settings'
import type { Tenant } from '../../contract/tenant'
import { divide, FIXED_ONE, formatFixedShort, parseFixed, roundToGrid } from '../../rules/decimal'
import { CATEGORIES } from '../market/catalogue'
import type { Instrument } from '../market/instrument'
import { instrumentTerms, leverageCeiling } from '../market/instrument-terms'

export function instrumentBounds({ trading }: Pick<Tenant, 'trading'>, instrument: Instrument): InstrumentBounds {
  const { referencePrice, pricePrecision, lotStep, maxLots } = instrument
  const widest = divide(referencePrice * parseFixed(SETTING_BOUNDS.spreadPercent), 100n * FIXED_ONE, 'down')
  const step = formatFixedShort(lotStep)
  return {
    max_spread: formatFixedShort(roundToGrid(widest, pricePrecision, 'down')),
    price_decimals: pricePrecision,
    max_fee_rate: (trading.feeType === 'per-lot' ? SETTING_BOUNDS.feePerLot : SETTING_BOUNDS.feeShare).max,
    max_leverage: Math.min(leverageCeiling(trading, instrument) ?? SETTING_BOUNDS.leverage.max, SETTING_BOUNDS.leverage.max),
    lot_step: step,
    lot_decimals: step.split('.')[1]?.length ?? 0,
    max_lots: formatFixedShort(maxLots),
  }
}

/** As they are in force. Of an instrument that is off, as they would be if it were on. */
export function instrumentInForce(tenant: Pick<Tenant, 'trading'>, instrument: Instrument): InstrumentValue {
  const terms = instrumentTerms(tenant, instrument)
  const { mode: _mode, ...own } = tenant.trading.overrides[instrument.code] ?? {}
  const onTerms =
    terms ?? instrumentTerms({ trading: { ...tenant.trading, instruments: undefined, overrides: { [instrument.code]: own } } }, instrument)
  if (onTerms === null) throw new Error(`${instrument.code} has no terms even when it is on`)
  return {
    mode: terms === null ? 'off' : terms.isCloseOnly ? 'close-only' : 'normal',
    spread: formatFixedShort(onTerms.spread),
    feeRate: formatFixedShort(onTerms.feeRate),
    leverages: [...onTerms.leverages],
    minLots: formatFixedShort(onTerms.minLots),
    maxLots: formatFixedShort(onTerms.maxLots),
  }
}

export function instrumentSetting(tenant: Tenant, instrument: Instrument): InstrumentSetting {
  return {
    code: instrument.code,
    show_code: instrument.showCode,
    category: CATEGORIES.find(({ id }) => id === instrument.categoryId)?.code ?? '',
    ...instrumentInForce(tenant, instrument),
    is_fixed_margin: instrument.marginMode === 'fixed',
    bounds: instrumentBounds(tenant, instrument),
  }
}
