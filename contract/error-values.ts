/** What the text of an error is filled with, besides what its refusal tells; for the broker's words and for those a screen says itself. */
import type { ErrorName } from './errors'
import { LONGEST } from './form-bounds'
import { REASON_MAX } from './told-limits'

/** The detail that a sentence counts: `TOO_MANY_OPEN_ORDERS` has a form for one order and others for more. A test keeps it with the texts. */
export const COUNTED_DETAIL = {
  TOO_MANY_OPEN_ORDERS: 'limit',
  TOO_MANY_OPEN_DEPOSITS: 'count',
  PAYOUT_METHODS_TOO_MANY: 'count',
  PRICE_OFF_GRID: 'decimals',
  DESK_IMAGE_LIMIT: 'count',
} as const satisfies Partial<Record<ErrorName, string>>

/** Limits that never differ, so no refusal tells them. */
const ALWAYS: Partial<Record<ErrorName, Readonly<Record<string, string>>>> = {
  DESK_REASON_REQUIRED: { max: String(REASON_MAX) },
  RANKING_NAME_INVALID: { max: String(LONGEST.rankingName) },
}

/** Details that are figures. Programs get them plain, sentences with commas between thousands, as every screen writes them. */
const FIGURES = ['allowed', 'available', 'count', 'example', 'fee', 'limit', 'max', 'min', 'missing', 'price', 'step']
const grouped = (text: string): string => text.replace(/(?<![\d.])\d{4,}/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','))

/** The form in which a number is spoken that nobody named: that of many. */
const UNNAMED = 100

/** @returns the values of the text `public:error.<name>`; where it has plural forms, `count` chooses one. */
export function errorValues(name: ErrorName, details: Readonly<Record<string, string>> = {}): Readonly<Record<string, string | number>> {
  const counted = (COUNTED_DETAIL as Partial<Record<ErrorName, string>>)[name]
  const said = Object.fromEntries(Object.entries(details).map(([key, text]) => [key, FIGURES.includes(key) ? grouped(text) : text]))
  if (counted === undefined) return { ...ALWAYS[name], ...said }
  const count = Number(details[counted] ?? UNNAMED)
  return { ...said, count: Number.isFinite(count) ? count : UNNAMED }
}
