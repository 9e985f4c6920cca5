/**
 * An amount of money as a person typed it: read once and judged by the bounds of the contract, in forms and behind them, so that
 * what is shown, said and sent is one number. A text that is refused has no value.
 */
import { TYPED_MONEY_DECIMALS, TYPED_MONEY_EXAMPLE, TYPED_MONEY_MAX } from '../../../contract/typed-money'
import { compareDecimals, decimalText } from '../../ui/decimal-text'
import { readTypedNumber } from '../../ui/typed-number'

/** Gives the text of a key with its namespace. */
type Say = (key: string, values?: Record<string, string>) => string

interface ReadAmount {
  /** Plain decimal as the wire takes it; '' where there is a problem. */
  readonly value: string
  readonly problem: string | undefined
}

/** Longer than any text that is read as a number: what is cut off here was refused anyway. */
export const LONGEST_AMOUNT = 80

/**
 * @param unit the currency of the field, which may be pasted along
 * @param emptyKey text for a field in which nothing stands
 */
export function readAmount(text: string, unit: string, emptyKey: string, say: Say): ReadAmount {
  const refuse = (key: string, values?: Record<string, string>): ReadAmount => ({ value: '', problem: say(key, values) })
  const example = TYPED_MONEY_EXAMPLE
  const typed = readTypedNumber(text, unit)
  if (typed.kind === 'empty') return refuse(emptyKey, { example })
  if (typed.kind === 'unreadable') return refuse('public:amount.unreadable', { example })
  const value = shortest(typed.value)
  if (compareDecimals(value, '0') <= 0) return refuse('public:amount.zero', { example })
  if ((value.split('.')[1] ?? '').length > TYPED_MONEY_DECIMALS) {
    return refuse('public:error.AMOUNT_TOO_PRECISE', { decimals: String(TYPED_MONEY_DECIMALS), example })
  }
  if (compareDecimals(value, TYPED_MONEY_MAX) > 0) return refuse('public:error.AMOUNT_TOO_LARGE', { max: decimalText(TYPED_MONEY_MAX) })
  return { value, problem: undefined }
}

/** Zeros at the end of a fraction say nothing. */
const shortest = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** Whether two texts stand for the same amount, however they are grouped. */
export function isSameAmount(one: string, other: string, unit: string): boolean {
  if (one === other) return true
  const [left, right] = [readTypedNumber(one, unit), readTypedNumber(other, unit)]
  return left.kind === 'number' && right.kind === 'number' && compareDecimals(left.value, right.value) === 0
}
