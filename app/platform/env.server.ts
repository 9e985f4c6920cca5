/**
 * The only module that reads the environment. Everything is checked at boot and all problems are told at once, in plain
 * words: a server that starts with a misread setting is worse than one that does not start.
 */
import { z } from 'zod'

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
  REDIS_URL: urlOf(/^rediss?$/, 'redis://host:6379').optional(),
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
  FEED: oneOf(['simulated', 'replay']).default('simulated'),
  FEED_SEED: wholeNumber(0, 999_999_999).default(1),
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
}
export type EnvResult = { ok: true; env: Env } | { ok: false; problems: string[] }

/** What each setting forbids in another one. */
function conflictsOf(env: Env): string[] {
  const problems: string[] = []
  const isLocal = /^(localhost|[a-z0-9.-]+\.localhost)(:\d+)?$/.test(env.BASE_DOMAIN)
  if (env.MODE === 'real') {
    if (env.DATABASE_URL === undefined && env.BROKER_ORIGIN === undefined) {
      problems.push('MODE=real needs DATABASE_URL: the built-in database does not survive a power cut, so real money is not kept in it')
    }
    if (env.MASTER_KEY === undefined && env.BROKER_ORIGIN === undefined) {
      problems.push('MODE=real needs MASTER_KEY: the keys that sign receipts are kept encrypted under it')
    }
    if (env.START_AT !== undefined) problems.push('START_AT shifts the clock and is only for MODE=demo')
    if (env.DEV_TOOLS) problems.push('DEV_TOOLS shows mails and test pages and is only for MODE=demo')
    if (env.PUBLIC_SCHEME === 'http' && !isLocal) problems.push('PUBLIC_SCHEME=http: MODE=real is served over https only')
  }
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
      (issue) => `${String(issue.path[0])}: ${issue.message} (found "${hidden(issue.path[0], given)}")`,
    )
    return { ok: false, problems: [...new Set(problems)] }
  }
  const BASE_DOMAIN = parsed.data.BASE_DOMAIN ?? `localhost:${parsed.data.PORT}`
  const isLocal = /^(localhost|[a-z0-9.-]+\.localhost|127\.0\.0\.1)(:\d+)?$/.test(BASE_DOMAIN)
  const env: Env = { ...parsed.data, BASE_DOMAIN, PUBLIC_SCHEME: parsed.data.PUBLIC_SCHEME ?? (isLocal ? 'http' : 'https') }
  const problems = conflictsOf(env)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, env }
}

const SECRET: readonly PropertyKey[] = ['DATABASE_URL', 'REDIS_URL', 'MASTER_KEY', 'SMTP_URL', 'SMS_URL', 'SMS_USER', 'SMS_TOKEN']

// A connection address may hold a password, and the problem list goes to a log.
function hidden(name: PropertyKey | undefined, given: Record<string, string | undefined>): string {
  return name !== undefined && SECRET.includes(name) ? '…' : (given[String(name)] ?? '').slice(0, 80)
}

/** Loads `.env` (values already set win) and reads the process environment. */
export async function readEnv(): Promise<EnvResult> {
  const { config } = await import('dotenv')
  config({ quiet: true })
  return parseEnv(process.env)
}
