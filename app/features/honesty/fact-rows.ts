/** The statement of a broker as rows of words: what a trader should know before sending money. */

import type { TFunction } from 'i18next'
import { formatFixedShort, parseFixed } from '../../../rules/decimal'
import { type LosingShare, losingShareOf } from '../../brand/honest-facts'
import type { BrokerStatement } from '../../terms/broker-statement'
import { hoursText, waitText } from '../../time/wait-text'
import { compareDecimals, decimalText } from '../../ui'

interface FactRow {
  readonly key: string
  readonly label: string
  /** One line each. */
  readonly lines: readonly string[]
}

type Translate = TFunction<['public', 'withdraw']>

export function factRows(t: Translate, statement: BrokerStatement): FactRow[] {
  return [
    row('execution', t('honesty.execution'), ...executionTexts(t, statement)),
    ...(statement.moneyIsSimulated ? [row('money', t('honesty.money'), t('honesty.moneySimulated'))] : []),
    row('prices', t('honesty.prices'), priceText(t, statement), ...sourceLines(t, statement)),
    ...feeRows(t, statement),
    ...riskRows(t, statement),
    ...resultRows(t, statement),
    row('payouts', t('honesty.payouts'), payoutText(t, statement)),
  ]
}

function row(key: string, label: string, ...lines: string[]): FactRow {
  return { key, label, lines }
}

/** In a simulation nothing is covered or passed on, whatever a file says. */
function executionTexts(t: Translate, { executionModel: model, execution = {} }: BrokerStatement): string[] {
  const codesOf = (wanted: 'hedged' | 'stp') => Object.keys(execution).filter((code) => execution[code]?.model === wanted)
  const [hedged, routed] = model === 'simulated' ? [[], []] : [codesOf('hedged'), codesOf('stp')]
  return [
    t(`honesty.executionModel.${model}`),
    ...(hedged.length === 0 ? [] : [t('honesty.executionHedged', { codes: apart(hedged.join(', ')) })]),
    ...(routed.length === 0 ? [] : [t('honesty.executionRouted', { codes: apart(routed.join(', ')) })]),
  ]
}

function priceText(t: Translate, { priceSource: source, priceSourceIsSimulated: isSimulated }: BrokerStatement): string {
  return isSimulated ? t('honesty.pricesSimulated') : t('honesty.pricesFrom', { source: apart(source) })
}

/** Who is asked for which instruments, where that is not the same for all; and which prices were made of minutes. */
function sourceLines(t: Translate, { priceSources: sources = {} }: BrokerStatement): string[] {
  const codesBySources = new Map<string, string[]>()
  for (const [code, own] of Object.entries(sources)) {
    const names = own.map(({ source }) => source).join(', ')
    codesBySources.set(names, [...(codesBySources.get(names) ?? []), code])
  }
  const isOfMinutes = Object.values(sources).some((own) => own.some((source) => source.fromMinuteCandles))
  const lines = [...codesBySources].map(([names, codes]) => `${apart(codes.join(', '))}: ${apart(names)}`)
  return [...(lines.length > 1 ? lines : []), ...(isOfMinutes ? [t('honesty.pricesMinutes')] : [])]
}

function feeRows(t: Translate, { fees }: BrokerStatement): FactRow[] {
  const isPerLot = fees.tradeFee === 'per-lot'
  const rates = Object.values(fees.rates).map((rate) => (isPerLot ? rate : percentOf(rate)))
  const widened = Object.keys(fees.spread).filter((code) => compareDecimals(fees.spread[code] ?? '0', '0') > 0)
  const withdrawals = fees.withdrawals.map(({ code, protocol, fee, rate }) => {
    const name = protocol === '' ? code : `${code} ${protocol}`
    return t(fee === 'fixed' ? 'honesty.withdrawalUsdt' : 'honesty.withdrawalPercent', {
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
      ...(Object.values(fees.spreadFrom ?? {}).includes('source') ? [t('honesty.spreadOfSource')] : []),
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
  const leverages = Object.values(statement.maxLeverage).flatMap((leverage) => (leverage === null ? [] : [leverage]))
  const calls = statement.marginCallLevels
  return [
    ...(leverages.length === 0 ? [] : [row('leverage', t('honesty.leverage'), `${Math.max(...leverages)}×`)]),
    row(
      'margin-calls',
      t('honesty.marginCalls'),
      calls.length === 0 ? t('honesty.none') : t('honesty.marginCallsAt', { levels: apart(calls.join(', ')) }),
    ),
    row('stop-out', t('honesty.stopOut'), t('honesty.stopOutAt', { level: decimalText(statement.stopOutLevel) })),
  ]
}

function resultRows(t: Translate, statement: BrokerStatement): FactRow[] {
  const simulated = statement.moneyIsSimulated ? [t('honesty.losingSimulated')] : []
  return [
    row('losing', t('honesty.losing'), losingText(t, losingShareOf(statement, 'real')), ...simulated),
    row('losing-demo', t('honesty.losingDemo'), losingText(t, losingShareOf(statement, 'demo'))),
  ]
}

function losingText(t: Translate, { sharePercent, accounts: count, minAccounts: min, periodDays }: LosingShare): string {
  const accounts = decimalText(String(count))
  if (sharePercent === null) return t('honesty.losingFew', { min, count: periodDays, accounts })
  return t('honesty.losingShare', { share: decimalText(sharePercent), count: periodDays, accounts })
}

function payoutText(t: Translate, { withdrawalTimes: times }: BrokerStatement): string {
  const { promisedHours, p50Minutes: half, p95Minutes: most } = times
  const promised = hoursText(t, promisedHours)
  if (half === null || most === null) return t('honesty.payoutsFew', { promised })
  return t('honesty.payoutsMeasured', { half: waitText(t, half), most: waitText(t, most), promised })
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
