/** On a PostgreSQL server only. What the next node finds when it has taken over: real brokers, each with a market of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SETTING_CALLS } from '../../contract/desk/settings'
import { listInstruments } from '../../contract/market'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openOperator } from '../../tests/fixtures/operator'
import { createOnServer, testServerUrl } from '../../tests/fixtures/test-database'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { TEST_BASE_DOMAIN, testTenants } from '../../tests/fixtures/test-tenants'
import { testTexts } from '../../tests/fixtures/test-texts'
import { ended, holding, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { silent as logger } from '../ground/logger'
import { serveInTurn, type TurnBroker } from './serve-in-turn'

const SPREAD = { mode: 'normal', spread: '0.0002', feeRate: '7', leverages: [50, 100], minLots: '0.01', maxLots: '10' } as const

describe('the node that takes over', { timeout: 60_000 }, () => {
  let store: Awaited<ReturnType<typeof createOnServer>>
  let dataDir: string
  const nodes: TurnBroker[] = []
  const worlds: World[] = []
  const start = async (): Promise<TurnBroker> => {
    const node = await serveInTurn({
      url: store.url,
      dataDir,
      masterKey: TEST_MASTER_KEY,
      tenants: testTenants(PLAIN_TERMS),
      baseDomain: TEST_BASE_DOMAIN,
      texts: await testTexts(),
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      logger,
      open: async (database) => {
        const world = await createWorld({ tenants: PLAIN_TERMS, broker: { database } })
        worlds.push(world)
        return world.broker
      },
      onUnfit() {},
    })
    nodes.push(node)
    return node
  }
  /** Ends the one that serves and waits for the other; its world. */
  const takeOver = async (serving: TurnBroker, next: TurnBroker): Promise<World> => {
    await serving.close()
    await expect.poll(() => next.isServing(), { timeout: 15_000 }).toBe(true)
    return worlds.at(-1) as World
  }
  const isIn = (world: World, { host, token }: TestTrader): Pick<TestTrader, 'call'> => ({
    call: (endpoint, input, options = {}) => world.client.call(endpoint, input, { host, token, ...options }),
  })

  beforeEach(async () => {
    store = await createOnServer(testServerUrl())
    dataDir = mkdtempSync(path.join(tmpdir(), 'candor-turn-'))
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
    worlds.length = 0
    await store.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('judges an account by all its orders, whichever node they came through', async () => {
    const [one, two] = [await start(), await start()]
    const before = worlds[0] as World
    await before.price('EURUSD', '1.00000')
    const trader = await before.demoTrader()
    const first = await open(before, trader, 'buy', 'EURUSD', { lots: '4' })

    const now = await takeOver(one, two)
    const there = isIn(now, trader)
    await now.price('EURUSD', '1.00000')
    const second = await open(now, there, 'buy', 'EURUSD', { lots: '4' })
    // 3,944 of equity on a margin of 8,000 for both; either of them alone stands at 170 %.
    await now.price('EURUSD', '0.99250')
    const closed = await ended(there)
    expect(closed.map(({ CloseReason, UpdatePrice }) => [CloseReason, UpdatePrice])).toEqual([['stop_out', '0.99250']])
    expect([first.Id, second.Id]).toContain(closed[0]?.Id)
    expect((await holding(there)).data).toHaveLength(1)
    expect(now.complaints).toEqual([])
  })

  test('has the settings that were decided on the node before', async () => {
    const [one, two] = [await start(), await start()]
    const before = worlds[0] as World
    const [first, second] = [await openOperator(before, { roles: ['admin'] }), await openOperator(before, { roles: ['admin'] })]
    const wish = { area: 'instrument', target: 'EURUSD', value: JSON.stringify(SPREAD), reason: 'as agreed with the house' } as const
    const { data } = await first.call(SETTING_CALLS.requestSettingChange, wish)
    expect(await second.call(SETTING_CALLS.decideSettingChange, { id: data.id, decision: 'apply' })).toMatchObject({ outcome: 'ok' })
    const trader = await before.demoTrader()

    const now = await takeOver(one, two)
    await now.price('EURUSD', '1.20000')
    const [euroDollar] = (await isIn(now, trader).call(listInstruments, { searchCurrency: 'EURUSD' })).data
    expect(euroDollar?.ForexQuotations).toMatchObject({ Bid: '1.19990', Ask: '1.20010' })
  })
})
