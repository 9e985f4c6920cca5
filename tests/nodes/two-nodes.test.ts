/** Where nats-server is installed: two brokers on one database with NATS between them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../broker/db/open-database'
import { silent as logger } from '../../broker/ground/logger'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { setBrake } from '../../contract/desk/risk'
import { SETTING_CALLS } from '../../contract/desk/settings'
import { ENDPOINTS } from '../../contract/index'
import { listInstruments } from '../../contract/market'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { HAS_NATS, startNats, type TestNats } from '../fixtures/nats-server'
import { DESK_HOST, openOperator, type TestOperator } from '../fixtures/operator'
import { openSocket, type SocketTestClient } from '../fixtures/socket-client'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { close, open, PLAIN_TERMS } from '../fixtures/trader-actions'

const SPREAD = { mode: 'normal', spread: '0.0002', feeRate: '7', leverages: [50, 100], minLots: '0.01', maxLots: '10' } as const
const WITHIN = { timeout: 15_000 }

describe.skipIf(!HAS_NATS)('two nodes of one database (skipped where nats-server is not installed)', { timeout: 60_000 }, () => {
  let store: Awaited<ReturnType<typeof createOnServer>>
  let nats: TestNats
  let [one, two]: World[] = []
  let port: number
  const clients: SocketTestClient[] = []

  /** What nodes were asked to look at. */
  const looks: string[] = []
  const node = async (name: string): Promise<World> => {
    const database = await openDatabase({ databaseUrl: store.url, poolSize: 6, migrates: false, logger })
    return createWorld({ tenants: PLAIN_TERMS, broker: { database, natsUrl: nats.url, lookAtBrands: () => looks.push(name) } })
  }
  const worlds = (): readonly [World, World] => [one as World, two as World]
  beforeAll(async () => {
    store = await createOnServer(testServerUrl())
    nats = await startNats()
    one = await node('one')
    two = await node('two')
    port = await two.listen()
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
    await nats?.stop()
    await store?.drop()
  })

  /** On the second node. */
  async function signedIn({ host, token }: Pick<TestTrader, 'host' | 'token'>, topics: readonly string[]): Promise<SocketTestClient> {
    const client = openSocket(port, { host })
    clients.push(client)
    client.send({ event: 'login', token })
    expect((await client.reply('login')).code).toBe(1)
    for (const topic of topics) {
      client.send({ event: 'sub', topic })
      expect((await client.reply('sub', topic)).code).toBe(1)
      expect(await client.push(topic)).toMatchObject({ seq: 1, snapshot: true })
    }
    return client
  }
  const there = async (operator: TestOperator, topic: string): Promise<SocketTestClient> => {
    const { ticket } = (await operator.call(DESK_ENDPOINTS.createDeskTicket, {})).data
    const client = openSocket(port, { host: DESK_HOST, origin: `http://${DESK_HOST}` })
    clients.push(client)
    client.send({ event: 'login', token: ticket })
    expect((await client.reply('login')).code).toBe(1)
    client.send({ event: 'sub', topic })
    await client.push(topic)
    return client
  }

  test('orders placed and closed on one are told on sockets of the other, in order, once', async () => {
    const [here] = worlds()
    const trader = await here.demoTrader()
    const client = await signedIn(trader, ['FOREX_TRADE', 'FOREX_CLOSED'])
    const orders = []
    for (let count = 0; count < 5; count++) orders.push(await open(here, trader, 'buy', 'EURUSD', { lots: '0.1' }))
    await client.next(({ topic, data }) => topic === 'FOREX_TRADE' && data.orders?.length === 5)
    for (const { Id } of orders) await close(trader, Id)
    await expect
      .poll(
        () =>
          client
            .pushes('FOREX_CLOSED')
            .slice(1)
            .map(({ data }) => data.Id),
        WITHIN,
      )
      .toEqual(orders.map(({ Id }) => Id))
    expect(client.pushes('FOREX_CLOSED').map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('both nodes at work for one trader: the events come in the order of the books on either', async () => {
    const [here, other] = worlds()
    const trader = await here.demoTrader()
    const at = [here, other].map((world) => {
      const call: TestTrader['call'] = (endpoint, input, options = {}) =>
        world.client.call(endpoint, input, { host: trader.host, token: trader.token, ...options })
      return { world, trader: { call } }
    })
    const client = await signedIn(trader, ['FOREX_CLOSED'])
    const closed: string[] = []
    for (let count = 0; count < 10; count++) {
      const turn = at[count % 2]
      if (turn === undefined) continue
      const { Id } = await open(turn.world, turn.trader, 'buy', 'EURUSD', { lots: '0.1' })
      await close(turn.trader, Id)
      closed.push(Id)
    }
    await expect.poll(() => client.pushes('FOREX_CLOSED').length, WITHIN).toBe(11)
    expect(
      client
        .pushes('FOREX_CLOSED')
        .slice(1)
        .map(({ data }) => data.Id),
    ).toEqual(closed)
  })

  test('a session that is ended on one is refused on the other at once, and its sockets are told', async () => {
    const [here, other] = worlds()
    const trader = await here.demoTrader()
    const client = await signedIn(trader, ['FOREX_TRADE'])
    expect(await trader.call(ENDPOINTS.logout, {})).toMatchObject({ outcome: 'ok' })
    expect((await other.client.call(ENDPOINTS.getTrader, {}, { host: trader.host, token: trader.token })).outcome).not.toBe('ok')
    expect(await client.reply('logout')).toMatchObject({ code: 999 })
  })

  test('what the desk sets on one is in force on the other within a second: a setting, a brake, an operator who has left', async () => {
    const [here, other] = worlds()
    const [first, second] = [await openOperator(here, { roles: ['admin'] }), await openOperator(here, { roles: ['admin'] })]
    const risk = await openOperator(here, { roles: ['risk'] })
    const trader = await here.demoTrader()
    const shown = async (code: string) => {
      const { data } = await other.client.call(listInstruments, { searchCurrency: code }, { host: trader.host, token: trader.token })
      return data[0]
    }
    const quoted = async () => {
      await other.price('EURUSD', '1.20000')
      return shown('EURUSD')
    }
    expect((await quoted())?.ForexQuotations).toMatchObject({ Bid: '1.20000', Ask: '1.20000' })
    const wish = { area: 'instrument', target: 'EURUSD', value: JSON.stringify(SPREAD), reason: 'as agreed with the house' } as const
    const { data } = await first.call(SETTING_CALLS.requestSettingChange, wish)
    expect(await second.call(SETTING_CALLS.decideSettingChange, { id: data.id, decision: 'apply' })).toMatchObject({ outcome: 'ok' })
    await expect.poll(async () => (await quoted())?.ForexQuotations, { timeout: 1_000 }).toMatchObject({ Bid: '1.19990', Ask: '1.20010' })

    const client = await there(risk, 'DESK_RISK.aurora')
    const brake = { target: 'XAUUSD', mode: 'close-only', span: 'ten-minutes', reason: 'no price to trust' } as const
    expect(await risk.call(setBrake, brake)).toMatchObject({ outcome: 'ok' })
    await client.next(({ topic, data: view }) => topic === 'DESK_RISK.aurora' && view?.brakes?.length === 1)
    await expect.poll(async () => (await shown('XAUUSD'))?.Brake, { timeout: 1_000 }).toMatchObject({ Reason: 'no price to trust' })
    expect(await risk.call(DESK_ENDPOINTS.deskLogout, {})).toMatchObject({ outcome: 'ok' })
    expect(await client.reply('logout')).toMatchObject({ code: 999 })
  })

  test('a brand whose folder changed under one is looked at by the other, and what waits at the desk is counted there', async () => {
    const [here] = worlds()
    const [operator, trader] = [await openOperator(here, { roles: ['support'] }), await here.demoTrader()]
    const client = await there(operator, 'DESK_COUNTS.aurora')
    here.broker.brands.take({ tenants: here.tenants, changed: ['aurora'], problems: [] })
    await expect.poll(() => looks, WITHIN).toEqual(['two'])
    expect(
      await trader.call(ENDPOINTS.sendFeedback, { kind: 'idea', text: 'A darker blue would be easier on the eyes at night.' }),
    ).toMatchObject({ outcome: 'ok' })
    await client.next(({ topic, snapshot }) => topic === 'DESK_COUNTS.aurora' && snapshot !== true)
  })

  test('NATS ends and comes back: each node goes on, and afterwards nothing is missing', async () => {
    const [here, other] = worlds()
    const trader = await here.demoTrader()
    const client = await signedIn(trader, ['FOREX_TRADE', 'FOREX_CLOSED'])
    const leaving = await here.demoTrader()
    const left = await signedIn(leaving, ['FOREX_TRADE'])
    const order = await open(here, trader, 'buy', 'EURUSD', { lots: '0.1' })
    await client.next(({ topic, data }) => topic === 'FOREX_TRADE' && data.orders?.length === 1)
    await nats.stop()
    await expect.poll(() => [here, other].map(({ broker }) => broker.bus.health().isConnected), WITHIN).toEqual([false, false])
    await close(trader, order.Id)
    expect(await leaving.call(ENDPOINTS.logout, {})).toMatchObject({ outcome: 'ok' })
    // Late, and from the store.
    const endings = () => client.pushes('FOREX_CLOSED').filter(({ data }) => data.Id === order.Id).length
    await expect.poll(endings, WITHIN).toBe(1)
    await expect.poll(() => left.heard.some(({ event }) => event === 'logout'), WITHIN).toBe(true)
    const another = await open(here, trader, 'buy', 'EURUSD', { lots: '0.2' })
    await expect.poll(() => client.pushes('FOREX_TRADE').at(-1)?.data.orders?.length, WITHIN).toBe(1)
    await nats.start()
    await expect.poll(() => client.pushes('FOREX_CLOSED').at(-1)?.snapshot, WITHIN).toBe(true)
    await close(trader, another.Id)
    await client.next(({ topic, data }) => topic === 'FOREX_TRADE' && data.orders?.length === 0)
    await expect.poll(() => client.pushes('FOREX_CLOSED').at(-1)?.data.Id, WITHIN).toBe(another.Id)
    expect(endings()).toBe(1)
    await expect.poll(async () => (await here.broker.figures()).bus.isConnected, WITHIN).toBe(true)
  })
})
