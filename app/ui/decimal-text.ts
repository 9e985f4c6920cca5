/**
 * Decimal strings as people read them. Everything here works on the digits themselves: a displayed amount never
 * passes through a floating-point number. Output uses Latin digits, ',' between thousands and U+2212 for minus.
 */
export const MINUS = '\u2212'
export const DASH = '\u2013'

/** `down` cuts towards zero (balances), `half-up` rounds halves away from zero (profit shown short). */
export type Rounding = 'down' | 'half-up'

interface DecimalParts {
  sign: '' | '+' | typeof MINUS
  /** Grouped whole digits. */
  whole: string
  /** Digits after the point, without it. */
  fraction: string
}

interface Digits {
  negative: boolean
  whole: string
  fraction: string
}

const pattern = /^([+-]?)(\d{1,40})(?:\.(\d{0,40}))?$/

export function isDecimal(text: string): boolean {
  return pattern.test(text)
}

function read(text: string): Digits | null {
  const found = pattern.exec(text.trim())
  if (!found) return null
  return { negative: found[1] === '-', whole: (found[2] ?? '0').replace(/^0+(?=\d)/, ''), fraction: found[3] ?? '' }
}

/** Value as an integer of 10^-places; digits past `places` are dropped. */
function scaleDigits({ negative, whole, fraction }: Digits, places: number): bigint {
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return negative ? -units : units
}

function fromScaled(units: bigint, places: number): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const text = places === 0 ? digits : `${whole}.${digits.slice(digits.length - places)}`
  return negative ? `-${text}` : text
}

function roundTo(digits: Digits, places: number, rounding: Rounding): Digits {
  if (digits.fraction.length <= places) return { ...digits, fraction: digits.fraction.padEnd(places, '0') }
  let units = scaleDigits({ ...digits, negative: false }, places)
  if (rounding === 'half-up' && (digits.fraction[places] ?? '0') >= '5') units += 1n
  const text = units.toString().padStart(places + 1, '0')
  return {
    negative: digits.negative,
    whole: text.slice(0, text.length - places),
    fraction: places === 0 ? '' : text.slice(-places),
  }
}

export function groupDigits(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** Null when the text is not a decimal. Zero never has a sign. */
export function decimalParts(
  text: string,
  options: { decimals?: number; signed?: boolean; rounding?: Rounding } = {},
): DecimalParts | null {
  const digits = read(text)
  if (!digits) return null
  const { decimals = digits.fraction.length, signed = false, rounding = 'down' } = options
  const shown = roundTo(digits, decimals, rounding)
  const isZero = !/[1-9]/.test(shown.whole + shown.fraction)
  let sign: DecimalParts['sign'] = ''
  if (!isZero && shown.negative) sign = MINUS
  else if (!isZero && signed) sign = '+'
  return { sign, whole: groupDigits(shown.whole), fraction: shown.fraction }
}

/** The whole number as one run of text: "−1,234.50"; an en dash when there is no value. */
export function decimalText(
  text: string | null | undefined,
  options: { decimals?: number; signed?: boolean; rounding?: Rounding } = {},
): string {
  const parts = text == null ? null : decimalParts(text, options)
  if (!parts) return DASH
  return `${parts.sign}${parts.whole}${parts.fraction ? `.${parts.fraction}` : ''}`
}

/** -1, 0 or 1; exact. A text that is not a decimal counts as zero. */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  const a = read(left) ?? { negative: false, whole: '0', fraction: '' }
  const b = read(right) ?? { negative: false, whole: '0', fraction: '' }
  const places = Math.max(a.fraction.length, b.fraction.length)
  const difference = scaleDigits(a, places) - scaleDigits(b, places)
  if (difference === 0n) return 0
  return difference > 0n ? 1 : -1
}

export function signOf(text: string): -1 | 0 | 1 {
  return compareDecimals(text, '0')
}

/** `value + step × times`, exact, written with `precision` decimals (0–18). */
export function stepDecimal(value: string, step: string, times: number, precision: number): string {
  const places = Math.max(precision, 18)
  const start = read(value) ?? { negative: false, whole: '0', fraction: '' }
  const by = read(step) ?? { negative: false, whole: '0', fraction: '' }
  const sum = scaleDigits(start, places) + scaleDigits(by, places) * BigInt(times)
  return fromScaled(sum / 10n ** BigInt(places - precision), precision)
}

export function clampDecimal(value: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && compareDecimals(value, min) < 0) return min
  if (max !== undefined && compareDecimals(value, max) > 0) return max
  return value
}

/** Plain decimal with a fixed number of decimals, no grouping and an ASCII minus: the form the wire takes. */
export function fixDecimal(value: string, precision: number): string {
  return stepDecimal(value, '0', 0, precision)
}

/** One hundredth, with 18 decimals. */
export function hundredthOf(value: string): string {
  const digits = read(value)
  return digits === null ? '0' : fromScaled(scaleDigits(digits, 18) / 100n, 18)
}

interface PriceParts {
  style: 'pip' | 'whole'
  sign: string
  /** pip: everything before the pip digits; whole: empty. */
  lead: string
  /** The digits that carry the weight. */
  strong: string
  /** pip: the last digit, raised. */
  raised: string
  /** whole: the point and the decimals, stepped back. */
  tail: string
}

/**
 * Five- and three-decimal prices weight the two pip digits and raise the last one;
 * every other precision weights the whole part and steps the decimals back.
 */
export function priceParts(value: string, precision: number): PriceParts | null {
  const parts = decimalParts(value, { decimals: precision, rounding: 'half-up' })
  if (!parts) return null
  const { sign, whole, fraction } = parts
  if (precision === 5 || precision === 3) {
    const rest = fraction.slice(0, -3)
    return { style: 'pip', sign, lead: `${whole}.${rest}`, strong: fraction.slice(-3, -1), raised: fraction.slice(-1), tail: '' }
  }
  return { style: 'whole', sign, lead: '', strong: whole, raised: '', tail: fraction ? `.${fraction}` : '' }
}

/** Percentage 0–100 of `value` between `low` and `high`, for drawing only. */
export function shareOf(value: string, low: string, high: string): number {
  const digits = [value, low, high].map((text) => read(text) ?? { negative: false, whole: '0', fraction: '' })
  const places = Math.max(...digits.map((each) => each.fraction.length))
  const [at, from, to] = digits.map((each) => scaleDigits(each, places)) as [bigint, bigint, bigint]
  if (to === from) return 50
  const share = Number(((at - from) * 100000n) / (to - from)) / 1000
  return Math.min(100, Math.max(0, share))
}
