import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receipt } from '../../../../broker/db/schema'
import { closeOrder, type Order } from '../../../../contract/orders'
import { DAY_MS, MINUTE_MS } from '../../../../rules/durations'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { open, PLAIN_TERMS } from '../../../../tests/fixtures/trader-actions'
import type { KnownLog, LogReader } from '../log-steps'
import type { TrustedKey } from '../trusted-keys'
import { type DayEvent, type DayRow, verifyDay } from './verify-day'

const ORIGIN = 'http://aurora.localhost:3000'

let world: World
let keys: TrustedKey[]
let log: KnownLog
const orders: Record<string, Order> = {}

beforeAll(async () => {
  world = await createWorld({ tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading } } } })
  const trader = await world.demoTrader()
  world.pass(MINUTE_MS)
  await at('1.20000', '1.20020')
  orders.market = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  orders.stopped = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19500' })
  for (let quiet = 0; quiet < 8; quiet++) await at('1.20000', '1.20020')
  await at('1.19000', '1.19020')
  world.pass(MINUTE_MS)
  await world.quoteAll()
  await at('1.19500', '1.19520')
  await trader.call(closeOrder, { id: orders.market.Id })
  world.pass(2 * MINUTE_MS)
  await world.broker.priceFacts.flush()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
  const stated = await (await ask(`${ORIGIN}/.well-known/broker.json`)).json()
  keys = stated.receipt_keys.map(({ key_id: keyId, public_key: publicKey }: { key_id: string; public_key: string }) => {
    return { keyId, publicKey, broker: 'aurora', owner: 'Aurora' }
  })
  log = { broker: 'aurora', path: `${ORIGIN}${stated.log.path}`, keys: stated.log.keys, witnesses: [], needed: 1 }
})
afterAll(() => world.close())

async function at(bid: string, ask: string): Promise<void> {
  world.pass(1_000)
  for (const { code } of world.broker.market.instruments()) world.feed.heartbeat?.(code)
  await world.price('EURUSD', bid, ask)
}

const ask = async (url: string) => world.broker.fetch(new Request(url))
const readerOf = ({ path }: KnownLog): LogReader => ({
  async tile(name) {
    const answer = await ask(`${path}/${name}`)
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
  },
  newest: async () => (await ask(`${path}/checkpoint`)).text(),
})

async function savedFile(change: (text: string) => string = (text) => text): Promise<string> {
  const rows = await world.broker.database.system((tx) =>
    tx
      .select()
      .from(receipt)
      .where(sql`trader_id = (select trader_id from receipt where order_id = ${orders.market?.Id}::bigint limit 1)`)
      .orderBy(receipt.id),
  )
  const receipts = rows.map(({ body, hash, keyId, signature }) => ({ body: JSON.parse(body), hash, key_id: keyId, signature }))
  return change(JSON.stringify({ receipts, proofs: [] }))
}

async function run(texts: readonly string[], options: { from?: number | null; ask?: typeof ask; log?: KnownLog | null } = {}) {
  const events: DayEvent[] = []
  const { from = null, ask: asked = ask, log: known = log } = options
  await verifyDay({ texts, from, keys, log: known }, { ask: asked, readerOf, memory: null, tell: (event) => events.push(event) })
  const rows: DayRow[] = []
  for (const event of events) if (event.kind === 'row') rows[event.row.place] = event.row
  return { events, rows, fills: rows.flatMap(({ fill }) => (fill === null || fill.outcome === 'nothing' ? [] : [fill])) }
}

describe('a day of receipts', () => {
  test('comes out the same, fill by fill, from what the site publishes', async () => {
    const { events, fills } = await run([await savedFile()])
    expect(fills.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same', 'same'])
    expect(events.at(-1)).toEqual({ kind: 'done', rules: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('is one day where one is named, and what was before it only prepares it', async () => {
    const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS
    const { rows } = await run([await savedFile()], { from: today })
    expect(rows.length).toBeGreaterThan(3)
    const { events } = await run([await savedFile()], { from: today - DAY_MS })
    expect(events.at(-1)).toEqual({ kind: 'problem', problem: 'none_of_day' })
  })

  test('counts a receipt once that is in two files', async () => {
    const once = await run([await savedFile()])
    const twice = await run([await savedFile(), await savedFile()])
    expect(twice.rows.map(({ hash }) => hash)).toEqual(once.rows.map(({ hash }) => hash))
  })

  test('asks the log for what the day needs alone, and says that no market of it was simulated', async () => {
    const asked: string[] = []
    const noted = async (url: string) => {
      asked.push(url.slice(log.path.replace(/\/$/, '').length))
      return ask(url)
    }
    const { events } = await run([await savedFile()], { ask: noted })
    const lists = asked.filter((path) => path.startsWith('/facts/'))
    expect(lists.filter((path) => /^\/facts\/\d+$/.test(path))).toEqual([])
    expect(new Set(lists.map((path) => path.split('/')[2]?.replace(/^[0-9a-f]{64}$/, '<hash>')))).toEqual(
      new Set(['<hash>', 'terms', 'settings', 'rules', 'seed']),
    )
    expect(lists.length).toBeLessThan(12)
    expect(events).toContainEqual({ kind: 'seeds', verdict: { outcome: 'unchecked', said: 'none' } })
  })

  test('does not execute a receipt whose signature does not fit', async () => {
    const { rows } = await run([await savedFile((text) => text.replace('"price":"1.20020"', '"price":"1.20010"'))])
    expect(rows.filter(({ fault }) => fault !== null)).toMatchObject([
      { fault: 'body_changed', fill: { outcome: 'unknown', reason: 'not_signed' } },
    ])
  })

  test('names what differs where the prices are not those of the log', async () => {
    const other = async (url: string) => {
      const answer = await ask(url)
      return /prices\/\d+\/EURUSD$/.test(url) ? new Response((await answer.text()).replaceAll('"1.2002"', '"1.2001"')) : answer
    }
    const { rows, events } = await run([await savedFile()], { ask: other })
    const first = rows.find(({ fill }) => fill?.outcome === 'differs')
    expect(first).toMatchObject({
      order: orders.market?.Id,
      fill: { outcome: 'differs', difference: { fact: 'ask', expected: '1.2001', stated: '1.2002' } },
    })
    expect(events).toContainEqual(expect.objectContaining({ kind: 'prices', code: 'EURUSD' }))
  })

  test('is unknown, not the same, where no prices are published', async () => {
    const none = async (url: string) => (/\/prices\//.test(url) ? new Response('', { status: 404 }) : ask(url))
    const { fills } = await run([await savedFile()], { ask: none })
    expect(new Set(fills.map((fill) => (fill.outcome === 'unknown' ? fill.reason : fill.outcome)))).toEqual(new Set(['no_prices']))
  })

  test('is not executed without a connection, or without a log whose key is known', async () => {
    const offline = async (): Promise<Response> => Promise.reject(new TypeError('the network is off'))
    expect((await run([await savedFile()], { ask: offline })).events.at(-1)).toEqual({ kind: 'problem', problem: 'no_connection' })
    expect((await run([await savedFile()], { log: { ...log, keys: [] } })).events.at(-1)).toEqual({ kind: 'problem', problem: 'no_log' })
    expect((await run([await savedFile()], { log: null })).events.at(-1)).toEqual({ kind: 'problem', problem: 'no_log' })
  })
})
