import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { openSocket, type SocketTestClient } from '../../tests/fixtures/socket-client'
import { auditEvent, session } from '../db/schema'
import { forgetEndedSessions } from '../sessions/session-store'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

let world: World
let port: number
const sockets: SocketTestClient[] = []
beforeAll(async () => {
  world = await createWorld()
  port = await world.listen()
})
afterAll(() => world.close())
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

async function signIn({ email, host }: RealTrader, userAgent = '', clientAddress = ''): Promise<string> {
  const input = { account: email, password: TEST_PASSWORD, login_type: 'email' as const }
  const { data } = await world.client.call(ENDPOINTS.login, input, {
    host,
    headers: { 'user-agent': userAgent },
    context: { clientAddress },
  })
  return data.token
}
const isAlive = async (token: string, host: string) => (await world.client.call(ENDPOINTS.getTrader, {}, { token, host })).outcome === 'ok'
const list = async (token: string, host: string) => (await world.client.call(ENDPOINTS.listSessions, {}, { token, host })).data

async function openSignedIn(token: string, host: string): Promise<SocketTestClient> {
  const client = openSocket(port, { host })
  sockets.push(client)
  client.send({ event: 'login', token })
  expect((await client.reply('login')).code).toBe(1)
  client.send({ event: 'sub', topic: 'FOREX_TRADE' })
  await client.reply('sub', 'FOREX_TRADE')
  return client
}

/** Milliseconds until the socket hears that its session has ended. */
async function untilDropped(client: SocketTestClient, end: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await end()
  expect((await client.reply('logout')).code).toBe(999)
  return performance.now() - startedAt
}

describe('the list', () => {
  test('names device, masked address and times, the current one first, then the last seen', async () => {
    const trader = await world.realTrader()
    const phone = await signIn(trader, IPHONE, '203.0.113.77')
    world.pass(10 * 60_000)
    const six = await signIn(trader, '', '2001:db8:1:2:3:4:5:6')
    const now = world.clock.now()
    const rows = await list(phone, trader.host)
    expect(rows.map(({ device, device_kind, address, is_current }) => [device, device_kind, address, is_current])).toEqual([
      ['Safari, iOS', 'phone', '203.0.113.*', 1],
      ['', 'other', '2001:db8:1:*', 0],
      ['', 'other', '', 0],
    ])
    expect(rows[0]).toMatchObject({ created_at: now - 10 * 60_000, last_seen_at: now, ends_at: now + 7 * DAY_MS })
    expect((await list(six, trader.host)).map(({ is_current }) => is_current)).toEqual([1, 0, 0])
  })

  test('shows neither tokens nor anybody else’s, nor what has ended', async () => {
    const [trader, other] = [await world.realTrader(), await world.realTrader()]
    const gone = await signIn(trader)
    await world.client.call(ENDPOINTS.logout, {}, { token: gone, host: trader.host })
    const { text, data } = await trader.call(ENDPOINTS.listSessions, {})
    expect(data).toHaveLength(1)
    for (const secret of [trader.token, gone, other.token]) expect(text).not.toContain(secret)
    const [stored] = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(session)
        .where(eq(session.publicId, data[0]?.id ?? '')),
    )
    expect(text).not.toContain(stored?.tokenHash)
  })

  test('of a demo account works as well', async () => {
    const demo = await world.demoTrader()
    expect((await demo.call(ENDPOINTS.listSessions, {})).data).toMatchObject([{ is_current: 1 }])
  })
})

describe('ending one session', () => {
  test('ends its HTTP calls at once and its socket within a second, and no other', async () => {
    const trader = await world.realTrader()
    const phone = await signIn(trader, IPHONE)
    const [kept, dropped] = [await openSignedIn(trader.token, trader.host), await openSignedIn(phone, trader.host)]
    const id = (await trader.call(ENDPOINTS.listSessions, {})).data.find(({ is_current }) => is_current === 0)?.id ?? ''
    expect(await untilDropped(dropped, () => trader.call(ENDPOINTS.revokeSession, { id }))).toBeLessThan(1_000)
    expect([await isAlive(phone, trader.host), await isAlive(trader.token, trader.host)]).toEqual([false, true])
    expect(kept.heard.filter(({ event }) => event === 'logout')).toEqual([])
  })

  test('takes its unused socket ticket with it', async () => {
    const trader = await world.realTrader()
    const phone = await signIn(trader)
    const { ticket } = (await world.client.call(ENDPOINTS.createSocketTicket, {}, { token: phone, host: trader.host })).data
    const id = (await list(phone, trader.host))[0]?.id ?? ''
    await trader.call(ENDPOINTS.revokeSession, { id })
    const client = openSocket(port, { host: trader.host })
    sockets.push(client)
    client.send({ event: 'login', token: ticket })
    expect((await client.reply('login')).code).toBe(999)
  })

  test('the current one may be it; one that is gone, another’s and a made-up one are not found', async () => {
    const [trader, other] = [await world.realTrader(), await world.realTrader()]
    const foreign = (await other.call(ENDPOINTS.listSessions, {})).data[0]?.id ?? ''
    for (const id of [foreign, 'nothing', trader.token])
      expect((await trader.call(ENDPOINTS.revokeSession, { id })).outcome).toBe('NOT_FOUND')
    expect(await isAlive(other.token, other.host)).toBe(true)
    const own = (await trader.call(ENDPOINTS.listSessions, {})).data[0]?.id ?? ''
    const ended = await trader.call(ENDPOINTS.revokeSession, { id: own }, { headers: { lang: 'en' } })
    expect([ended.outcome, ended.msg]).toEqual(['ok', 'The device has been logged out.'])
    expect(await isAlive(trader.token, trader.host)).toBe(false)
  })
})

