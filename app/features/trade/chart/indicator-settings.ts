/**
 * The indicators of the chart: which numbers each one takes, within which bounds, and what is wrong with numbers that were
 * typed. Pure; the words are the sheet's business.
 *
 * Invariant: parameters that leave `checkSettings` never make the chart library divide by zero or draw nothing for ever.
 */
import { typedDecimal } from '../../../ui/typed-number'

export const INDICATORS = ['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI', 'KDJ'] as const
export type IndicatorName = (typeof INDICATORS)[number]

type ParameterName = 'length' | 'deviation' | 'fast' | 'slow' | 'signal' | 'smoothK' | 'smoothD'

interface ParameterRule {
  readonly name: ParameterName
  readonly from: number
  readonly to: number
  readonly decimals: 0 | 1
  /** A field that may stay empty; the indicator then has one line less. */
  readonly isOptional?: boolean
}

interface IndicatorRule {
  readonly parameters: readonly ParameterRule[]
  readonly defaults: readonly number[]
  /** Over the candles, or in a pane under them. */
  readonly place: 'candles' | 'pane'
}

export interface IndicatorChoice {
  readonly name: IndicatorName
  readonly params: readonly number[]
}

const length = (from = 2): ParameterRule => ({ name: 'length', from, to: 300, decimals: 0 })
const spare = (from = 2): ParameterRule => ({ ...length(from), isOptional: true })
const smooth = (name: ParameterName): ParameterRule => ({ name, from: 1, to: 50, decimals: 0 })

export const INDICATOR_RULES: Readonly<Record<IndicatorName, IndicatorRule>> = {
  MA: { parameters: [length(), spare(), spare()], defaults: [7, 25], place: 'candles' },
  EMA: { parameters: [length(), spare(), spare()], defaults: [7, 25], place: 'candles' },
  BOLL: {
    parameters: [length(), { name: 'deviation', from: 0.1, to: 10, decimals: 1 }],
    defaults: [20, 2],
    place: 'candles',
  },
  VOL: { parameters: [spare(), spare()], defaults: [], place: 'candles' },
  MACD: {
    parameters: [
      { ...length(), name: 'fast' },
      { ...length(), name: 'slow' },
      { ...length(1), name: 'signal' },
    ],
    defaults: [12, 26, 9],
    place: 'pane',
  },
  RSI: { parameters: [length(), spare(), spare()], defaults: [14], place: 'pane' },
  KDJ: { parameters: [length(), smooth('smoothK'), smooth('smoothD')], defaults: [9, 3, 3], place: 'pane' },
}

export const DEFAULT_INDICATORS: readonly IndicatorChoice[] = [
  { name: 'MA', params: INDICATOR_RULES.MA.defaults },
  { name: 'VOL', params: INDICATOR_RULES.VOL.defaults },
]

type SettingsProblem =
  /** A whole number between the bounds, or one with a decimal. */
  | { readonly kind: 'whole' | 'decimal'; readonly from: number; readonly to: number }
  /** The same length twice would draw one line over the other. */
  | { readonly kind: 'twice' }
  /** The fast average of a MACD has to be the shorter one. */
  | { readonly kind: 'order' }

interface SettingsCheck {
  /** Null while anything is wrong. */
  readonly params: readonly number[] | null
  /** One for each field. */
  readonly problems: readonly (SettingsProblem | null)[]
}

/** The fields of an indicator as they stand before anybody types. */
export function settingsFields(name: IndicatorName, params: readonly number[]): string[] {
  return INDICATOR_RULES[name].parameters.map((_, index) => (params[index] === undefined ? '' : String(params[index])))
}

export function checkSettings(name: IndicatorName, fields: readonly string[]): SettingsCheck {
  const { parameters } = INDICATOR_RULES[name]
  const values = parameters.map((rule, index) => readField(rule, fields[index] ?? ''))
  const problems = parameters.map((rule, index): SettingsProblem | null => {
    const value = values[index]
    if (value === undefined) return null
    if (value === null) return { kind: rule.decimals === 0 ? 'whole' : 'decimal', from: rule.from, to: rule.to }
    if (name === 'MACD' && rule.name === 'slow' && typeof values[0] === 'number' && value <= values[0]) return { kind: 'order' }
    return rule.name === 'length' && values.indexOf(value) < index && parameters[values.indexOf(value)]?.name === 'length'
      ? { kind: 'twice' }
      : null
  })
  const params = problems.some((problem) => problem !== null) ? null : values.filter((value): value is number => typeof value === 'number')
  return { params, problems }
}

/** Undefined where an optional field is empty, null where there is no such number. */
function readField(rule: ParameterRule, field: string): number | null | undefined {
  if (field.trim() === '') return rule.isOptional ? undefined : null
  const text = typedDecimal(field)
  const pattern = rule.decimals === 0 ? /^\d{1,4}$/ : /^\d{1,4}(\.\d)?$/
  const value = pattern.test(text) ? Number(text) : Number.NaN
  return value >= rule.from && value <= rule.to ? value : null
}

export function areParams(name: IndicatorName, params: readonly number[]): boolean {
  if (params.length > INDICATOR_RULES[name].parameters.length) return false
  return checkSettings(name, settingsFields(name, params)).params?.length === params.length
}

/** With an indicator switched on or off, or with other numbers; always in the order of the list. */
export function withIndicator(
  chosen: readonly IndicatorChoice[],
  name: IndicatorName,
  params: readonly number[] | null,
): readonly IndicatorChoice[] {
  const others = chosen.filter((each) => each.name !== name)
  const next = params === null ? others : [...others, { name, params }]
  return INDICATORS.flatMap((each) => next.filter((choice) => choice.name === each))
}
