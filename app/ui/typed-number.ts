/**
 * Reads a number as a person typed or pasted it: the one reader for traders, operators and forms without scripts.
 *
 * Invariant: a text is either read as exactly one number or refused; nothing that is not understood is dropped on the way.
 * A point is the decimal point and a comma the decimal comma, unless whole groups of three digits show that it only groups.
 * Where both readings are possible ("1,234") it is read as the product shows numbers, as thousands, and said so.
 */
export type TypedNumber =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'number'
      /** Plain decimal: ASCII digits, a point, '-' before a negative one. */
      readonly value: string
      /** Another reading was possible, so the number as it was read has to be repeated beside the field. */
      readonly isAmbiguous: boolean
    }
  | { readonly kind: 'unreadable' }

/** More digits than any number has that the product takes or shows, and fewer than decimal-text.ts works with. */
const MOST_DIGITS = { whole: 24, fraction: 12 } as const

/** The zeros of the scripts whose digits are read: ASCII, Arabic, Persian, Devanagari, Bengali, Thai, fullwidth. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** Marks that set the direction of a text come along with what is copied from a page. */
const DIRECTION_MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

const UNREADABLE: TypedNumber = { kind: 'unreadable' }

/** One way to write each kind of sign: ASCII digits, `-`, `.`, `,`, `'` for apostrophes and the Arabic separator, ' ' for spaces. */
function inPlainSigns(text: string): string {
  return text
    .replace(DIRECTION_MARKS, '')
    .trim()
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = ZEROS.find((start) => code >= start && code < start + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replace(/[\u2212\u2013\uff0d]/g, '-')
    .replace(/[\u066b\uff0e]/g, '.')
    .replace(/[\u060c\uff0c]/g, ',')
    .replace(/[\u2018\u2019\u02bc\u066c]/g, "'")
    .replace(/\s/g, ' ')
}

interface Read {
  readonly whole: string
  readonly fraction: string
  readonly isAmbiguous?: boolean
}

/** Without sign. `null` where the digits and separators are no number. */
function readUnsigned(text: string): Read | null {
  const plain = /^(\d*)(?:\.(\d*))?$/.exec(text)
  if (plain) return { whole: plain[1] ?? '', fraction: plain[2] ?? '' }
  const grouped = /^([1-9]\d{0,2})([,. '])(\d{3}(?:\2\d{3})*)(?:([.,])(\d*))?$/.exec(text)
  if (grouped) {
    const [, first = '', group = '', rest = '', point, fraction = ''] = grouped
    if (point === group) return null
    const isOneComma = group === ',' && rest.length === 3 && point === undefined
    return { whole: first + rest.replaceAll(group, ''), fraction, isAmbiguous: isOneComma }
  }
  const comma = /^(\d*),(\d*)$/.exec(text)
  return comma ? { whole: comma[1] ?? '', fraction: comma[2] ?? '' } : null
}

/** `unit`: the field's own currency or unit, which may be pasted along with the number. */
export function readTypedNumber(text: string, unit?: string): TypedNumber {
  const written = withoutUnit(inPlainSigns(text), unit)
  if (written === '') return { kind: 'empty' }
  const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/.exec(written) ?? []
  const read = readUnsigned(unsigned)
  if (read === null || read.whole + read.fraction === '') return UNREADABLE
  const whole = read.whole.replace(/^0+(?=\d)/, '') || '0'
  if (whole.length > MOST_DIGITS.whole || read.fraction.length > MOST_DIGITS.fraction) return UNREADABLE
  const value = read.fraction === '' ? whole : `${whole}.${read.fraction}`
  const isNegative = sign === '-' && /[1-9]/.test(value)
  return { kind: 'number', value: isNegative ? `-${value}` : value, isAmbiguous: read.isAmbiguous ?? false }
}

function withoutUnit(written: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return written
  const [lower, own] = [written.toLowerCase(), unit.toLowerCase()]
  const bare = lower.endsWith(own) ? written.slice(0, -own.length) : lower.startsWith(own) ? written.slice(own.length) : written
  // A unit without a number is not an empty field.
  return bare.trim() || written
}

/** The number as plain decimal text; '' where the field is empty or its text is no number. */
export function typedDecimal(text: string, unit?: string): string {
  const read = readTypedNumber(text, unit)
  return read.kind === 'number' ? read.value : ''
}

/** What the wire takes as a number; kept equal to DECIMAL_IN of the contract by a test, so that zod stays out of the browser. */
export const WIRE_NUMBER = /^\d{1,12}(\.\d{1,8})?$/

/** The number as the wire takes it: unsigned, up to 12 digits and 8 decimals. '' for everything else. */
export function wireDecimal(text: string, unit?: string): string {
  const value = typedDecimal(text, unit)
  return WIRE_NUMBER.test(value) ? value : ''
}
