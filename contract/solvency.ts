/** What a company owes, counted every hour, and the proof that a trader's own money is in it (docs/decisions/085-solvency.md). */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, Milliseconds } from './primitives'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Place = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const MAX_HEIGHT = 40

const SumStep = z.object({ hash: Hash, sum: Decimal, side: z.enum(['left', 'right']).describe('Where this neighbour stands') })

const SolvencyPart = z.object({
  place: Place.describe('Of the leaf, from 0'),
  salt: Hash,
  amount: Decimal,
  path: z.array(SumStep).max(MAX_HEIGHT).describe('The neighbours on the way to the root, the lowest first'),
})

/** What is published of an hour, and goes into the company's log: nothing about anybody. */
export const SolvencyDocument = z.strictObject({
  company: z.string(),
  at: Milliseconds.describe('When the accounts were read; the hour of the leaves is its beginning'),
  root: Hash,
  total: Decimal,
  leaves: z.number().int().min(2),
})
export type SolvencyDocument = z.infer<typeof SolvencyDocument>

const Day = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)
const SECURE_LINK = /^https:\/\/[^\s"'<>]{1,400}$/
const AMOUNT = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,8})?$/

/** What a company says it has: one wallet, or one account of a bank. */
export const StatedAsset = z.strictObject({
  name: z.string().trim().min(1).max(80),
  kind: z.enum(['wallet', 'bank']),
  network: z.string().trim().min(1).max(40).optional(),
  address: z
    .string()
    .regex(/^[A-Za-z0-9:.-]{8,128}$/, 'a public address')
    .optional(),
  amount: z.string().regex(AMOUNT, 'an amount of USDT, up to 8 decimals').describe('What it is worth in USDT'),
  as_of: Day.describe('The day for which that is stated, UTC'),
  stated_by: z.string().trim().min(1).max(120).describe('Who says so: the bank, an auditor, the company'),
  link: z
    .string()
    .regex(SECURE_LINK, 'a link that begins with https://')
    .optional()
    .describe('A wallet: in a chain’s explorer. A bank: the statement'),
})
/** `assets.json` in a company's folder. */
export const AssetsFile = z.array(StatedAsset).max(200)
export type StatedAsset = z.infer<typeof StatedAsset>

export const getSolvency = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/solvency',
  actor: 'session',
  input: z.object({}),
  output: z.object({
    newest: z
      .object({
        document: z.string().describe('Canonical JSON (RFC 8785), to the byte; its SHA-256 is in the public log'),
        hash: Hash.describe('SHA-256 of the document'),
        own: z
          .object({
            account: z.string().describe('The trader’s public number'),
            equity: Decimal,
            under_review: Decimal.describe('Withdrawals that wait for their review'),
            parts: z.array(SolvencyPart).max(8),
          })
          .nullable()
          .describe('Null where the account was not counted'),
      })
      .nullable()
      .describe('Null before the first hour'),
    hours: z
      .array(z.object({ at: Milliseconds.describe('Beginning of the hour'), state: z.enum(['counted', 'missing', 'none']) }))
      .describe('The last 24 hours, oldest first. none: the account or the company’s counting was not there yet'),
    assets: z
      .array(StatedAsset.extend({ is_on_chain: z.boolean().describe('A wallet with an address and a link: anybody can look') }))
      .nullable()
      .describe('Null where the company states no assets'),
  }),
  errors: [],
})
