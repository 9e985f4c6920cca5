import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dangersOf, ENVIRONMENT_VARIABLES, type Env, parseEnv } from './env.server'

const problemsOf = (source: Record<string, string>): string[] => {
  const result = parseEnv(source)
  return result.ok ? [] : result.problems
}

test('with nothing set the site starts as a demo on localhost:3000', () => {
  const result = parseEnv({})
  expect(result).toMatchObject({
    ok: true,
    env: {
      PORT: 3000,
      BASE_DOMAIN: 'localhost:3000',
      PUBLIC_SCHEME: 'http',
      MODE: 'demo',
      DATA_DIR: '.data',
      TRUSTED_PROXIES: [],
    },
  })
})

test.each([
  [{ PORT: '8080' }, { PORT: 8080, BASE_DOMAIN: 'localhost:8080', PUBLIC_SCHEME: 'http' }],
  [{ BASE_DOMAIN: 'example.com' }, { BASE_DOMAIN: 'example.com', PUBLIC_SCHEME: 'https' }],
  [{ BASE_DOMAIN: 'lvh.localhost:80' }, { PUBLIC_SCHEME: 'http' }],
  [{ PORT: '' }, { PORT: 3000 }],
  [{ TRUSTED_PROXIES: '10.0.0.1, ::1' }, { TRUSTED_PROXIES: ['10.0.0.1', '::1'] }],
  [{ START_AT: '2026-11-18T09:00:00Z' }, { START_AT: Date.UTC(2026, 10, 18, 9) }],
  [{ BROKER_ORIGIN: 'https://broker.example/' }, { BROKER_ORIGIN: 'https://broker.example' }],
  [{ DEV_TOOLS: '1' }, { DEV_TOOLS: true }],
  [
    { FEED: 'replay', REPLAY_DIR: '/tmp/ticks', REPLAY_SPEED: '100' },
    { FEED: 'replay', REPLAY_SPEED: 100 },
  ],
  [
    { MODE: 'real', DATABASE_URL: 'postgresql://u:p@db/candor', MASTER_KEY: `${'1f'.repeat(31)}aB` },
    { MODE: 'real', MASTER_KEY: Buffer.from(`${'1f'.repeat(31)}ab`, 'hex') },
  ],
  [{ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, { MASTER_KEY: Buffer.alloc(32, 7) }],
  [
    { MODE: 'real', BROKER_ORIGIN: 'https://broker.example' },
    { MODE: 'real', MASTER_KEY: undefined },
  ],
])('%o is read as %o', (source, expected) => {
  expect(parseEnv(source)).toMatchObject({ ok: true, env: expected })
})

const PUBLIC = {
  ...{ MODE: 'real', NODE_ENV: 'production', BASE_DOMAIN: 'example.com', TRUSTED_PROXIES: '10.0.0.1' },
  ...{
    DATABASE_URL: 'postgresql://db/x',
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_none, at) => at)).toString('hex'),
    SMTP_URL: 'smtps://mail.example',
  },
}

