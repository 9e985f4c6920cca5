/**
 * The provider dies, or its line is cut, at every point of the life of an order that it fills: of an opening, a close, a stop-out and a pending
 * order that fires. The order ends properly each time, nothing is sent twice, and both sides hold the same. A few of them here; all with
 * PROVIDER_KILLS=all (`npm run test:long -- hedging`).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { memoryFixStore } from '../../broker/fix/session-store'
import { silent } from '../../broker/ground/logger'
import type { Provider } from '../../broker/providers/provider'
import { divide, FIXED_ONE, parseFixed } from '../../rules/decimal'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { close, endOf, holding, PLAIN_TERMS, pending, submit } from '../fixtures/trader-actions'

const POINTS = {
  'when it is asked': ['asked 1'],
  'before it acknowledges': ['looked-at 1'],
  'after the fill, before it reports anything': ['dealt 1'],
  'after the acknowledgement, before the fill is told': ['told 1'],
  'after a part of the fill is told': ['told 2'],
  'after everything is told': ['told 3'],
  'while it is asked after': ['dealt 1 cut', 'questioned 1'],
} as const
const ACTS = ['an opening', 'a close', 'a stop-out', 'a pending order that fires'] as const
const WAYS = ['kill', 'cut'] as const
type Point = keyof typeof POINTS
type Act = (typeof ACTS)[number]
type Way = (typeof WAYS)[number]

const SOME: readonly (readonly [Act, Point, Way])[] = [
  ['an opening', 'after a part of the fill is told', 'kill'],
  ['a close', 'after the fill, before it reports anything', 'kill'],
  ['a stop-out', 'when it is asked', 'kill'],
  ['a pending order that fires', 'while it is asked after', 'kill'],
  ['an opening', 'while it is asked after', 'cut'],
  ['a close', 'after the acknowledgement, before the fill is told', 'cut'],
]
const ALL = ACTS.flatMap((act) => (Object.keys(POINTS) as Point[]).flatMap((point) => WAYS.map((way) => [act, point, way] as const)))
const CASES = process.env.PROVIDER_KILLS === 'all' ? ALL : SOME

const clock = { now: () => Date.now(), monotonic: () => performance.now() }
/** Whatever the provider quotes is within it. */
const ANY_PRICE = { price: '1.20000', maxSlippage: '0.00100' }

interface Said {
  readonly port?: number
  readonly said?: string
  readonly armed?: true
  readonly reached?: string
}

let folder: string
let demo: ChildProcess
let port = 0
let line: Provider
let world: World
const traders: RealTrader[] = []
const said: string[] = []

async function startDemo(): Promise<void> {
  demo = fork(path.join(import.meta.dirname, 'dying-provider-process.ts'), [String(port), folder], { execArgv: ['--import', 'tsx'] })
  demo.on('message', (message: Said) => void (message.said !== undefined && said.push(message.said)))
  port = await heard(({ port: at }) => at)
}

