/**
 * Where the prices of the instruments come from, and who takes the house's own orders: `market.json` in the folder of the brands.
 * Strict: a key that is not known stops the entry it stands in, and no other. No secret stands in it: a password is the name of an environment variable.
 *
 * Every field says what it is for; docs/market-file.md explains the kinds of sources.
 */
import { z } from 'zod'
import { InstrumentCode, SourceName } from './tenant/places'

const Percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, 'a percentage is written like "0.25", with at most four decimals')
  .refine((text) => Number(text) > 0, 'a percentage is above zero')

const SimulatedSource = z.strictObject({
  kind: z.literal('simulated'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(999_999_999)
    .optional()
    .describe('The same seed gives the same market, for everybody who knows it; left out, its days come of a secret that is never shown'),
})

const ReplaySource = z.strictObject({
  kind: z.literal('replay'),
  directory: z.string().min(1).max(1_000).describe('Folder of the recording; from the folder of this file where it is not absolute'),
  speed: z.number().min(1).max(100).default(1).describe('How many times as fast as it was recorded'),
  from: z.string().max(40).optional().describe('Where it begins to play: HH:MM of its first day in UTC, or an ISO time'),
})

/** A secret that stands in the environment, where no file is copied or shown by mistake. */
const Secret = z.strictObject({
  env: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'a variable is named in capitals')
    .describe('Name of the environment variable that holds it'),
})

const Symbols = z
  .record(InstrumentCode, z.string().min(1).max(64))
  .describe('What the source calls each of our instruments; no two may have the same name there')
  .refine((symbols) => new Set(Object.values(symbols)).size === Object.keys(symbols).length, 'two instruments have the same name')

const SocketUrl = z
  .string()
  .max(300)
  .refine((text) => URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol), 'an address of a socket begins with wss:// or ws://')
const HttpUrl = z
  .string()
  .max(300)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'an address begins with https:// or http://')

const exchange = <Kind extends string>(kind: Kind) =>
  z.strictObject({
    kind: z.literal(kind),
    symbols: Symbols,
    socketUrl: SocketUrl.optional().describe("Another address than the exchange's own: a mirror, a test system"),
  })

const BinanceSource = exchange('binance').extend({
  restUrl: HttpUrl.optional().describe('Where snapshots of books are asked for, when it is not the usual place'),
})

const CcxtExchange = z
  .string()
  .regex(/^[a-z0-9]{2,32}$/, 'an exchange is named as ccxt names it')
  .describe("ccxt's name of the exchange")

const CcxtSource = z.strictObject({
  kind: z.literal('ccxt'),
  exchange: CcxtExchange,
  symbols: Symbols,
  by: z.enum(['book', 'ticker']).default('book').describe('ticker: for an exchange without a stream of books'),
  settings: z.record(z.string(), z.unknown()).optional().describe("Given to ccxt's constructor: options, urls, timeout"),
  silenceMs: z.number().int().min(1_000).max(600_000).optional().describe('Without news for so long a price no longer stands'),
})

const HttpPushSource = z.strictObject({
  kind: z.literal('http-push'),
  keys: z
    .record(z.string().regex(/^[\w-]{1,32}$/), z.string().regex(/^[\w-]{43}$/, 'a public key is 43 letters of base64url'))
    .refine((keys) => Object.keys(keys).length > 0, 'at least one key')
    .describe('Who may post: a name, and the public half of an Ed25519 key, 32 bytes in base64url'),
  isSimulated: z.boolean().default(false).describe('True when what is posted is no market: pages and receipts say so'),
  silenceMs: z.number().int().min(1_000).max(600_000).optional().describe('Without a request for so long no price stands'),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const File = z.string().min(1).max(1_000)
const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'a time is written HH:MM or HH:MM:SS')
const Weekday = z.number().int().min(0).max(6)

const FixConnection = z.strictObject({
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535),
  tls: z
    .strictObject({
      caFile: File.optional().describe("PEM of who signs the peer's certificate"),
      serverName: z.string().max(253).optional().describe("The name in the peer's certificate, where it is not the host's"),
      certFile: File.optional().describe('PEM of a certificate of ours'),
      keyFile: File.optional().describe('PEM of its key'),
    })
    .nullable()
    .describe('null: in the clear, for this machine or a private line'),
  senderCompId: z.string().min(1).max(64).describe('Our name'),
  targetCompId: z.string().min(1).max(64).describe("The peer's name"),
  username: Secret.optional(),
  password: Secret.optional(),
  heartbeatSeconds: z.number().int().min(1).max(60).default(30).describe('A peer that is silent for twice as long is lost'),
  resetsAtLogon: z.boolean().default(true).describe('Both sides begin with 1 at every logon: usual for prices, not for orders'),
  session: z
    .strictObject({
      timeZone: z.string().min(1).max(64).describe('America/New_York'),
      start: WallTime,
      end: WallTime,
      startDay: Weekday.optional().describe('0 is Sunday; with both days one session a week, with neither one a day'),
      endDay: Weekday.optional(),
    })
    .nullable()
    .default(null)
    .describe("When the peer's session runs; null: always"),
})