test.each([
  [{ PORT: '0' }, 'PORT: write a whole number from 1 to 65535 (found "0")'],
  [{ PORT: '3000.5' }, 'PORT: write a whole number from 1 to 65535 (found "3000.5")'],
  [{ PORT: '0x10' }, 'PORT: write a whole number'],
  [{ BASE_DOMAIN: 'Example.com' }, 'BASE_DOMAIN: write a lower-case host name'],
  [{ BASE_DOMAIN: '*.example.com' }, 'BASE_DOMAIN: write a lower-case host name'],
  [{ BASE_DOMAIN: 'https://example.com' }, 'BASE_DOMAIN: write a lower-case host name'],
  [{ MODE: 'live' }, 'MODE: write one of: demo, real (found "live")'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: write an address like postgresql://'],
  [
    { ROLES: 'site,waiter' },
    'ROLES: write some of site, api, sockets, engine, feed, jobs, separated by commas; left out, a node does all of it',
  ],
  [{ ROLES: ',' }, 'ROLES: write some of site, api, sockets, engine, feed, jobs'],
  [{ ROLES: 'site' }, 'ROLES leaves work to other nodes: they need DATABASE_URL and NATS_URL'],
  [{ NATS_URL: 'somewhere' }, 'NATS_URL: write an address like nats://user:password@host:4222'],
  [{ BROKER_ORIGIN: 'https://broker.example/api' }, 'BROKER_ORIGIN: write only scheme, host and port'],
  [{ REPLAY_SPEED: '101' }, 'REPLAY_SPEED: write a whole number from 1 to 100'],
  [{ START_AT: 'tomorrow' }, 'START_AT: write a time like'],
  [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES: write IP addresses'],
  [{ DEV_TOOLS: 'yes' }, 'DEV_TOOLS: write 1 or 0'],
  [{ MASTER_KEY: 'secret' }, 'MASTER_KEY: write 32 random bytes'],
  [{ MASTER_KEY: '0'.repeat(63) }, 'MASTER_KEY: write 32 random bytes'],
  [{ FEED: 'replay' }, 'FEED=replay needs REPLAY_DIR'],
  [{ MODE: 'real' }, 'MODE=real needs MASTER_KEY'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x', START_AT: '2026-11-18' }, 'START_AT shifts the clock'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x', DEV_TOOLS: '1' }, 'DEV_TOOLS shows mails'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x', BASE_DOMAIN: 'example.com', PUBLIC_SCHEME: 'http' }, 'PUBLIC_SCHEME=http'],
  [{ ...PUBLIC, PUBLIC_SCHEME: 'http' }, 'served over https only'],
  [{ ...PUBLIC, TRUSTED_PROXIES: '' }, 'MODE=real needs TRUSTED_PROXIES'],
  [{ ...PUBLIC, SMTP_URL: '' }, 'MODE=real needs SMTP_URL'],
  [{ ...PUBLIC, NODE_ENV: 'development' }, 'NODE_ENV=development is for developers'],
])('%o is refused: %s', (source, problem) => {
  expect(problemsOf(source as Record<string, string>).join('\n')).toContain(problem)
})

test('real money on a public address, with all that it needs', () => {
  expect(parseEnv(PUBLIC)).toMatchObject({ ok: true, env: { PUBLIC_SCHEME: 'https' } })
  expect(dangersOf((parseEnv(PUBLIC) as { env: Env }).env)).toEqual([])
})

test('what only others could use is no danger where only this machine can come: a rehearsal starts', () => {
  const { SMTP_URL: _mail, TRUSTED_PROXIES: _proxies, ...rest } = PUBLIC
  const result = parseEnv({ ...rest, BASE_DOMAIN: 'localhost:3000' })
  expect(result.ok).toBe(true)
  expect(dangersOf((result as { env: Env }).env).map(({ always }) => always)).toEqual([false, false])
})

test('all problems are told at once', () => {
  expect(problemsOf({ PORT: 'x', MODE: 'y', LOG_LEVEL: 'z' })).toHaveLength(3)
})

test('a password in a connection address, or a key, never reaches the problem list', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2')
  expect(problemsOf({ NATS_URL: 'http://root:hunter2@bus' }).join()).not.toContain('hunter2')
  expect(problemsOf({ MASTER_KEY: 'hunter2' })).toEqual([expect.not.stringContaining('hunter2')])
})

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map((match) => match[1])

  test('documents every variable once, and no other', () => {
    expect(documented.toSorted()).toEqual([...ENVIRONMENT_VARIABLES].toSorted())
  })

  test('gives values that the check accepts', () => {
    const values = Object.fromEntries([...example.matchAll(/^# ([A-Z][A-Z_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]))
    expect(problemsOf(values as Record<string, string>)).toEqual([])
  })
})

const REAL = { MODE: 'real', BASE_DOMAIN: 'localhost', DATABASE_URL: 'postgresql://u:p@db/candor', MASTER_KEY: `${'1f'.repeat(31)}ab` }

test.each([
  [{ ...REAL, SMS_URL: 'http://gateway.example/messages' }, 'SMS_URL: with MODE=real write an https address'],
  [{ ...REAL, BROKER_ORIGIN: 'http://broker.example' }, 'BROKER_ORIGIN: with MODE=real write an https address'],
  [{ ...REAL, SMS_URL: 'http://localhost.example/x' }, 'SMS_URL: with MODE=real write an https address'],
  [{ ...REAL, MASTER_KEY: '0'.repeat(64) }, 'MASTER_KEY is one byte repeated'],
  [{ ...REAL, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, 'MASTER_KEY is one byte repeated'],
])('real money does not start with %o', (source, problem) => {
  expect(problemsOf(source).join()).toContain(problem)
})

test.each([
  'http://127.0.0.1:8080/messages',
  'http://localhost:8080/messages',
  'http://[::1]:8080/x',
  'https://gateway.example/messages',
])('real money starts with a gateway at %s', (SMS_URL) => expect(problemsOf({ ...REAL, SMS_URL })).toEqual([]))

const FILES = { FILES_URL: 'https://s3.example/pictures/candor', FILES_KEY: 'id', FILES_SECRET: 'hidden' }
test.each([
  [{ ...FILES, FILES_SECRET: '' }, 'FILES_URL needs FILES_KEY and FILES_SECRET'],
  [{ ...FILES, FILES_URL: '' }, 'FILES_KEY and FILES_SECRET need FILES_URL'],
  [{ ...FILES, FILES_URL: 's3://pictures' }, 'FILES_URL: write an address like https://s3.example/bucket'],
  [{ ...FILES, FILES_URL: 'https://s3.example/' }, 'FILES_URL: write the bucket behind the host'],
  [{ ...FILES, FILES_URL: 'https://id:hidden@s3.example/pictures' }, 'FILES_URL: write only scheme, host, bucket and folder'],
  [{ ...REAL, ...FILES, FILES_URL: 'http://s3.example/pictures' }, 'FILES_URL: with MODE=real write an https address'],
])('a store of pictures is not opened with %o', (source, problem) => {
  const problems = problemsOf(source)
  expect(problems).toEqual([expect.stringContaining(problem)])
  expect(problems.join()).not.toContain('hidden')
})
test('a store of pictures is opened with all of it', () => expect(problemsOf({ ...REAL, ...FILES })).toEqual([]))
