import { mkdtempSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoor } from '../../app/door/door.server'
import { buildHostMap } from '../../app/door/hosts.server'
import { parseEnv } from '../../app/process/env.server'
import { createLog } from '../../app/process/log.server'
import { openBroker } from '../../broker/open-broker'
import { ERRORS } from '../../contract/errors'
import { createWorld, type World } from '../fixtures/create-world'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { TEST_BASE_DOMAIN, testTenants } from '../fixtures/test-tenants'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await queue('aurora', 'email', 'ada@mail.example', '111111')
  world.pass(1_000)
  await queue('aurora', 'sms', '85291234567', '222222')
  world.pass(1_000)
  await queue('meridian', 'email', 'ada@mail.example', '333333')
})
afterAll(() => world.close())

function queue(tenantId: string, channel: 'email' | 'sms', to: string, code: string): Promise<void> {
  const { broker, clock } = world
  const tenant = world.tenant(tenantId)
  const draft = { tenant, recipient: { channel, to }, kind: 'code-register', language: 'en', values: { code, minutes: '10' } } as const
  return broker.database.withTenant(tenantId, (tx) => broker.delivery.queue(tx, draft, clock.now()))
}

const ask = (path: string, host = `aurora.${TEST_BASE_DOMAIN}`): Promise<Response> =>
  world.broker.fetch(new Request(`http://${host}${path}`))
const codesAt = async (address: string, host?: string): Promise<string[]> =>
  ((await (await ask(address, host)).json()) as { code: string }[]).map(({ code }) => code)

test('the outbox lists what nothing can carry, newest first, with exactly these fields', async () => {
  const response = await ask('/dev/outbox.json')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const [sms, mail, ...rest] = (await response.json()) as Record<string, unknown>[]
  expect(rest).toEqual([])
  expect(sms).toEqual({
    channel: 'sms',
    to: '85291234567',
    subject: 'Your registration code for Aurora Markets',
    text: '222222 is your Aurora Markets registration code, valid for 10 minutes. Never share it.',
    code: '222222',
    at: world.clock.now() - 1_000,
  })
  expect(Object.keys(mail ?? {})).toEqual(['channel', 'to', 'subject', 'text', 'code', 'at'])
  expect(mail?.text).toContain('111111')
})

test('the outbox of an address or number holds its messages only', async () => {
  expect(await codesAt('/dev/outbox.json?to=ada@mail.example')).toEqual(['111111'])
  expect(await codesAt('/dev/outbox.json?to=85291234567')).toEqual(['222222'])
  expect(await codesAt('/dev/outbox.json?to=%2B85291234567')).toEqual(['222222'])
  expect(await codesAt('/dev/outbox.json?to=nobody@mail.example')).toEqual([])
})

test('a company’s host shows its own messages, the main site those of all or of the one that is named', async () => {
  expect(await codesAt('/dev/outbox.json', `meridian.${TEST_BASE_DOMAIN}`)).toEqual(['333333'])
  expect(await codesAt('/dev/outbox.json', TEST_BASE_DOMAIN)).toEqual(['333333', '222222', '111111'])
  expect(await codesAt('/dev/outbox.json?company_id=aurora', TEST_BASE_DOMAIN)).toEqual(['222222', '111111'])
  expect((await ask('/dev/outbox.json', 'evil.example')).status).toBe(ERRORS.HOST_UNKNOWN.status)
})

test('the outbox can be read as a page that no search engine keeps', async () => {
  const response = await ask('/dev/outbox?to=ada@mail.example')
  const page = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page).toContain('<meta name="robots" content="noindex">')
  expect(page).toContain('<strong>111111</strong>')
  expect(page).toContain('<h1>Outbox</h1>')
  expect(page).not.toContain('222222')
  expect(await (await ask('/dev/outbox?to="><script>alert(1)</script>')).text()).not.toContain('<script>')
})

test('without developer’s tools the outbox does not exist', async () => {
  const plain = await createWorld({ broker: { hasDevTools: false } })
  for (const address of ['/dev/outbox', '/dev/outbox.json']) {
    const response = await plain.broker.fetch(new Request(`http://aurora.${TEST_BASE_DOMAIN}${address}`))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: ERRORS.PATH_UNKNOWN.code, data: null })
  }
  expect(plain.complaints.filter((line) => line.startsWith('messages wait in the queue'))).toHaveLength(1)
  await plain.close()
})

test('real money and developer’s tools do not go together', () => {
  const result = parseEnv({ MODE: 'real', DATABASE_URL: 'postgresql://db/candor', MASTER_KEY: `${'1f'.repeat(31)}ab`, DEV_TOOLS: '1' })
  expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining('DEV_TOOLS')] })
})

test('a broker of real money has no outbox, whoever forgot to check its settings', async () => {
  const { url, drop } = await createOnServer(testServerUrl())
  const result = parseEnv({ DATABASE_URL: url, BASE_DOMAIN: TEST_BASE_DOMAIN, DEV_TOOLS: '1' })
  if (!result.ok) throw new Error(result.problems.join())
  const real = await openBroker({
    env: { ...result.env, MODE: 'real', MASTER_KEY: TEST_MASTER_KEY, DATA_DIR: mkdtempSync(path.join(tmpdir(), 'candor-')) },
    tenants: testTenants(),
    clock: world.clock,
    log: createLog('silent'),
    onUnfit() {},
  })
  const response = await real.fetch(new Request(`http://aurora.${TEST_BASE_DOMAIN}/dev/outbox.json`))
  expect(response.status).toBe(404)
  await real.close()
  await drop()
})

test.each([
  [true, 'broker'],
  [false, 'site'],
])('with developer’s tools %s the door leads both addresses to the %s', async (hasDevTools, place) => {
  const door = createDoor({
    hosts: buildHostMap(world.tenants, TEST_BASE_DOMAIN),
    scheme: 'http',
    trustedProxies: new Set(),
    files: (_req, _res, next) => next(),
    site: async () => new Response('site'),
    shareImages: async () => Buffer.alloc(0),
    brokerFetch: async () => new Response('broker'),
    hasDevTools,
    isReady: async () => true,
    isClosing: () => false,
    log: createLog('silent'),
  })
  const server = createServer(door)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const address of ['/dev/outbox', '/dev/outbox.json?to=a']) expect(await get(port, address)).toBe(place)
  expect(await get(port, '/dev/outbox/x')).toBe('site')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** `fetch` chooses the host by itself; a plain request says what it is told. */
function get(port: number, place: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path: place, headers: { host: `aurora.${TEST_BASE_DOMAIN}` } }, (response) => resolve(text(response)))
    sent.on('error', reject).end()
  })
}
