/**
 * The small words every endpoint is spelled with: ids, decimal text, periods, languages.
 *
 * Invariant: a number that comes in is judged as text by one regular expression before anything parses it,
 * and nothing is ever coerced (`'0x10'`, `'1e9'`, `' 1'` and `[1]` are all refused). None is larger than the books can keep.
 */
import { z } from 'zod'
import type { Period as CandlePeriod } from '../rules/candles'
import type { ErrorName } from './errors'

/** The 21 languages of the product, in the order in which they are offered. `hk` is the default. */
export const LANGUAGES = [
  'hk',
  'en',
  'jp',
  'kr',
  'th',
  'vn',
  'fr',
  'de',
  'ru',
  'spa',
  'pt',
  'ar',
  'it',
  'tr',
  'id',
  'my',
  'hi',
  'cs',
  'fa',
  'fi',
  'et',
] as const
export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>
export const DEFAULT_LANGUAGE: Language = 'hk'

/** Reads a language code; anything unknown or missing becomes the default, as the contract says. */
export function readLanguage(code: string | null | undefined): Language {
  const parsed = Language.safeParse(code)
  return parsed.success ? parsed.data : DEFAULT_LANGUAGE
}

/** What a value is refused with where the table has an error of its own for it; every other problem is PARAMETER_INVALID. */
interface ValueRefusal {
  readonly error: ErrorName
  readonly details: Readonly<Record<string, string>>
}

/** For `refine`: `message` is the problem's word where no caller is told (settings), and a problem ends the judging of its value. */
export function refusing(message: string, error: ErrorName, details: Readonly<Record<string, string>>) {
  return { message, abort: true, params: { error, details } satisfies ValueRefusal }
}

/** The error that a schema names for its issue; undefined where it names none. */
export function refusalOf(issue: z.core.$ZodIssue): ValueRefusal | undefined {
  return issue.code === 'custom' && typeof issue.params?.error === 'string' ? (issue.params as unknown as ValueRefusal) : undefined
}

/** The number of a row that the desk names. */
export const RowId = z.string().regex(/^\d{1,18}$/)

/** An unsigned decimal that a client sends: up to 12 digits, a point, up to 8 digits. */
export const DECIMAL_IN = /^\d{1,12}(\.\d{1,8})?$/
/** The largest number that is kept anywhere: 64 bits of 10⁻⁸. */
const DECIMAL_MAX = '92233720368.54775807'

/** Text of DECIMAL_IN, written so that texts sort as their numbers do. */
const sortable = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole.padStart(12, '0')}.${fraction.padEnd(8, '0')}`
}

/** Both are text of DECIMAL_IN. */
export function isAtMost(text: string, max: string): boolean {
  return sortable(text) <= sortable(max)
}

export const DecimalIn = z
  .string()
  .regex(DECIMAL_IN, { abort: true })
  .refine((text) => isAtMost(text, DECIMAL_MAX), refusing('outOfBounds', 'NUMBER_TOO_LARGE', { max: DECIMAL_MAX }))
/** A decimal the broker sends, possibly negative. */
export const Decimal = z.string().regex(/^-?\d+(\.\d+)?$/)
/** A decimal, or the empty string where the figure does not exist (margin level without used margin). */
export const DecimalOrEmpty = z.union([z.literal(''), Decimal])

export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/)
export const Page = z
  .string()
  .regex(/^\d{1,4}$/)
  .refine((page) => Number(page) >= 1 && Number(page) <= 1000)
export const PAGE_SIZE = 20
export const CURSOR = /^[\w.-]{1,64}$/
/**
 * Which page of a list is asked for. `after` is what the page before gave as `next`: its list goes on behind the row that was shown
 * last, whatever came or went meanwhile. It belongs to that list with those parameters; another one is PARAMETER_INVALID.
 */
export const PAGE_ASKED = {
  page: Page.optional(),
  after: z.string().regex(CURSOR).optional().describe('`next` of the page before; `page` does not count then'),
}
export const Next = z
  .union([z.literal(''), z.string().regex(CURSOR)])
  .optional()
  .describe('Cursor of the page behind this one; empty where there is none, left out by a broker without cursors')

/** Unix milliseconds, UTC. */
export const Milliseconds = z.number().int().nonnegative()

export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const satisfies readonly CandlePeriod[]
export const Period = z.enum(PERIODS)
export type Period = z.infer<typeof Period>

export const Nothing = z.null()

/** An https address; the tenant's allow-list is checked where the tenant is known. */
export const HttpsUrl = z.url({ protocol: /^https$/ }).max(2048)
