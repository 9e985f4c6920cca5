/** The forms of the settings, described field by field with the bounds that the contract publishes. */
import type { TFunction } from 'i18next'
import type { BaseSection, SettingArea } from '../../../../contract/desk/setting-values'
import { SETTING_BOUNDS } from '../../../../contract/desk/setting-values'
import type { DeskSettings } from '../../../../contract/desk/settings'
import { CHAIN_PROTOCOLS, FIXED_FEE_BOUNDS, PERCENT_FEE_BOUNDS, RATE_BOUNDS } from '../../../../contract/money-places'
import { TYPED_MONEY_DECIMALS } from '../../../../contract/typed-money'
import type { FormField, SettingFormData } from './setting-data'

type Value = Readonly<Record<string, unknown>>
interface Range {
  readonly min: string | number
  readonly max: string | number
}
/** More than the wire takes of any decimal are refused everywhere. */
export const MOST_DECIMALS = 8
type Make = ReturnType<typeof fieldMaker>

function fieldMaker(t: TFunction, value: Value) {
  const text = (name: string) => String(value[name] ?? '')
  const label = (name: string) => t(`desk:settings.field.${name}`)
  const option = (choice: string) => ({ value: choice, label: t(`desk:settings.option.${choice}`, { defaultValue: choice }) })
  const numberField = (name: string, { min, max }: Range, help: string) => ({
    name,
    label: label(name),
    value: text(name),
    help,
    range: { min: String(min), max: String(max) },
    // What is in force is how it is written; of a new row the smallest that is taken.
    example: text(name) || String(min),
  })
  return {
    text: (name: string, help?: string): FormField => ({ kind: 'text', name, label: label(name), value: text(name), help }),
    mono: (name: string, help?: string): FormField => ({ kind: 'mono', name, label: label(name), value: text(name), help }),
    decimal: (name: string, range: Range, help = within(t, range), decimals = MOST_DECIMALS): FormField => ({
      kind: 'decimal',
      decimals,
      ...numberField(name, range, help),
    }),
    whole: (name: string, range: Range, help = within(t, range)): FormField => ({ kind: 'whole', ...numberField(name, range, help) }),
    fixed: (name: string, shown = text(name)): FormField => ({ kind: 'fixed', name, label: label(name), value: shown }),
    on: (name: string, usual = true): FormField => ({
      kind: 'switch',
      name,
      label: label(name),
      value: name in value ? value[name] === true : usual,
    }),
    choice: (name: string, options: readonly string[]): FormField => ({
      kind: 'choice',
      name,
      label: label(name),
      value: text(name) || (options[0] ?? ''),
      options: options.map(option),
    }),
    list: (name: string, kind: 'list' | 'numbers', help?: string): FormField => ({
      kind,
      name,
      label: label(name),
      value: Array.isArray(value[name]) ? (value[name] as unknown[]).join(', ') : '',
      help,
    }),
  }
}

const within = (t: TFunction, { min, max }: Range): string => t('desk:settings.within', { min, max })

function networkFields({ choice, mono, on, fixed }: Make, isNew: boolean): FormField[] {
  return isNew
    ? [choice('currency', ['USDT']), choice('protocol', CHAIN_PROTOCOLS), mono('address'), on('active')]
    : [fixed('protocol'), fixed('address'), on('active')]
}

function accountFields({ text, mono, decimal, on }: Make, t: TFunction): FormField[] {
  return [
    text('coin', t('desk:settings.help.coin')),
    text('bankName'),
    text('bankAddress'),
    mono('bankSwift'),
    text('payeeName'),
    mono('payeeAccount'),
    text('bankRemark'),
    decimal('usdtRate', RATE_BOUNDS, t('desk:settings.help.usdtRate')),
    on('active'),
  ]
}

function currencyFields({ choice, text, decimal, on, fixed }: Make, t: TFunction, isNew: boolean, value: Value): FormField[] {
  const terms = [
    choice('feeType', ['fixed', 'percent']),
    decimal(
      'drawRate',
      FIXED_FEE_BOUNDS,
      t('desk:settings.help.drawRate', { fixed: FIXED_FEE_BOUNDS.max, percent: PERCENT_FEE_BOUNDS.max }),
      TYPED_MONEY_DECIMALS,
    ),
    decimal('usdPrice', RATE_BOUNDS, t('desk:settings.help.usdPrice')),
    on('active'),
  ]
  return isNew
    ? [choice('type', ['coin', 'bank']), text('code', t('desk:settings.help.code')), choice('protocol', ['', ...CHAIN_PROTOCOLS]), ...terms]
    : [fixed('code', [value.code, value.protocol].filter(Boolean).join(' ')), ...terms]
}

