import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENVIRONMENT_VARIABLES, parseEnv } from './env.server'

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
      FEED: 'simulated',
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
    { MODE: 'real', DATABASE_URL: 'postgresql://u:p@db/candor', MASTER_KEY: 'aB'.repeat(32) },
    { MODE: 'real', MASTER_KEY: Buffer.alloc(32, 0xab) },
  ],
  [{ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, { MASTER_KEY: Buffer.alloc(32, 7) }],
  [
    { MODE: 'real', BROKER_ORIGIN: 'https://broker.example' },
    { MODE: 'real', MASTER_KEY: undefined },
  ],
])('%o is read as %o', (source, expected) => {
  expect(parseEnv(source)).toMatchObject({ ok: true, env: expected })
})

test.each([
  [{ PORT: '0' }, 'PORT: write a whole number from 1 to 65535 (found "0")'],
  [{ PORT: '3000.5' }, 'PORT: write a whole number from 1 to 65535 (found "3000.5")'],
  [{ PORT: '0x10' }, 'PORT: write a whole number'],
  [{ BASE_DOMAIN: 'Example.com' }, 'BASE_DOMAIN: write a lower-case host name'],
  [{ BASE_DOMAIN: '*.example.com' }, 'BASE_DOMAIN: write a lower-case host name'],
  [{ BASE_DOMAIN: 'https://example.com' }, 'BASE_DOMAIN: write a lower-case host name'],
  [{ MODE: 'live' }, 'MODE: write one of: demo, real (found "live")'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: write an address like postgresql://'],
  [{ BROKER_ORIGIN: 'https://broker.example/api' }, 'BROKER_ORIGIN: write only scheme, host and port'],
  [{ REPLAY_SPEED: '101' }, 'REPLAY_SPEED: write a whole number from 1 to 100'],
  [{ START_AT: 'tomorrow' }, 'START_AT: write a time like'],
  [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES: write IP addresses'],
  [{ DEV_TOOLS: 'yes' }, 'DEV_TOOLS: write 1 or 0'],
  [{ MASTER_KEY: 'secret' }, 'MASTER_KEY: write 32 random bytes'],
  [{ MASTER_KEY: '0'.repeat(63) }, 'MASTER_KEY: write 32 random bytes'],
  [{ FEED: 'replay' }, 'FEED=replay needs REPLAY_DIR'],
  [{ MODE: 'real' }, 'MODE=real needs DATABASE_URL'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x' }, 'MODE=real needs MASTER_KEY'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x', START_AT: '2026-11-18' }, 'START_AT shifts the clock'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x', DEV_TOOLS: '1' }, 'DEV_TOOLS shows mails'],
  [{ MODE: 'real', DATABASE_URL: 'postgresql://db/x', BASE_DOMAIN: 'example.com', PUBLIC_SCHEME: 'http' }, 'PUBLIC_SCHEME=http'],
])('%o is refused: %s', (source, problem) => {
  expect(problemsOf(source as Record<string, string>).join('\n')).toContain(problem)
})

test('all problems are told at once', () => {
  expect(problemsOf({ PORT: 'x', MODE: 'y', LOG_LEVEL: 'z' })).toHaveLength(3)
})

test('a password in a connection address, or a key, never reaches the problem list', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2')
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
