/**
 * A real day, 286,956 quotes of EUR/USD and XAU/USD, played through the whole broker while a thousand random orders are placed
 * on it: whatever was filled or closed, by a trader or by a trigger, was so at what the recording says of that very moment.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { firstFinding } from '../../broker/audit/findings'
import { receipt } from '../../broker/db/schema'
import { openReplayFeed, type ReplayFeed } from '../../broker/market/replay-feed'
import type { Order } from '../../contract/orders'
import { formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { WORLD_START } from '../fixtures/frozen-clock'
import { recordedDataFolder } from '../fixtures/recorded-data'
import {
  books,
  cancel,
  close,
  holding,
  type OpenTerms,
  PLAIN_TERMS,
  pending,
  protect,
  reset,
  reverse,
  submit,
} from '../fixtures/trader-actions'
import { readTapes, type WholeTape } from '../fixtures/whole-tapes'
import { Random } from '../simulation/random'

const ORDERS = 1_000
const TRADERS = 8
const SPEED = 100
/** Forty seconds of the recording at a time. */
const STEP_MS = 400
const CODES = ['EURUSD', 'XAUUSD'] as const

interface SignedFill {
  readonly order: string
  readonly parent: string | null
  readonly event: string
  readonly instrument: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly reason: string | null
  readonly at: number
  readonly quote: { readonly seq: string; readonly bid: string; readonly ask: string }
}

const folder = recordedDataFolder('a thousand orders on the recorded day')
const directory = folder ?? ''
const random = new Random(20_140_508)
let world: World
let feed: ReplayFeed
let tapes: ReadonlyMap<string, WholeTape>
const traders: TestTrader[] = []
const outcomes = new Map<string, number>()

beforeAll(async () => {
  if (folder === undefined) return
  tapes = new Map(readTapes(directory).map((tape) => [tape.symbol, tape]))
  feed = openReplayFeed({ directory, speed: SPEED, from: '01:00', bootMs: WORLD_START })
  world = await createWorld({
    tenants: PLAIN_TERMS,
    broker: { feed: { kind: 'own', feed }, marketOptions: { hasTimers: false } },
  })
  for (let i = 0; i < TRADERS; i++) traders.push(await world.demoTrader())
}, 120_000)
afterAll(() => world?.close())

const recordTime = (wallMs: number) => feed.sessionTime(wallMs) ?? Number.POSITIVE_INFINITY

function note({ outcome, status }: { readonly outcome: string; readonly status: number }): void {
  expect(status).toBeLessThan(500)
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

/** Up to 3 thousandths from a price, on the grid, on one side. */
function near(code: string, price: bigint, side: number): string {
  const { pricePrecision } = world.broker.market.instrument(code)!
  return formatFixed(price + (BigInt(side) * price * BigInt(random.between(1, 30))) / 10_000n, pricePrecision)
}

function randomTerms(code: string, side: 'buy' | 'sell'): OpenTerms {
  const { bid, ask } = world.broker.market.quote(code)!
  const price = side === 'buy' ? ask : bid
  const target = random.chance(40) ? near(code, price, random.chance(50) ? 1 : -1) : undefined
  const from = target === undefined ? price : parseFixed(target)
  const towards = side === 'buy' ? 1 : -1
  return {
    lots: formatFixedShort(BigInt(random.between(1, 15)) * 10n ** 6n),
    ...(target === undefined ? {} : { target }),
    ...(random.chance(50) ? { stopLoss: near(code, from, -towards) } : {}),
    ...(random.chance(50) ? { takeProfit: near(code, from, towards) } : {}),
    ...(random.chance(8) ? { trailing: code === 'EURUSD' ? '0.00080' : '1.500' } : {}),
  }
}

/** Sees to an order that is there: now and then, so that the account does not fill up. */
async function tend(trader: TestTrader): Promise<void> {
  const held = (await holding(trader)).data
  const order: Order | undefined = held.length === 0 ? undefined : random.pick(held)
  if (order === undefined) return
  const code = order.ForexTradeLists.Code
  const towards = order.OrderType === 1 ? 1 : -1
  const { bid } = world.broker.market.quote(code)!
  const kind = random.weighted({ close: 5, part: 2, protect: 3, reverse: 1, cancel: 2 })
  if (kind === 'close') note(await close(trader, order.Id))
  else if (kind === 'part') note(await close(trader, order.Id, '0.01'))
  else if (kind === 'protect') note(await protect(trader, order.Id, near(code, bid, -towards), near(code, bid, towards)))
  else if (kind === 'reverse') note(await reverse(trader, order.Id))
  else for (const waiting of (await pending(trader)).slice(0, 1)) note(await cancel(trader, waiting.Id))
  if (held.length > 25) await reset(trader)
}

async function playTheDay(): Promise<number> {
  const steps = Math.floor((23 * 3_600_000) / SPEED / STEP_MS)
  let placed = 0
  for (let step = 1; step <= steps; step++) {
    world.clock.advance(STEP_MS)
    world.broker.market.advance()
    await world.broker.trading.idle()
    if (recordTime(world.clock.now()) === Number.POSITIVE_INFINITY) break
    if (placed * steps >= step * ORDERS) continue
    placed += 1
    const trader = random.pick(traders)
    const [code, side] = [random.pick(CODES), random.pick(['buy', 'sell'] as const)]
    if (world.broker.market.quote(code) !== undefined) note(await submit(world, trader, side, code, randomTerms(code, side)))
    if (random.chance(45)) await tend(trader)
  }
  await world.settle()
  return placed
}

async function signedFills(): Promise<SignedFill[]> {
  const rows = await world.broker.database.system((tx) => tx.select().from(receipt))
  return rows.filter(({ event }) => event === 'order_opened' || event === 'order_closed').map(({ body }) => JSON.parse(body) as SignedFill)
}

test.skipIf(folder === undefined)(
  'a thousand random orders: each fill is the recorded bid or ask of its moment, and the books are exact',
  async () => {
    expect(await playTheDay()).toBeGreaterThanOrEqual(ORDERS - 5)
    const fills = await signedFills()
    expect(fills.length).toBeGreaterThan(600)
    for (const { instrument, side, event, price, quote, at, reason } of fills) {
      const { ticks } = tapes.get(instrument)!
      const index = Number(quote.seq) - 1
      const tick = ticks[index]!
      const isBid = (side === 'sell') === (event === 'order_opened')
      expect(parseFixed(price)).toBe(isBid ? tick.bid : tick.ask)
      expect([parseFixed(quote.bid), parseFixed(quote.ask)]).toEqual([tick.bid, tick.ask])
      // Spoken by then, and not yet followed by another when the step began.
      expect(tick.time).toBeLessThanOrEqual(recordTime(at))
      const next = ticks[index + 1]?.time ?? Number.POSITIVE_INFINITY
      const isTriggered = !['market', 'manual', 'demo_reset', 'stop_out'].includes(reason ?? '')
      expect(next).toBeGreaterThan(isTriggered ? recordTime(at - STEP_MS) : recordTime(at))
    }
    const reasons = new Set(fills.map(({ reason }) => reason))
    for (const reason of ['market', 'limit', 'stop', 'manual', 'stop_loss', 'take_profit']) expect(reasons).toContain(reason)
    expect(outcomes.get('ok')).toBeGreaterThan(ORDERS * 0.8)
    expect(await books(world)).toEqual([])
    expect(firstFinding(await auditBooks(world.broker.database, world.tenants))).toBeNull()
    expect(world.complaints).toEqual([])
  },
  240_000,
)