function baseFields(section: BaseSection, make: Make, settings: DeskSettings, t: TFunction): FormField[] {
  const { text, decimal, whole, on, choice, list } = make
  const { secondApproval, hours, promisedHours, staleAfterMs, demoBalance, exposureLimit } = SETTING_BOUNDS
  switch (section) {
    case 'support':
      return [
        text('email'),
        text(
          'serviceLink',
          settings.link_hosts.length === 0
            ? t('desk:settings.help.noHosts')
            : t('desk:settings.help.hosts', { hosts: settings.link_hosts.join(', ') }),
        ),
        choice('serviceType', ['frame', 'window']),
      ]
    case 'registration':
      return [
        choice('verify', ['sent-code', 'captcha']),
        choice('mobileField', ['none', 'area-and-number', 'number']),
        list('refusedCountries', 'list', t('desk:settings.help.refusedCountries')),
      ]
    case 'money':
      return [
        decimal('depositsAbove', secondApproval),
        decimal('withdrawalsAbove', secondApproval),
        decimal('differencesAbove', secondApproval),
        whole('newAddressHours', hours),
        whole('methodHoldHours', hours),
        on('twoStepEndsHold'),
        whole('promisedHours', promisedHours),
      ]
    case 'trading':
      return [whole('staleAfterMs', staleAfterMs), decimal('demoBalance', demoBalance)]
    case 'risk':
      return [
        decimal('totalLimit', exposureLimit),
        decimal('instrumentLimit', exposureLimit),
        list('limits', 'list', t('desk:settings.help.limits')),
        whole('warnPercent', SETTING_BOUNDS.warnPercent),
        whole('feedAgeMs', SETTING_BOUNDS.feedAgeMs),
        whole('feedGaps', SETTING_BOUNDS.feedGaps),
        whole('rejectPercent', SETTING_BOUNDS.rejectPercent),
        whole('latencyMs', SETTING_BOUNDS.latencyMs),
      ]
  }
}

export function baseForm(section: BaseSection, settings: DeskSettings, t: TFunction): SettingFormData {
  const value: Value = settings.base[section]
  return {
    area: 'base',
    target: section,
    title: t(`desk:settings.section.${section}`),
    fields: baseFields(section, fieldMaker(t, value), settings, t),
    seen: JSON.stringify(value),
    isAtOnce: section === 'support',
  }
}

export function instrumentForm(code: string, settings: DeskSettings, t: TFunction): SettingFormData | null {
  const found = settings.instruments.find((instrument) => instrument.code === code)
  if (found === undefined) return null
  const { mode, spread, feeRate, leverages, minLots, maxLots, bounds } = found
  const value = { mode, spread, feeRate, leverages, minLots, maxLots }
  const make = fieldMaker(t, value)
  const lots = { min: bounds.lot_step, max: bounds.max_lots }
  return {
    area: 'instrument',
    target: code,
    title: found.show_code,
    fields: [
      make.choice('mode', ['normal', 'close-only', 'off']),
      make.decimal(
        'spread',
        { min: '0', max: bounds.max_spread },
        t('desk:settings.help.spread', { max: bounds.max_spread, percent: SETTING_BOUNDS.spreadPercent }),
        bounds.price_decimals,
      ),
      make.decimal(
        'feeRate',
        { min: '0', max: bounds.max_fee_rate },
        t(`desk:settings.help.fee-${settings.fee_type}`, { max: bounds.max_fee_rate }),
      ),
      {
        ...make.list(
          'leverages',
          'numbers',
          t('desk:settings.help.leverages', { max: bounds.max_leverage, count: SETTING_BOUNDS.leverages }),
        ),
        range: { min: '1', max: String(bounds.max_leverage) },
        example: leverages.join(', '),
        most: SETTING_BOUNDS.leverages,
      },
      make.decimal('minLots', lots, within(t, lots), bounds.lot_decimals),
      make.decimal('maxLots', lots, within(t, lots), bounds.lot_decimals),
    ],
    seen: JSON.stringify(value),
    isAtOnce: false,
  }
}

/** @param target empty for a new row; null when there is no such row */
export function rowForm(
  area: Exclude<SettingArea, 'base' | 'instrument'>,
  target: string,
  settings: DeskSettings,
  t: TFunction,
): SettingFormData | null {
  const rows = { deposit_network: settings.networks, collection_account: settings.accounts, withdraw_currency: settings.currencies }[area]
  const row = (rows as readonly { readonly id: string }[]).find(({ id }) => id === target)
  if (target !== '' && row === undefined) return null
  const { id: _id, created_at: _created, updated_at: _updated, ...value } = { created_at: 0, updated_at: 0, ...row } as Value
  const make = fieldMaker(t, value)
  const isNew = target === ''
  return {
    area,
    target,
    title: t(isNew ? `desk:settings.add.${area}` : `desk:settings.edit.${area}`),
    fields:
      area === 'deposit_network'
        ? networkFields(make, isNew)
        : area === 'collection_account'
          ? accountFields(make, t)
          : currencyFields(make, t, isNew, value),
    seen: isNew ? '' : JSON.stringify(value),
    isAtOnce: false,
  }
}
