/** Companies (our tenants) and their public settings. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, Id, Milliseconds } from './primitives'

export const Company = z.object({
  id: Id,
  name: z.string(),
  logo: z.string(),
  url: z.string(),
  subject: z.string().describe('Legal name'),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
  licence: z
    .object({ authority: z.string(), number: z.string(), register_url: z.string() })
    .nullable()
    .optional()
    .describe('Null: none is stated'),
})
export type Company = z.infer<typeof Company>

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/company/getCompany',
  actor: 'anonymous',
  input: z.object({
    name: z.string().max(64).optional(),
    closing: z.enum(['1']).optional().describe('1: also those that wind down or have closed, whose receipts can still be checked'),
  }),
  output: z.array(Company),
  errors: [],
})

export const getCompanyStatus = endpoint({
  method: 'GET',
  path: '/api/company/getCompanyStatus',
  actor: 'anonymous',
  input: z.object({}),
  output: z.object({ status: z.number().int().min(0).max(2).describe('0 live, 1 closed, 2 wind-down'), loss_url: z.string() }),
  errors: ['COMPANY_UNKNOWN'],
})

export const getBasicInfo = endpoint({
  method: 'GET',
  path: '/api/basicSet/getBasicInfo',
  actor: 'anonymous',
  input: z.object({}),
  output: z.object({
    service_link: z.string(),
    service_link_type: z.number().int().describe('1 framed in the page, 2 opened in a new window'),
    verify_reg_type: z.number().int().describe('1 sent code, 2 image captcha'),
    trade_fee_type: z.number().int().describe('1 per lot, 2 share of margin'),
    stop_out_level: Decimal.describe('Margin level in percent at which positions are closed'),
    stale_after_ms: z.number().int().describe('Age at which a quote can no longer be traded'),
    demo_balance: Decimal,
    simulated_money: z
      .union([z.literal(0), z.literal(1)])
      .optional()
      .describe('1 where no money of the server is real: nothing must be sent to the addresses it shows'),
    email: z.string().optional().describe('Support address as it is now'),
    refused_countries: z.array(z.string()).optional().describe('Nobody registers from here, ISO 3166'),
  }),
  errors: ['COMPANY_UNKNOWN'],
})
export type BasicInfo = z.infer<typeof getBasicInfo.output>

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/default/setting',
  actor: 'anonymous',
  input: z.object({ key: z.enum(['is_show_mobile']) }),
  output: z.object({ key: z.string(), value: z.number().int() }),
  errors: ['COMPANY_UNKNOWN'],
})

export const AreaCode = z.object({ id: Id, code: z.string(), global_code: z.string() })
export const listAreaCodes = endpoint({
  method: 'GET',
  path: '/api/default/area_list',
  actor: 'anonymous',
  input: z.object({}),
  output: z.array(AreaCode),
  errors: ['COMPANY_UNKNOWN'],
})

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/default/captcha',
  actor: 'anonymous',
  input: z.object({}),
  output: z.object({ id: z.string(), b64s: z.string().describe('A data URL') }),
  errors: [],
})

/** How many accounts lost, of those with a closed order in the period. */
const LosingAccounts = z.object({
  accounts: z.number().int().describe('How many accounts the share rests on'),
  share_percent: Decimal.nullable().describe('Accounts with a negative result, after fees; null when `reason` says why'),
  reason: z.enum(['too_few_accounts']).nullable(),
})
export type LosingAccounts = z.infer<typeof LosingAccounts>

const WithdrawalFee = z.object({
  type: z.number().int().describe('1 coin, 2 bank'),
  code: z.string(),
  protocol: z.string().describe('Empty for a bank currency'),
  fee_type: z.number().int().describe('1 a sum in USDT, 2 percent of the amount'),
  rate: Decimal,
})

/**
 * What `/.well-known/broker.json` says: read from what is in force and counted from the books. Nothing of it is typed by the
 * company but who it is and which licence it states.
 */