const FixSource = FixConnection.extend({
  kind: z.literal('fix'),
  symbols: Symbols,
  isSimulated: z.boolean().default(false).describe('True for a test system: pages and receipts say so'),
  marketDepth: z.number().int().min(0).max(100).default(1).describe('1: the best price alone; 0: the whole book'),
  updates: z.enum(['full', 'incremental']).default('incremental').describe('Whether changes are sent, or the whole book each time'),
  asksSecurities: z.boolean().default(false).describe('Ask for the list of instruments, and give up one that is not on it'),
})

export const MarketSource = z.discriminatedUnion('kind', [
  SimulatedSource,
  ReplaySource,
  FixSource,
  BinanceSource,
  exchange('kraken'),
  exchange('coinbase'),
  CcxtSource,
  HttpPushSource,
])
export type MarketSource = z.infer<typeof MarketSource>

/** A text like "-0.0021": what a unit is charged or paid. */
const SignedDecimal = z.string().regex(/^-?\d{1,9}(\.\d{1,8})?$/, 'a number is written like "-0.0021", with at most eight decimals')

const Statement = z.strictObject({
  folder: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Where its statements are put, one file a day, YYYY-MM-DD.csv; from the folder of this file where it is not absolute'),
  due: WallTime.default('06:30').describe('By when the statement of a day is there, on the next morning'),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .refine(isTimeZone, 'there is no such time zone')
    .default('Europe/London')
    .describe('Whose clock that is'),
  commissionPerMillion: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,8})?$/, 'a number is written like "25", with at most eight decimals')
    .optional()
    .describe('What is agreed: USDT a million USDT dealt'),
  swap: z
    .record(
      InstrumentCode,
      z.strictObject({
        long: SignedDecimal.describe('Of one unit held long over a night, in the quote currency; below zero we pay'),
        short: SignedDecimal,
        tripleDay: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'none']).default('wednesday'),
      }),
    )
    .default({})
    .describe('What is agreed for a night, by instrument'),
})

const FixProvider = FixConnection.extend({
  kind: z.literal('fix'),
  resetsAtLogon: z.boolean().default(false).describe('Both sides begin with 1 at every logon: reports may be lost by it'),
  account: z.string().max(64).default('').describe('Ours at the provider, where it asks for one'),
  symbols: Symbols,
  isSimulated: z.boolean().default(false).describe('True for a test system: pages and receipts say so'),
  dropCopy: FixConnection.pick({ senderCompId: true, targetCompId: true, host: true, port: true, tls: true })
    .partial({ targetCompId: true, host: true, port: true, tls: true })
    .extend({ username: Secret.optional(), password: Secret.optional() })
    .optional()
    .describe("A session of its own with copies of all reports; what is absent is the orders'"),
  statement: Statement.optional().describe('Its statement of each day, as a file'),
})

const CcxtProvider = z.strictObject({
  kind: z.literal('ccxt'),
  exchange: CcxtExchange,
  symbols: Symbols,
  apiKey: Secret,
  secret: Secret,
  password: Secret.optional().describe('Where the exchange asks for one besides'),
  isSimulated: z.boolean().default(false).describe('True for a test system: pages and receipts say so'),
  settings: z.record(z.string(), z.unknown()).optional().describe("Given to ccxt's constructor: options, urls, timeout"),
  statement: Statement.optional().describe('Its statement of each day, as a file'),
})

/** A counterparty that takes the house's own orders. */
export const MarketProvider = z.discriminatedUnion('kind', [FixProvider, CcxtProvider])
export type MarketProvider = z.infer<typeof MarketProvider>

export const PricedInstrument = z.strictObject({
  sources: z
    .array(SourceName)
    .min(1)
    .max(8)
    .refine((names) => new Set(names).size === names.length, 'a source is named twice')
    .describe('Who is asked, the most preferred first'),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(8)
    .optional()
    .describe("Decimals of a price; the catalogue's when absent. A finer price is refused"),
  quietAfterMs: z.number().int().min(100).max(60_000).default(800).describe('A source that is silent for so long is left for the next one'),
  returnAfterMs: z.number().int().min(0).max(600_000).default(5_000).describe('A preferred source is taken again when it has held so long'),
  spikePercent: Percent.optional().describe(
    "A jump of more is held back unless the others show it; a third of the catalogue's band when absent",
  ),
  disagreementPercent: Percent.optional().describe(
    "Sources further apart are not of one market: the instrument takes no new orders; a fifteenth of the catalogue's band when absent",
  ),
})
export type PricedInstrument = z.infer<typeof PricedInstrument>

export type ProviderStatement = z.infer<typeof Statement>

/** The outer form; each entry is judged by itself, so that one that is wrong stops no other. */
export const MarketFileForm = z.strictObject({
  $schema: z.string().max(300).optional().describe('Lets editors complete the file: market.schema.json'),
  sources: z.record(z.string(), z.unknown()).describe('By a name that you choose; it stands on receipts and pages'),
  providers: z.record(z.string(), z.unknown()).default({}).describe("Who takes the house's own orders, by a name that you choose"),
  instruments: z.record(z.string(), z.unknown()).describe('By code; only these are offered, to each company those of its own list'),
})
