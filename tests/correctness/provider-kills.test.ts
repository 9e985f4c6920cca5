/**
 * The process dies at every point of the life of an order that a provider fills. After the next start the order is asked after and ends
 * properly, exactly once: what the trader has, what the provider has, and what the key of the call is answered with agree.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silent } from '../../broker/ground/logger'
import type { Provider } from '../../broker/providers/provider'
import { closeOrder, listOrders, submitOrder } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import type { RealTrader } from '../fixtures/real-trader'
import type { ScratchDatabase } from '../fixtures/scratch-database'
import { ScriptedProvider } from '../fixtures/scripted-provider'
import { type StpWorld, stpWorld } from '../fixtures/stp-world'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { open } from '../fixtures/trader-actions'

const POINTS = ['before it is handed over', 'when it was handed over', 'between two reports', 'before the last report is kept'] as const
type Point = (typeof POINTS)[number]

let store: ScratchDatabase
let provider: ScriptedProvider
const worlds: StpWorld[] = []
beforeEach(async () => {
  store = await createOnServer(testServerUrl())
  provider = new ScriptedProvider({ id: 'prime', seed: 3, faults: 0, price: () => parseFixed('1.2'), fate: () => 'fill' })
})
afterEach(async () => {
  for (const one of worlds.splice(0)) await one.close().catch(() => {})
  await store.drop()
})

/** The same company, store and provider once more. */
async function start(changes: Parameters<typeof stpWorld>[0] = {}): Promise<StpWorld> {
  const stp = await stpWorld({ provider, broker: { database: { databaseUrl: store.url, poolSize: 8, logger: silent } }, ...changes })
  worlds.push(stp)
  return stp
}

/** Nothing of this process reaches the store or the provider any more. */
function kill({ world }: StpWorld, { line, forget }: Gate): void {
  world.broker.database.cut()
  line?.cut()
  forget()
}

const once = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

/** Lets the call get as far as the point and kills the process there. */
async function dieAt(point: Point, act: () => Promise<unknown>, stp: StpWorld, gate: Gate): Promise<void> {
  stp.hold()
  gate.isShut = point === 'before it is handed over'
  const before = provider.orders.size
  void act().catch(() => {})
  if (gate.isShut) await gate.reached
  else while (provider.orders.size === before) await once()
  if (point === 'between two reports') await provider.deliver()
  if (point === 'before the last report is kept') {
    while (provider.waiting > 1) await provider.deliver()
    void provider.deliver()
  }
  kill(stp, gate)
}

interface Gate {
  isShut: boolean
  readonly reached: Promise<void>
  line: { cut(): void } | null
  /** What waits before it ends without a trace. */
  forget(): void
  between(line: Provider): Provider
}

/** Stands before the provider: shut, an order that comes is never handed over. */
function gate(): Gate {
  let tell = () => {}
  const reached = new Promise<void>((resolve) => {
    tell = resolve
  })
  const made: Gate = {
    isShut: false,
    reached,
    line: null,
    forget() {},
    between(line) {
      made.line = line as unknown as { cut(): void }
      return new Proxy(line, {
        get(target, name) {
          if (name === 'submit' && made.isShut) {
            return () => {
              return new Promise((_, reject) => {
                made.forget = () => reject(new Error('the process is gone'))
                tell()
              })
            }
          }
          const value = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    },
  }
  return made
}

async function ask(stp: StpWorld, trader: RealTrader, status: '0' | '1' | '3') {
  const { host, token } = trader
  return (await stp.world.client.call(listOrders, { status }, { host, token })).data.data
}

describe.each(POINTS)('the process dies %s', (point) => {
  const isHandedOver = point !== 'before it is handed over'

  test('a market order', async () => {
    const doorway = gate()
    const first = await start({ between: doorway.between })
    const trader = await first.trader()
    const key = randomUUID()
    const wish = {
      forex_id: first.world.broker.market.instrument('EURUSD')?.id ?? '',
      type: '1',
      status: '1',
      cont: '0.5',
      multiple: '100',
    } as const
    await dieAt(point, () => trader.call(submitOrder, wish, { key }), first, doorway)

    const second = await start()
    const { host, token } = trader
    const again = await second.world.client.call(submitOrder, wish, { host, token, key })
    expect(again.outcome).toBe(isHandedOver ? 'ok' : 'ORDER_NOT_FILLED')
    const repeated = await second.world.client.call(submitOrder, wish, { host, token, key })
    expect([repeated.outcome, repeated.data?.Id]).toEqual([again.outcome, again.data?.Id])
    expect(provider.orders.size).toBe(isHandedOver ? 1 : 0)
    expect(provider.repeated).toEqual([])
    const held = await ask(second, trader, '1')
    expect(held.map(({ Price, Quantity }) => [Price, Quantity])).toEqual(isHandedOver ? [['1.20002', '0.5']] : [])
    expect((await ask(second, trader, '0')).length).toBe(0)
    await second.settle()
    expect(await second.findings()).toEqual([])
  })

  test('the close of a position', async () => {
    const doorway = gate()
    const first = await start({ between: doorway.between })
    const trader = await first.trader()
    const { Id: id } = await open(first.world, trader, 'buy', 'EURUSD', { lots: '0.5' })
    const key = randomUUID()
    await dieAt(point, () => trader.call(closeOrder, { id }, { key }), first, doorway)

    const second = await start()
    const { host, token } = trader
    const again = await second.world.client.call(closeOrder, { id }, { host, token, key })
    expect(again.outcome).toBe(isHandedOver ? 'ok' : 'ORDER_NOT_FILLED')
    await second.settle()
    expect((await ask(second, trader, '1')).map(({ Id, UnderWay }) => [Id, UnderWay])).toEqual(isHandedOver ? [] : [[id, undefined]])
    expect(provider.position('EURUSD')).toBe(isHandedOver ? 0n : parseFixed('50000'))
    expect(provider.repeated).toEqual([])
    expect(await second.findings()).toEqual([])
  })
})
