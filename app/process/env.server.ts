/**
 * The only module that reads the environment. Everything is checked at boot and all problems are told at once, in plain
 * words: a server that starts with a misread setting is worse than one that does not start.
 */
import { z } from 'zod'
import { NODE_ROLES, type NodeRole } from '../../contract/node-roles'
import { isRehearsal, isThisMachine } from '../../rules/this-machine'

const text = z.string().trim().min(1)
const flag = z.enum(['0', '1', 'true', 'false'], { error: 'write 1 or 0' }).transform((value) => value === '1' || value === 'true')
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `write a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `write a whole number from ${min} to ${max}`)
const isoTime = z
  .string()
  .refine((value) => /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value) && Number.isFinite(Date.parse(value)), {
    error: 'write a time like 2026-11-18T09:00:00Z',
  })
  .transform((value) => Date.parse(value))
const urlOf = (protocol: RegExp, example: string) => z.url({ protocol, error: `write an address like ${example}` })
/** 32 bytes as text. Base64 of 32 bytes has 44 characters, the last of them padding. */
const key = z
  .string()
  .trim()
  .regex(
    /^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=?)$/,
    'write 32 random bytes as 64 hexadecimal digits or as base64; `openssl rand -hex 32` makes them',
  )
  .transform((value): Uint8Array => Buffer.from(value, value.length === 64 ? 'hex' : 'base64'))
const oneOf = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  z.enum(options, { error: `write one of: ${options.join(', ')}` })

const roles = z
  .string()
  .transform((value) => [...new Set(value.split(',').map((part) => part.trim()))])
  .refine((parts): parts is NodeRole[] => parts.every((part) => NODE_ROLES.some((role) => role === part)), {
    error: `write some of ${NODE_ROLES.join(', ')}, separated by commas; left out, a node does all of it`,
  })

const Variables = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('production'),
  PORT: wholeNumber(1, 65_535).default(3000),
  BASE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/, 'write a lower-case host name, with the port when it is not the usual one')
    .optional(),
  PUBLIC_SCHEME: oneOf(['http', 'https']).optional(),
  DATA_DIR: text.default('.data'),
  TENANTS_DIR: text.default('tenants'),
  THEMES_DIR: text.default('themes'),
  MODE: oneOf(['demo', 'real']).default('demo'),
  DATABASE_URL: urlOf(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/candor').optional(),
  MASTER_KEY: key.optional(),
  FILES_URL: urlOf(/^https?$/, 'https://s3.example/bucket')
    .refine((value) => !/[?#@]/.test(value), 'write only scheme, host, bucket and folder; the key stands in FILES_KEY and FILES_SECRET')
    .refine((value) => new URL(value).pathname !== '/', 'write the bucket behind the host, like https://s3.example/bucket')
    .optional(),
  FILES_KEY: text.optional(),
  FILES_SECRET: text.optional(),
  FILES_REGION: text.default('us-east-1'),
  REDIS_URL: urlOf(/^rediss?$/, 'redis://host:6379').optional(),
  ROLES: roles.default([...NODE_ROLES]),
  NATS_URL: urlOf(/^(nats|tls)$/, 'nats://user:password@host:4222').optional(),
  SMTP_URL: urlOf(/^smtps?$/, 'smtp://user:password@mail.example:587').optional(),
  MAIL_FROM: z.email('write an address like no-reply@broker.example').optional(),
  SMS_URL: urlOf(/^https?$/, 'https://gateway.example/messages').optional(),
  SMS_KIND: oneOf(['json', 'twilio']).default('json'),
  SMS_USER: text.optional(),
  SMS_TOKEN: text.optional(),
  SMS_FROM: text.optional(),
  BROKER_ORIGIN: urlOf(/^https?$/, 'https://broker.example')
    .refine((value) => /^https?:\/\/[^/]+\/?$/.test(value), 'write only scheme, host and port')
    .transform((value) => new URL(value).origin)
    .optional(),
  BROKER_TIMEOUT_MS: wholeNumber(100, 60_000).default(8000),
  DEV_TOOLS: flag.default(false),
  OUTBOX_FOR: oneOf(['everyone', 'machine']).default('everyone'),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every((part) => /^[0-9a-f.:]+$/i.test(part)), 'write IP addresses separated by commas')
    .default([]),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: text.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  FEED: oneOf(['simulated', 'replay', 'file']).optional(),
  PRICES_KEPT_DAYS: wholeNumber(1, 400).default(7),
  FEED_SEED: wholeNumber(0, 999_999_999).optional(),
  REPLAY_DIR: text.optional(),
  REPLAY_SPEED: wholeNumber(1, 100).default(1),
  REPLAY_FROM: isoTime.optional(),
  START_AT: isoTime.optional(),
})
export const ENVIRONMENT_VARIABLES = Object.keys(Variables.shape) as (keyof typeof Variables.shape)[]

type Parsed = z.output<typeof Variables>
export interface Env extends Parsed {
  readonly BASE_DOMAIN: string
  readonly PUBLIC_SCHEME: 'http' | 'https'
  /** The whole environment: the secrets of the market's sources stand there, under names that its file gives. */
  readonly VARIABLES: Readonly<Record<string, string | undefined>>
}
type EnvResult = { ok: true; env: Env } | { ok: false; problems: string[] }

interface Danger {
  readonly what: string
  /** Refused even where only this machine can come: at a rehearsal. */
  readonly always: boolean
}

/** Codes, the gateway's secret, session tokens or the names of people's files would leave this machine readable for everybody on the way. */
function isInClearText(address: string | undefined): boolean {
  const url = address === undefined ? null : new URL(address)
  return url !== null && url.protocol !== 'https:' && !isThisMachine(url.hostname.replace(/^\[|\]$/g, ''))
}

/** What keeps real money from being served with these settings, whatever MODE says now. */
export function dangersOf(env: Env): Danger[] {
  const keepsBooks = env.BROKER_ORIGIN === undefined
  const found: Danger[] = []
  const add = (always: boolean, isDanger: boolean, what: string) => isDanger && found.push({ what, always })
  add(
    true,
    keepsBooks && env.MASTER_KEY === undefined,
    'MODE=real needs MASTER_KEY: the keys that sign receipts are kept encrypted under it',
  )
  add(true, env.START_AT !== undefined, 'START_AT shifts the clock and is only for MODE=demo')
  add(true, env.DEV_TOOLS, 'DEV_TOOLS shows mails and test pages and is only for MODE=demo')
  for (const [name, value] of Object.entries({ SMS_URL: env.SMS_URL, BROKER_ORIGIN: env.BROKER_ORIGIN, FILES_URL: env.FILES_URL })) {
    add(true, isInClearText(value), `${name}: with MODE=real write an https address, unless it is on this machine`)
  }
  add(
    true,
    env.MASTER_KEY !== undefined && new Set(env.MASTER_KEY).size === 1,
    'MASTER_KEY is one byte repeated; `openssl rand -hex 32` makes one that nobody guesses',
  )
  add(false, env.PUBLIC_SCHEME === 'http', 'PUBLIC_SCHEME=http: MODE=real is served over https only')
  add(
    false,
    env.PUBLIC_SCHEME === 'https' && env.TRUSTED_PROXIES.length === 0,
    'MODE=real needs TRUSTED_PROXIES, the address of the proxy that ends https: without it all visitors are one and share their limits',
  )
  add(
    false,
    keepsBooks && env.SMTP_URL === undefined,
    'MODE=real needs SMTP_URL: without mail nobody can register, reset a password or hear of a sign-in',
  )
  add(false, env.NODE_ENV !== 'production', `NODE_ENV=${env.NODE_ENV} is for developers: MODE=real runs with NODE_ENV=production`)
  return found
}

/** What each setting forbids in another one. */
function conflictsOf(env: Env): string[] {
  const dangers = env.MODE === 'real' ? dangersOf(env).filter(({ always }) => always || !isRehearsal(env)) : []
  const problems = dangers.map(({ what }) => what)
  if (env.FILES_URL !== undefined && (env.FILES_KEY === undefined || env.FILES_SECRET === undefined))
    problems.push('FILES_URL needs FILES_KEY and FILES_SECRET: the key that may read and write the bucket')
  if (env.FILES_URL === undefined && (env.FILES_KEY !== undefined || env.FILES_SECRET !== undefined))
    problems.push('FILES_KEY and FILES_SECRET need FILES_URL: the bucket that they open')
  if (env.ROLES.length < NODE_ROLES.length && (env.DATABASE_URL === undefined || env.NATS_URL === undefined))
    problems.push('ROLES leaves work to other nodes: they need DATABASE_URL and NATS_URL, which all of them share')
  if (env.METRICS_HOST !== undefined && env.METRICS_PORT === undefined) problems.push('METRICS_HOST needs METRICS_PORT')
  if (env.METRICS_PORT === env.PORT) problems.push('METRICS_PORT must be another port than PORT: what is measured is not for visitors')
  if (env.FEED === 'replay' && env.REPLAY_DIR === undefined)
    problems.push('FEED=replay needs REPLAY_DIR: the folder with the recorded prices')
  return problems
}

/** Reads and checks the whole environment. An empty value counts as not set. */
export function parseEnv(source: Record<string, string | undefined>): EnvResult {
  const given = Object.fromEntries(ENVIRONMENT_VARIABLES.map((name) => [name, source[name] === '' ? undefined : source[name]]))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${String(issue.path[0])}: ${issue.message} (found "${hideSecret(issue.path[0], given)}")`,
    )
    return { ok: false, problems: [...new Set(problems)] }
  }
  const BASE_DOMAIN = parsed.data.BASE_DOMAIN ?? `localhost:${parsed.data.PORT}`
  const env: Env = {
    ...parsed.data,
    BASE_DOMAIN,
    VARIABLES: source,
    PUBLIC_SCHEME: parsed.data.PUBLIC_SCHEME ?? (isRehearsal({ BASE_DOMAIN }) ? 'http' : 'https'),
  }
  const problems = conflictsOf(env)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, env }
}

const SECRET: readonly PropertyKey[] = [
  'DATABASE_URL',
  'REDIS_URL',
  'NATS_URL',
  'MASTER_KEY',
  'SMTP_URL',
  'SMS_URL',
  'SMS_USER',
  'SMS_TOKEN',
  'FILES_URL',
  'FILES_KEY',
  'FILES_SECRET',
]

// A connection address may hold a password, and the problem list goes to a log.
function hideSecret(name: PropertyKey | undefined, given: Record<string, string | undefined>): string {
  return name !== undefined && SECRET.includes(name) ? '…' : (given[String(name)] ?? '').slice(0, 80)
}

/** Loads `.env` (values already set win) and reads the process environment. */
export async function readEnv(): Promise<EnvResult> {
  const { config } = await import('dotenv')
  config({ quiet: true })
  return parseEnv(process.env)
}
