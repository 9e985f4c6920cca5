import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { TENANTS_DIR, TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { close, open, PLAIN_TERMS, place } from '../../tests/fixtures/trader-actions'
import { createLog } from '../process/log.server'
import { createDoor } from './door.server'
import { buildHostMap } from './hosts.server'
import { areaOf, createMetrics, LOOPBACK, type Metrics, serveMetrics } from './metrics.server'

let world: World
let metrics: Metrics
let door: Server
let watched: Server
const listening = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const log = createLog('silent')
  metrics = createMetrics({ figures: () => world.broker.figures(), dataDir: tmpdir(), log })
  door = createServer(
    createDoor({
      hosts: buildHostMap(world.tenants, TEST_BASE_DOMAIN),
      scheme: 'http',
      trustedProxies: new Set(),
      files: (_req, _res, next) => next(),
      site: async () => new Response('page'),
      shareImages: async () => Buffer.alloc(0),
      brokerFetch: (request, clientAddress) => world.broker.fetch(request, { clientAddress }),
      isReady: () => world.broker.ready(),
      isClosing: () => false,
      log,
      onAnswered: metrics.onAnswered,
    }),
  )
  await new Promise<void>((resolve) => door.listen(0, LOOPBACK, resolve))
  watched = await serveMetrics(metrics, { port: 0 })
})
afterAll(async () => {
  for (const server of [door, watched]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await world.close()
})

/** What is scraped: values by name and labels, as Prometheus would read them. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://${LOOPBACK}:${listening(watched)}/metrics`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}
const ask = (address: string, host = `aurora.${TEST_BASE_DOMAIN}`) => {
  // `fetch` would overwrite the host.
  return new Promise<number>((resolve, reject) => {
    import('node:http').then(({ get }) =>
      get({ port: listening(door), path: address, headers: { host } }, (res) => {
        res.resume()
        res.once('close', () => resolve(res.statusCode ?? 0))
      }).once('error', reject),
    )
  })
}

describe('a scrape of a node', () => {
  test('that stands by says so and tells no figure of books it has not opened: nothing is counted twice', async () => {
    let isServing = false
    let asked = 0
    const node = createMetrics({
      figures: () => {
        asked += 1
        return world.broker.figures()
      },
      isServing: () => isServing,
      dataDir: tmpdir(),
      log: createLog('silent'),
    })
    const waiting = await node.text()
    expect(waiting).toMatch(/^candor_serving 0$/m)
    expect(waiting).not.toMatch(/candor_(orders|ticks|sockets|unwatched)/)
    expect(asked).toBe(0)
    isServing = true
    const serving = await node.text()
    expect(serving).toMatch(/^candor_serving 1$/m)
    expect(serving).toMatch(/^candor_unwatched_accounts 0$/m)
  })
})

describe('a scrape of a running server', () => {
  test('counts answers by area, class of status and company, and how long they took', async () => {
    const page = 'candor_http_requests_total{area="page",method="GET",status="2xx",tenant="aurora"}'
    const before = (await scrape()).get(page) ?? 0
    await ask('/')
    await ask('/trade?code=EURUSD')
    await ask('/api/company/getCompany')
    await ask('/', 'evil.example')
    const after = await scrape()
    expect(after.get(page)).toBe(before + 2)
    expect(after.get('candor_http_requests_total{area="api",method="GET",status="2xx",tenant="aurora"}')).toBe(1)
    expect(after.get('candor_http_requests_total{area="nobody",method="GET",status="4xx",tenant=""}')).toBe(1)
    expect(after.get('candor_http_request_seconds_count{area="page"}')).toBe(before + 2)
  })

  test('follows prices, orders and their ends', async () => {
    const ticks = 'candor_ticks_total{source="scripted",verdict="accepted"}'
    const before = await scrape()
    await world.quoteAll()
    const trader = await world.demoTrader()
    await world.price('EURUSD', '1.10000')
    const { Id } = await open(world, trader, 'buy', 'EURUSD')
    await place(world, trader, 'buy', 'EURUSD', '1.09000')
    expect((await close(trader, Id)).outcome).toBe('ok')
    await world.price('EURUSD', '1.09000')
    const after = await scrape()
    expect((after.get(ticks) ?? 0) - (before.get(ticks) ?? 0)).toBe(world.feed.instruments.length + 2)
    for (const [event, count] of Object.entries({ placed: 2, closed: 1, filled: 1 })) {
      expect(after.get(`candor_orders_total{tenant="aurora",event="${event}"}`), event).toBe(count)
    }
  })

  test('tells the age of quotes, and that nothing is quoted any more', async () => {
    await world.quoteAll()
    const age = 'candor_quote_age_seconds{instrument="EURUSD"}'
    expect((await scrape()).get(age)).toBe(0)
    world.pass(7_000)
    expect((await scrape()).get(age)).toBe(7)
  })

  test('counts sockets while they are open', async () => {
    const port = await world.listen()
    const socket = new WebSocket(`ws://${LOOPBACK}:${port}/v1/ws`, { headers: { host: `aurora.${TEST_BASE_DOMAIN}` } })
    await new Promise((resolve) => socket.once('open', resolve))
    expect((await scrape()).get('candor_sockets')).toBe(1)
    socket.terminate()
    await expect.poll(async () => (await scrape()).get('candor_sockets')).toBe(0)
  })

  test('tells what waits, what was given up, and how long the audit chain has been behind', async () => {
    const age = 'candor_audit_seal_age_seconds'
    await world.broker.sealer.flush()
    world.pass(90_000)
    expect((await scrape()).get(age)).toBe(90)
    await world.broker.sealer.flush()
    const after = await scrape()
    expect(after.get(age)).toBe(0)
    for (const queue of ['email_queued', 'email_dead', 'outbox']) expect(after.get(`candor_queue_length{queue="${queue}"}`)).toBe(0)
    expect(after.get('candor_db_connections')).toBeGreaterThan(0)
    expect(after.get('candor_broker_figures_up')).toBe(1)
  })

  test('has the process, its loop and its disk', async () => {
    const found = await scrape()
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'candor_disk_free_ratio']) {
      expect(found.get(name), name).toBeGreaterThan(0)
    }
  })

  test('a brand whose folder cannot be served is counted once a look', async () => {
    const file = path.join(TENANTS_DIR, 'aurora/tenant.json')
    metrics.brandProblems([
      { tenantId: 'aurora', file, path: 'name', reason: 'x' },
      { tenantId: 'aurora', file, path: 'title', reason: 'x' },
    ])
    expect((await scrape()).get('candor_brand_reload_failures_total{tenant="aurora"}')).toBe(1)
  })

  test('names nobody: no trader, no address, no path', async () => {
    const trader = await world.realTrader('aurora', { email: 'somebody@example.com' })
    await ask(`/order?id=${trader.id}&token=${trader.token}`)
    const labels = [...(await scrape()).keys()].join('\n')
    for (const secret of ['somebody', trader.token, '/order', '127.0.0.1']) expect(labels).not.toContain(secret)
  })
})

test('witnesses that are behind and the age of the last quorum are told by company, as long as it names any', async () => {
  const witness = { name: 'Club', trouble: null }
  let logs = [
    { tenantId: 'aurora', needed: 1, witnesses: [true, false, true].map((isBehind) => ({ ...witness, isBehind })), quorumAgeMs: 61_500 },
  ]
  const figures = async () => ({ ...(await world.broker.figures()), logs })
  const node = createMetrics({ figures, dataDir: tmpdir(), log: createLog('silent') })
  const text = await node.text()
  expect(text).toMatch(/^candor_log_witnesses_behind\{tenant="aurora"\} 2$/m)
  expect(text).toMatch(/^candor_log_quorum_age_seconds\{tenant="aurora"\} 61\.5$/m)
  logs = []
  expect(await node.text()).not.toMatch(/^candor_log_/m)
})

describe('what is delivered for watching', () => {
  const deliveredDir = new URL('../../deploy/', import.meta.url)
  test.each(['alerts.yml', 'grafana-dashboard.json'])('%s asks only for what is told', async (file) => {
    const asked = new Set(readFileSync(new URL(file, deliveredDir), 'utf8').match(/\b(?:candor|nodejs|process)_[a-z0-9_]+/g))
    const told = new Set(
      [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    expect([...asked].filter((name) => !told.has(name))).toEqual([])
    expect(asked.size).toBeGreaterThan(8)
  })
})

describe('who may look', () => {
  test('only this machine, unless another address is named', async () => {
    expect((watched.address() as AddressInfo).address).toBe(LOOPBACK)
  })

  test.each([
    ['GET', '/'],
    ['GET', '/metrics/..'],
    ['POST', '/metrics'],
  ])('%s %s is nothing there', async (method, address) => {
    expect((await fetch(`http://${LOOPBACK}:${listening(watched)}${address}`, { method })).status).toBe(404)
  })

  test('visitors find nothing under the name', async () => {
    expect(await ask('/metrics', `api.${TEST_BASE_DOMAIN}`)).toBe(404)
  })
})

test('a broker that does not answer is told, and what the site counts is told all the same', async () => {
  const broken = createMetrics({ figures: () => Promise.reject(new Error('no store')), dataDir: tmpdir(), log: createLog('silent') })
  broken.onAnswered({ area: 'page', method: 'BREW', status: 500, tenantId: 'aurora', seconds: 0.1 })
  const text = await broken.text()
  expect(text).toContain('candor_broker_figures_up 0')
  expect(text).toContain('candor_http_requests_total{area="page",method="other",status="5xx",tenant="aurora"} 1')
})

test.each([
  ['/healthz', null, 'health'],
  ['/', null, 'nobody'],
  ['/', 'tenant', 'page'],
  ['/mine/wallet', 'tenant', 'page'],
  ['/_root.data', 'tenant', 'data'],
  ['/locales/en.1.json', 'tenant', 'data'],
  ['/v1/api/forex/submit', 'api', 'api'],
  ['/api', 'tenant', 'api'],
  ['/apis', 'tenant', 'page'],
  ['/.well-known/broker.json', 'tenant', 'statement'],
  ['/log/aurora/tile/0/x001/000', 'tenant', 'statement'],
  ['/log', 'tenant', 'page'],
  ['/share.png', 'tenant', 'file'],
  ['/desk/deposits', 'desk', 'desk'],
] as const)('%s on a host of kind %s is of the area %s', (address, kind, area) => {
  expect(areaOf(address, kind)).toBe(area)
})