describe('ending them together', () => {
  test('others: all but the current one, with their sockets; the audit counts them', async () => {
    const trader = await world.realTrader()
    const others = [await signIn(trader), await signIn(trader)]
    const client = await openSignedIn(others[0] ?? '', trader.host)
    const dropped = untilDropped(client, async () => {
      expect((await trader.call(ENDPOINTS.revokeSessions, { scope: 'others' })).data).toEqual({ ended: 2 })
    })
    expect(await dropped).toBeLessThan(1_000)
    for (const token of others) expect(await isAlive(token, trader.host)).toBe(false)
    expect(await isAlive(trader.token, trader.host)).toBe(true)
    const events = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(auditEvent)
        .where(eq(auditEvent.object, `trader:${trader.id}`)),
    )
    expect(events).toMatchObject([{ action: 'account.sessions-ended', detail: { scope: 'others', ended: 2 } }])
  })

  test('all: the current one, too, and nobody else’s', async () => {
    const [trader, other] = [await world.realTrader(), await world.realTrader()]
    const second = await signIn(trader)
    expect((await trader.call(ENDPOINTS.revokeSessions, { scope: 'all' })).data).toEqual({ ended: 2 })
    expect([await isAlive(trader.token, trader.host), await isAlive(second, trader.host), await isAlive(other.token, other.host)]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('what else ends a session ends its socket within a second', () => {
  test('logging out', async () => {
    const trader = await world.realTrader()
    const client = await openSignedIn(trader.token, trader.host)
    expect(await untilDropped(client, () => trader.call(ENDPOINTS.logout, {}))).toBeLessThan(1_000)
  })

  test('a new sign-in in its place', async () => {
    const trader = await world.realTrader()
    const client = await openSignedIn(trader.token, trader.host)
    const input = { account: trader.email, password: TEST_PASSWORD, login_type: 'email' as const }
    expect(await untilDropped(client, () => trader.call(ENDPOINTS.login, input))).toBeLessThan(1_000)
  })

  test('the link "this was not me"', async () => {
    const trader = await world.realTrader()
    const client = await openSignedIn(trader.token, trader.host)
    await signIn(trader, IPHONE)
    await world.broker.delivery.flush()
    const [mail] = await world.broker.delivery.shown('aurora', trader.email)
    const token = /not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await untilDropped(client, () => world.client.call(ENDPOINTS.freezeAccount, { token }))).toBeLessThan(1_000)
  })
})

describe('the life of a session', () => {
  test('ends seven days after it was last seen', async () => {
    const trader = await world.realTrader()
    world.pass(7 * DAY_MS - 1)
    expect(await isAlive(trader.token, trader.host)).toBe(true)
    world.pass(7 * DAY_MS - 1)
    expect(await isAlive(trader.token, trader.host)).toBe(true)
    world.pass(7 * DAY_MS)
    expect(await isAlive(trader.token, trader.host)).toBe(false)
  })

  test('ends thirty days after it began, however busy it was', async () => {
    const trader = await world.realTrader()
    for (let day = 6; day <= 24; day += 6) {
      world.pass(6 * DAY_MS)
      expect(await isAlive(trader.token, trader.host)).toBe(true)
    }
    const [row] = await list(trader.token, trader.host)
    expect((row?.ends_at ?? 0) - (row?.created_at ?? 0)).toBe(30 * DAY_MS)
    world.pass(6 * DAY_MS - 1)
    expect(await isAlive(trader.token, trader.host)).toBe(true)
    world.pass(1)
    expect(await isAlive(trader.token, trader.host)).toBe(false)
  })

  test('an ended one is counted nowhere and forgotten in the end', async () => {
    const trader = await world.realTrader()
    world.pass(8 * DAY_MS)
    const token = await signIn(trader)
    expect(await list(token, trader.host)).toHaveLength(1)
    expect((await world.client.call(ENDPOINTS.revokeSessions, { scope: 'others' }, { token, host: trader.host })).data).toEqual({
      ended: 0,
    })
    await forgetEndedSessions(world.broker.database, world.clock.now())
    const rows = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(session)
        .where(eq(session.traderId, BigInt(trader.id))),
    )
    expect(rows).toHaveLength(1)
  })
})