function heard<T>(read: (message: Said) => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    demo.on('message', (message: Said) => {
      const found = read(message)
      if (found !== undefined) resolve(found)
    })
    demo.once('exit', () => reject(new Error('the provider has ended by itself')))
  })
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-dying-'))
  await startDemo()
  const session = { tls: null, parties: { us: 'ORDERS', them: 'DEMO' }, heartbeatSeconds: 5, resetsAtLogon: false, times: null }
  line = openFixProvider(
    { id: 'demo', peer: { host: '127.0.0.1', port, ...session }, account: '', instruments: [{ code: 'EURUSD', symbol: 'EURUSD' }] },
    { store: memoryFixStore(), clock, random: () => 0, logger: silent },
  )
  const execution = { EURUSD: { model: 'stp' as const, provider: 'demo', markUp: '0.00001' } }
  world = await createWorld({
    tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading, execution } } },
    broker: { providers: [{ provider: line, symbols: { EURUSD: 'EURUSD' }, isSimulated: true }], refusalPauseMs: 20 },
  })
  await connected()
}, 120_000)
afterAll(async () => {
  await world?.close()
  demo?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function connected(): Promise<void> {
  while (!world.broker.orders.isConnected('demo')) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function newTrader(usdt = '10000'): Promise<RealTrader> {
  const trader = await world.realTrader()
  await fund(world, trader, usdt)
  traders.push(trader)
  return trader
}

/** Lets the act come to the point where the provider dies, and has it back. */
async function dieAt(point: Point, way: Way, act: () => Promise<unknown>): Promise<void> {
  const armed = heard(({ armed: isArmed }) => isArmed)
  demo.send(POINTS[point].map((step) => (step.split(' ').length === 3 ? step : `${step} ${way}`)))
  await armed
  const last = POINTS[point].at(-1)?.split(' ')[0]
  const gone =
    way === 'cut'
      ? heard(({ reached }) => (reached === `${last} cut` ? true : undefined))
      : new Promise((resolve) => demo.once('exit', resolve))
  // What the caller is told meanwhile is told again by the books.
  const acted = act().catch(() => {})
  await gone
  if (way === 'kill') await startDemo()
  await connected()
  await acted
}

/** Nobody waits for the provider any more. */
async function rest(trader: RealTrader): Promise<void> {
  const underWay = async () =>
    [...(await holding(trader)).data, ...(await pending(trader))].filter((one) => one.UnderWay !== undefined).length
  await expect.poll(underWay, { timeout: 30_000 }).toBe(0)
  await world.broker.orders.idle()
  await world.settle()
}

async function heldByTraders(): Promise<bigint> {
  const orders = (await Promise.all(traders.map(async (one) => (await holding(one)).data))).flat()
  return orders.reduce((sum, { Quantity, ContractSize, OrderType }) => {
    const units = divide(parseFixed(Quantity) * parseFixed(ContractSize), FIXED_ONE, 'down')
    return OrderType === 1 ? sum + units : sum - units
  }, 0n)
}

const ordersThere = (): number => {
  const { orders } = JSON.parse(readFileSync(path.join(folder, 'provider.json'), 'utf8')) as { orders: Record<string, unknown> }
  return Object.keys(orders).length
}

const DO: Readonly<Record<Act, (point: Point, way: Way) => Promise<RealTrader>>> = {
  async 'an opening'(point, way) {
    const trader = await newTrader()
    await world.price('EURUSD', '1.20000')
    await dieAt(point, way, () => submit(world, trader, 'buy', 'EURUSD', { lots: '0.5', ...ANY_PRICE }))
    await rest(trader)
    const held = (await holding(trader)).data.map(({ Quantity }) => Quantity)
    expect(held.length === 0 || (held.length === 1 && held[0] === '0.5')).toBe(true)
    return trader
  },
  async 'a close'(point, way) {
    const trader = await newTrader()
    await world.price('EURUSD', '1.20000')
    const { data } = await submit(world, trader, 'buy', 'EURUSD', { lots: '0.5', ...ANY_PRICE })
    await dieAt(point, way, () => close(trader, data.Id))
    await rest(trader)
    const left = (await holding(trader)).data.map(({ Quantity }) => Quantity)
    expect(left.length === 0 ? (await endOf(trader, data.Id))?.CloseReason : left.join()).toBe(left.length === 0 ? 'manual' : '0.5')
    return trader
  },
  async 'a stop-out'(point, way) {
    const trader = await newTrader('2000')
    await world.price('EURUSD', '1.20000')
    const { data } = await submit(world, trader, 'buy', 'EURUSD', { lots: '0.5', ...ANY_PRICE })
    await dieAt(point, way, () => world.price('EURUSD', '0.90000'))
    // What came to nothing is asked for again, until it is closed.
    await expect
      .poll(
        async () => {
          // A question that was lost with the line is asked again after a while.
          world.pass(2_000)
          await world.price('EURUSD', '0.90000')
          return (await endOf(trader, data.Id))?.CloseReason
        },
        { timeout: 30_000 },
      )
      .toBe('stop_out')
    await rest(trader)
    return trader
  },
  async 'a pending order that fires'(point, way) {
    const trader = await newTrader()
    await world.price('EURUSD', '2.60000')
    const { data } = await submit(world, trader, 'buy', 'EURUSD', { lots: '0.5', target: '2.50000' })
    await dieAt(point, way, () => world.price('EURUSD', '2.49000'))
    await expect
      .poll(
        async () => {
          await world.price('EURUSD', '2.49000')
          return (await holding(trader)).data.map(({ Id, Quantity }) => `${Id} ${Quantity}`)
        },
        { timeout: 30_000 },
      )
      .toEqual([`${data.Id} 0.5`])
    await rest(trader)
    return trader
  },
}

test.each(CASES)(
  '%s, %s (%s): it ends properly, and both sides hold the same',
  async (act, point, way) => {
    const before = ordersThereOrNone()
    const trader = await DO[act](point, way)
    const [position] = await line.positions()
    expect(position?.quantity ?? 0n).toBe(await heldByTraders())
    // What nobody asks for again is asked for once.
    const asked = ordersThere() - before
    expect(asked).toBeLessThanOrEqual(act === 'an opening' ? 1 : act === 'a close' ? 2 : 4)
    expect(said.filter((one) => one.includes('used before'))).toEqual([])
    expect((await holding(trader)).data.every(({ UnderWay }) => UnderWay === undefined)).toBe(true)
  },
  120_000,
)

function ordersThereOrNone(): number {
  try {
    return ordersThere()
  } catch {
    return 0
  }
}

test('after all of them the audit finds nothing', async () => {
  await world.broker.sealer.flush()
  const results = await auditBooks(world.broker.database, world.tenants)
  expect(results.flatMap(({ findings }) => findings)).toEqual([])
}, 60_000)