export const BrokerStatement = z.object({
  legal_name: z.string(),
  address: z.string(),
  licence: z.object({ authority: z.string(), number: z.string(), register_url: z.string() }).nullable(),
  ombudsman: z
    .object({ name: z.string(), url: z.string() })
    .optional()
    .describe('Who looks at decisions about challenged fills from outside'),
  is_demo_site: z.boolean(),
  money_is_simulated: z.boolean().describe('No money of this server is real, whatever account it is in'),
  execution_model: z
    .enum(['simulated', 'internalised', 'hedged', 'routed', 'mixed'])
    .describe(
      'simulated: no market and no real money; internalised: the broker is the counterparty; hedged: it is, and covers what real accounts hold together elsewhere; routed: passed on before they are filled; mixed: by instrument',
    ),
  execution_note: z.string().describe('The same in an English sentence'),
  execution: z
    .record(
      z.string(),
      z.object({
        model: z.enum(['hedged', 'stp']).describe('stp: the provider is asked first, and its price with the mark-up is the fill'),
        is_simulated: z.boolean().describe("The provider is a test system: what it fills is nobody's"),
        mark_up: Decimal.nullable().describe("In price units, to the trader's cost; null for hedged"),
      }),
    )
    .optional()
    .describe('Of real accounts, by instrument; absent where the broker alone is the counterparty, as in every demo account'),
  price_source: z.string(),
  price_source_is_simulated: z.boolean(),
  price_sources: z
    .record(
      z.string(),
      z.array(
        z.object({
          source: z.string(),
          is_simulated: z.boolean().describe('No market stands behind its prices'),
          from_minute_candles: z.boolean().describe('Its prices were made of recorded minute candles by a rule'),
        }),
      ),
    )
    .optional()
    .describe('By instrument: who is asked for its price, the most preferred first. One is traded on at a time, and stands on the receipt'),
  fees: z.object({
    trade_fee_type: z.number().int().describe('1 USDT a lot, 2 share of the margin'),
    rates: z.record(z.string(), Decimal).describe('By instrument; taken once, when an order opens'),
    spread: z
      .record(z.string(), Decimal)
      .describe('Mark-up in price units: what the company lays round the price of its source; 0 where it adds nothing'),
    spread_from: z
      .record(z.string(), z.enum(['source', 'company']).nullable())
      .optional()
      .describe(
        'Where the spread between bid and ask comes from. source: the price source quotes both, and they are passed on unchanged; company: the source quotes one price and the mark-up is all there is; null: no price since the start',
      ),
    overnight: z
      .record(z.string(), Decimal)
      .nullable()
      .describe(
        'Percent a year that a position pays, as EURUSD long and EURUSD short; below 0 it is paid. Null: nothing is charged for holding a position',
      ),
    deposit: Decimal.describe('USDT taken of a deposit'),
    withdrawals: z.array(WithdrawalFee),
  }),
  stop_out_level: Decimal,
  margin_call_levels: z.array(z.number().int()).describe('Margin levels in percent at which a trader is told'),
  max_leverage: z
    .record(z.string(), z.number().int().nullable())
    .describe('By instrument; null: none is configured, nothing can be opened'),
  losing_accounts: z.object({
    period_days: z.number().int(),
    min_accounts: z.number().int().describe('Over fewer accounts no share is stated'),
    real: LosingAccounts,
    demo: LosingAccounts,
    computed_at: Milliseconds,
  }),
  withdrawal_times: z.object({
    promised_hours: z.number().int(),
    p50_minutes: z.number().int().nullable().describe('Half of the last withdrawals were paid within; null: too few to measure'),
    p95_minutes: z.number().int().nullable(),
    measured: z.number().int(),
  }),
  receipt_public_key: z.string().nullable().describe('Ed25519, 32 bytes in base64url: the key that signs now'),
  receipt_keys: z.array(z.object({ key_id: z.string(), public_key: z.string() })).describe('Every key that ever signed'),
  log: z
    .object({
      path: z.string().describe('Where it stands on the host of the company, with `checkpoint`, `tile/` and `facts/` below it'),
      origin: z.string().describe('Its name, which its checkpoints begin with'),
      keys: z.array(z.string()).describe('Every key that ever signed its checkpoints, as name+id+key; the one that signs now first'),
      witnesses: z
        .array(z.object({ name: z.string(), key: z.string().describe('as name+id+key'), kind: z.string() }))
        .optional()
        .describe('Who signs its checkpoints besides the company; absent where nobody is named'),
      needed: z
        .number()
        .int()
        .optional()
        .describe('How many of them a checkpoint needs before readers lean on it; `witnessed` below the path is the newest that has them'),
    })
    .optional()
    .describe('The public log of its receipts, by C2SP tlog-tiles; absent where the broker keeps none'),
  generated_at: Milliseconds,
})
export type BrokerStatement = z.infer<typeof BrokerStatement>

/** What a company can be held to besides its receipts. */
export const FACT_KINDS = [
  'rules',
  'terms',
  'settings',
  'prices',
  'seed',
  'refusals',
  'ranking',
  'statement',
  'execution',
  'solvency',
  'decision',
] as const

/**
 * A fact in the public log. Its entry is SHA-256 over `candor log entry v1\nfact\n`, the salt and the hash, and the hash is SHA-256 of the
 * document. What is somebody's own, or says how the house guards itself, shows its kind and time alone.
 */
export const LogFact = z.object({
  index: z.number().int().nonnegative().describe('Place of its entry in the log'),
  kind: z.enum(FACT_KINDS),
  at: Milliseconds,
  salt: z.string().nullable().describe('32 bytes in hex'),
  hash: z.string().nullable().describe('SHA-256 of the document, in hex'),
  document: z.string().nullable().describe('Canonical JSON (RFC 8785), to the byte'),
})
export type LogFact = z.infer<typeof LogFact>

/**
 * `GET /log/<company>/facts/<index>`: facts from an index on, at most 256. `GET /log/<company>/facts/<hash>`: the rules or terms of that hash,
 * as a receipt names its terms, each time that they were noted; and the root of an hour of what is owed.
 * `GET /log/<company>/facts/<kind>/<index>`: those of one kind (rules, terms, settings) from an index on, at most 256.
 * `GET /log/<company>/facts/seed/<day>`: every promise and every seed of a day (UTC, as 2026-11-27) of simulated markets.
 */
export const LogFacts = z.object({
  facts: z.array(LogFact),
  next: z.number().int().nullable().describe('Where the next page begins; null on the last page, which still grows'),
})
export type LogFacts = z.infer<typeof LogFacts>

/** `GET /log/<company>/prices/<minute>`: what is committed of a minute of prices; its batches stand below, by the code of the instrument. */
export const LogPrices = z.object({
  document: z.string().describe('Canonical JSON, to the byte: the seconds that are there, and the root of each instrument'),
  hash: z.string().describe('SHA-256 of the document, in hex'),
  fact: LogFact.nullable().describe('The fact that names it; null until it is in the log'),
})
export type LogPrices = z.infer<typeof LogPrices>
