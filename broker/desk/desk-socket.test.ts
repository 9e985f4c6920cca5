import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { type RiskView, setBrake } from '../../contract/desk/risk'
import { submitRealName } from '../../contract/identity'
import { SOCKET_LIMITS } from '../../contract/socket'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { DESK_HOST, openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { jpeg, uploaded } from '../../tests/fixtures/pictures'
import { openSocket, type SocketTestClient } from '../../tests/fixtures/socket-client'
import { open as openPosition, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { disableOperator, setRoles } from './operators'

const { createDeskTicket, deskLogout } = DESK_ENDPOINTS
const COUNTS = 'DESK_COUNTS.aurora'

let world: World
let port: number
beforeAll(async () => {
  world = await createWorld()
  port = await world.listen()
})
afterAll(() => world.close())

const open = (origin: string | null = `http://${DESK_HOST}`) =>
  openSocket(port, { host: DESK_HOST, ...(origin === null ? {} : { origin }) })
const ticketOf = async (operator: TestOperator) => (await operator.call(createDeskTicket, {})).data.ticket

async function signedIn(operator: TestOperator): Promise<SocketTestClient> {
  const client = open()
  client.send({ event: 'login', token: await ticketOf(operator) })
  expect((await client.reply('login')).code).toBe(1)
  return client
}

async function watching(operator: TestOperator, topic = COUNTS): Promise<SocketTestClient> {
  const client = await signedIn(operator)
  client.send({ event: 'sub', topic })
  expect((await client.reply('sub', topic)).code).toBe(1)
  return client
}

async function submitPapers(where = world): Promise<void> {
  const trader = await where.realTrader()
  const front_pic = await uploaded(where, trader, await jpeg(80, 50))
  const reverse_pic = await uploaded(where, trader, await jpeg(80, 60))
  const { outcome } = await trader.call(submitRealName, { name: 'Grete Holm', card_id: `HX-${trader.id}`, front_pic, reverse_pic })
  expect(outcome).toBe('ok')
}

describe('who is heard', () => {
  test('a ticket opens one connection; a second use, an old one and the token itself do not', async () => {
    const operator = await openOperator(world, { roles: ['compliance'] })
    const ticket = await ticketOf(operator)
    const first = open()
    first.send({ event: 'login', token: ticket })
    expect((await first.reply('login')).code).toBe(1)
    const old = await ticketOf(operator)
    world.pass(30_000)
    for (const token of [ticket, old, operator.token, 'nothing']) {
      const client = open()
      client.send({ event: 'login', token })
      expect((await client.reply('login')).code).toBe(999)
      client.send({ event: 'sub', topic: COUNTS })
      expect((await client.reply('sub', COUNTS)).code).toBe(999)
      client.close()
    }
    first.close()
  })

  test('only the desk’s own pages open it, and a trader’s ticket is worth nothing there', async () => {
    expect(await open('http://aurora.localhost:3000').closed).toBe(403)
    expect(await open('http://evil.example').closed).toBe(403)
    const trader = await world.demoTrader()
    const client = open()
    client.send({ event: 'login', token: trader.token })
    expect((await client.reply('login')).code).toBe(999)
    client.close()
  })

  test('a company in which the operator has no role is one that does not exist', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const client = await signedIn(operator)
    const refusals = []
    for (const topic of ['DESK_COUNTS.meridian', 'DESK_COUNTS.nowhere']) {
      client.send({ event: 'sub', topic })
      const { code, msg } = await client.reply('sub', topic)
      refusals.push([code, msg])
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.[0]).toBe(1004)
    client.close()
  })

  test('what is no message of the desk is answered with an error, several of them or one too long end the connection', async () => {
    const client = open()
    for (const message of [{ event: 'sub', topic: 'FOREX_TRADE' }, { event: 'sub', topic: 'DESK_COUNTS.' }, { event: 'x' }]) {
      client.send(message)
      expect(await client.reply(message.topic === undefined ? 'error' : 'sub')).toMatchObject({ code: 1001 })
    }
    for (let count = 3; count < SOCKET_LIMITS.maxUnreadablePerMinute; count++) client.send('x')
    client.send('x')
    expect(await client.closed).toBe(1008)
    const long = open()
    long.send({ event: 'login', token: 'x'.repeat(SOCKET_LIMITS.maxFrameBytes) })
    expect(await long.closed).toBe(1009)
  })
})

describe('what is heard', () => {
  test('exposure as it changes, with the brakes, for whoever may see it', async () => {
    const topic = 'DESK_RISK.aurora'
    const own = await createWorld({ tenants: PLAIN_TERMS })
    try {
      await own.quoteAll()
      const trader = await own.realTrader()
      await fund(own, trader, '5000')
      const ownPort = await own.listen()
      const risk = await openOperator(own, { roles: ['risk'] })
      const support = await openOperator(own, { roles: ['support'] })
      const listen = async (operator: TestOperator) => {
        const client = openSocket(ownPort, { host: DESK_HOST, origin: `http://${DESK_HOST}` })
        client.send({ event: 'login', token: (await operator.call(createDeskTicket, {})).data.ticket })
        await client.reply('login')
        client.send({ event: 'sub', topic })
        return client
      }
      const refused = await listen(support)
      expect(await refused.reply('sub', topic)).toMatchObject({ code: 6002 })
      const client = await listen(risk)
      const heldIn = (push: { readonly data?: unknown }) =>
        (push.data as RiskView | undefined)?.rows.find(({ code }) => code === 'EURUSD')?.net
      const first = await client.push(topic)
      expect([first.snapshot, heldIn(first)]).toEqual([true, '0'])
      await openPosition(own, trader, 'buy', 'EURUSD', { lots: '0.2' })
      await client.next((message) => message.topic === topic && heldIn(message) === '0.2')
      await risk.call(setBrake, { target: 'EURUSD', mode: 'close-only', span: 'ten-minutes', reason: 'a pause' })
      const braked = await client.next(
        (message) => message.topic === topic && ((message.data as RiskView | undefined)?.brakes.length ?? 0) > 0,
      )
      expect((braked.data as RiskView).brakes[0]).toMatchObject({ target: 'EURUSD', by: risk.name, ask: null })
      client.close()
      refused.close()
    } finally {
      await own.close()
    }
  })

  test('a snapshot of what the operator’s roles show, then every change', async () => {
    const compliance = await watching(await openOperator(world, { roles: ['compliance'] }))
    const support = await watching(await openOperator(world, { roles: ['support'] }))
    const content = await watching(await openOperator(world, { roles: ['content'] }))
    const first = await compliance.push(COUNTS)
    expect(first).toMatchObject({ snapshot: true, seq: 1, data: { deposits: 0, withdrawals: 0, identity: 0 } })
    expect((await support.push(COUNTS)).data).toEqual({
      ...{ deposits: 0, withdrawals: 0, disputes: 0, feedback: 0 },
      late: { deposits: 0, withdrawals: 0, disputes: 0 },
    })
    expect((await content.push(COUNTS)).data).toEqual({ late: {} })
    await submitPapers()
    expect(await compliance.push(COUNTS)).toMatchObject({ seq: 2, data: { identity: 1, late: { identity: 0 } } })
    expect(support.pushes(COUNTS)).toHaveLength(1)
    for (const client of [compliance, support, content]) client.close()
  })

  test('what waits longer than the company promised is late', async () => {
    const own = await createWorld()
    const there = async () => {
      const operator = await openOperator(own, { roles: ['compliance'] })
      return (await operator.call(DESK_ENDPOINTS.getDeskCounts, {})).data
    }
    await submitPapers(own)
    const hours = own.tenant('aurora').wallet.promisedHours
    own.pass(hours * HOUR_MS)
    await submitPapers(own)
    expect(await there()).toMatchObject({ identity: 2, late: { identity: 0 } })
    own.pass(1)
    expect(await there()).toMatchObject({ identity: 2, late: { identity: 1 } })
    await own.close()
  })

  test('nothing more once the operator has signed out, was shut out, or has no role there any more', async () => {
    const ends: ((operator: TestOperator) => Promise<unknown>)[] = [
      (operator) => operator.call(deskLogout, {}),
      ({ id }) => world.broker.database.system((tx) => disableOperator(tx, id, world.clock.now())),
      ({ id }) => world.broker.database.system((tx) => setRoles(tx, id, { meridian: ['compliance'] })),
    ]
    for (const end of ends) {
      const operator = await openOperator(world, { roles: ['compliance'] })
      const client = await watching(operator)
      await client.push(COUNTS)
      await end(operator)
      await submitPapers()
      expect((await client.reply('logout')).code).toBe(999)
      expect(client.pushes(COUNTS)).toHaveLength(1)
      client.close()
    }
  })

  test('a narrower role is heard with the next push', async () => {
    const operator = await openOperator(world, { roles: ['compliance'] })
    const client = await watching(operator)
    expect((await client.push(COUNTS)).data).toHaveProperty('identity')
    await world.broker.database.system((tx) => setRoles(tx, operator.id, { aurora: ['support'] }))
    await submitPapers()
    expect((await client.push(COUNTS)).data).not.toHaveProperty('identity')
    client.close()
  })
})
