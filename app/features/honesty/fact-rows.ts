/** The statement of a broker as rows of words: what a trader should know before sending money. */
import type { TFunction } from 'i18next'
import type { BrokerStatement } from '../../../contract/companies'
import { formatFixedShort, parseFixed } from '../../../rules/decimal'
import { type LosingShare, losingShareOf } from '../../brand/honest-facts'
import { compareDecimals, decimalText } from '../../ui'

interface FactRow {
  readonly key: string
  readonly label: string
  /** One line each. */
  readonly lines: readonly string[]
}

type Translate = TFunction<'public'>

const PER_LOT = 1
const FIXED_SUM = 1

export function factRows(t: Translate, statement: BrokerStatement): FactRow[] {
  return [
    row('execution', t('honesty.execution'), t(`honesty.executionModel.${statement.execution_model}`)),
    ...(statement.money_is_simulated ? [row('money', t('honesty.money'), t('honesty.moneySimulated'))] : []),
    row('prices', t('honesty.prices'), priceText(t, statement)),
    ...feeRows(t, statement),
    ...riskRows(t, statement),
    ...resultRows(t, statement),
    row('payouts', t('honesty.payouts'), payoutText(t, statement)),
  ]
}

function row(key: string, label: string, ...lines: string[]): FactRow {
  return { key, label, lines }
}

function priceText(t: Translate, { price_source: source, price_source_is_simulated: isSimulated }: BrokerStatement): string {
  return isSimulated ? t('honesty.pricesSimulated') : t('honesty.pricesFrom', { source: apart(source) })
}

function feeRows(t: Translate, { fees }: BrokerStatement): FactRow[] {
  const isPerLot = fees.trade_fee_type === PER_LOT
  const rates = Object.values(fees.rates).map((rate) => (isPerLot ? rate : percentOf(rate)))
  const widened = Object.keys(fees.spread).filter((code) => compareDecimals(fees.spread[code] ?? '0', '0') > 0)
  const withdrawals = fees.withdrawals.map(({ code, protocol, fee_type: type, rate }) => {
    const name = protocol === '' ? code : `${code} ${protocol}`
    return t(type === FIXED_SUM ? 'honesty.withdrawalUsdt' : 'honesty.withdrawalPercent', {
      name: apart(name),
      rate: apart(decimalText(rate)),
    })
  })
  return [
    row('fee', t('honesty.tradeFee'), t(isPerLot ? 'honesty.feePerLot' : 'honesty.feeShare', { rate: apart(rangeText(rates)) })),
    row(
      'spread',
      t('honesty.spread'),
      widened.length === 0 ? t('honesty.none') : t('honesty.spreadOwn', { codes: apart(widened.join(', ')) }),
      ...(Object.values(fees.spread_from ?? {}).includes('source') ? [t('honesty.spreadOfSource')] : []),
    ),
    row('overnight', t('honesty.overnight'), t(fees.overnight === null ? 'honesty.none' : 'honesty.overnightOwn')),
    row(
      'deposit',
      t('honesty.depositFee'),
      compareDecimals(fees.deposit, '0') === 0 ? t('honesty.none') : `${decimalText(fees.deposit)} USDT`,
    ),
    ...(withdrawals.length === 0 ? [] : [row('withdrawal', t('honesty.withdrawalFee'), ...withdrawals)]),
  ]
}

function riskRows(t: Translate, statement: BrokerStatement): FactRow[] {
  const leverages = Object.values(statement.max_leverage).flatMap((leverage) => (leverage === null ? [] : [leverage]))
  const calls = statement.margin_call_levels
  return [
    ...(leverages.length === 0 ? [] : [row('leverage', t('honesty.leverage'), `1:${Math.max(...leverages)}`)]),
    row(
      'margin-calls',
      t('honesty.marginCalls'),
      calls.length === 0 ? t('honesty.none') : t('honesty.marginCallsAt', { levels: apart(calls.join(', ')) }),
    ),
    row('stop-out', t('honesty.stopOut'), t('honesty.stopOutAt', { level: decimalText(statement.stop_out_level) })),
  ]
}

function resultRows(t: Translate, statement: BrokerStatement): FactRow[] {
  const simulated = statement.money_is_simulated ? [t('honesty.losingSimulated')] : []
  return [
    row('losing', t('honesty.losing'), losingText(t, losingShareOf(statement, 'real')), ...simulated),
    row('losing-demo', t('honesty.losingDemo'), losingText(t, losingShareOf(statement, 'demo'))),
  ]
}

function losingText(t: Translate, { sharePercent, accounts: count, minAccounts: min, periodDays: days }: LosingShare): string {
  const accounts = decimalText(String(count))
  if (sharePercent === null) return t('honesty.losingFew', { min, days, accounts })
  return t('honesty.losingShare', { share: decimalText(sharePercent), days, accounts })
}

function payoutText(t: Translate, { withdrawal_times: times }: BrokerStatement): string {
  const { promised_hours: hours, p50_minutes: half, p95_minutes: most } = times
  if (half === null || most === null) return t('honesty.payoutsFew', { hours })
  return t('honesty.payoutsMeasured', { half: decimalText(String(half)), most: decimalText(String(most)), hours })
}

/** Names and ranges keep their own direction inside a sentence that runs from right to left. */
function apart(text: string): string {
  return `\u2068${text}\u2069`
}

/** A rate of 0.006 is 0.6 percent. */
export function percentOf(rate: string): string {
  return formatFixedShort(parseFixed(rate) * 100n)
}

/** `0.4` or `0.4–0.6`; an en dash where nothing is offered. */
export function rangeText(values: readonly string[]): string {
  const [least, ...more] = values.toSorted(compareDecimals)
  const most = more.at(-1)
  if (most === undefined || least === undefined || compareDecimals(least, most) === 0) return decimalText(least)
  return `${decimalText(least)}–${decimalText(most)}`
}
