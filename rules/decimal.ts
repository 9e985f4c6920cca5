/**
 * Exact decimals as integers: a `Fixed` is a bigint that counts 10⁻⁸ of a unit (money, price, lots alike).
 * Every formula multiplies first and divides once, at the end, with a named rounding, so nothing is rounded twice.
 *
 * Invariant: text is judged by one regular expression before it becomes a number; nothing is coerced.
 */
export type Fixed = bigint

export const FIXED_DECIMALS = 8
export const FIXED_ONE: Fixed = 10n ** 8n

/** `up` leaves zero, `down` goes towards zero, `half-even` is the banker's. */
export type Rounding = 'up' | 'down' | 'half-even'

const FIXED_TEXT = /^-?\d{1,20}(?:\.\d{1,8})?$/

export function isFixedText(text: string): boolean {
  return FIXED_TEXT.test(text)
}

/** Reads `"1.0865"` as 108650000n. @throws RangeError for anything but plain decimal text with at most 8 decimals. */
export function parseFixed(text: string): Fixed {
  if (!FIXED_TEXT.test(text))
    throw new RangeError(`not a decimal with at most ${FIXED_DECIMALS} decimals: ${JSON.stringify(text.slice(0, 64))}`)
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  const magnitude = BigInt(whole) * FIXED_ONE + BigInt(fraction.padEnd(FIXED_DECIMALS, '0'))
  return isNegative ? -magnitude : magnitude
}

/** As `parseFixed`; 0 for a text that is no number, such as a price that is not known yet. */
export function fixedOr0(text: string): Fixed {
  return isFixedText(text) ? parseFixed(text) : 0n
}

/**
 * Writes a Fixed with exactly `decimals` decimals (0–8). Digits that do not fit are dropped towards zero;
 * callers that must not lose any keep the default of 8.
 */
export function formatFixed(value: Fixed, decimals: number = FIXED_DECIMALS): string {
  return formatScaled(value / 10n ** BigInt(FIXED_DECIMALS - decimals), decimals)
}

/** Writes a Fixed without trailing zeros: `0.2`, `100000`, `1.5`. */
export function formatFixedShort(value: Fixed): string {
  const text = formatFixed(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Writes an integer that counts 10^-decimals. `-0` is written `0`. */
export function formatScaled(value: bigint, decimals: number): string {
  const isNegative = value < 0n
  const digits = (isNegative ? -value : value).toString().padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return isNegative ? `-${text}` : text
}

/** Divides integers with a named rounding. @throws RangeError when dividing by zero. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n) throw new RangeError('division by zero')
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n || rounding === 'down') return quotient
  const away = numerator < 0n !== denominator < 0n ? quotient - 1n : quotient + 1n
  if (rounding === 'up') return away
  const twice = 2n * (remainder < 0n ? -remainder : remainder)
  const magnitude = denominator < 0n ? -denominator : denominator
  if (twice === magnitude) return quotient % 2n === 0n ? quotient : away
  return twice > magnitude ? away : quotient
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The largest value that is ever kept: stores hold these numbers as 64-bit integers. About 92 thousand million. */
export const MAX_FIXED: Fixed = 2n ** 63n - 1n

/** True when `value` lies on the grid of `10^-precision`, which ends where a number could no longer be kept. */
export function isOnGrid(value: Fixed, precision: number): boolean {
  return value <= MAX_FIXED && value % 10n ** BigInt(FIXED_DECIMALS - precision) === 0n
}

/** Moves a value onto the grid of `10^-precision`. */
export function roundToGrid(value: Fixed, precision: number, rounding: Rounding): Fixed {
  const step = 10n ** BigInt(FIXED_DECIMALS - precision)
  return divide(value, step, rounding) * step
}
