/** Line 8 of the trading correctness list, over orders in which what races may be carried out: CLOSE_RUNS of them, ten thousand in the long run. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../broker/calls/handler'
import type { TradeUnit } from '../../broker/ledger/trade-unit'
import { closePosition } from '../../broker/trading/close-position'
import { placeOrder } from '../../broker/trading/place-order'
import { parseFixed } from '../../rules/decimal'
import { frozenClock } from '../fixtures/frozen-clock'
import { hashOnlySigner } from '../fixtures/test-signer'
import { simulatedBrands } from '../simulation/brands'
import { type KeptUnit, MemoryBooks } from '../simulation/memory-books'
import { type Process, startProcess } from '../simulation/process'
import { turn } from '../simulation/steps'

const RUNS = Number(process.env.CLOSE_RUNS ?? '2000')
const tenant = simulatedBrands().find(({ id }) => id === 'aurora')!
const clock = frozenClock()
/** Decides who goes on; without one everybody does at once. */
let scheduler: fc.Scheduler | undefined
let kept: KeptUnit[] = []
const store = new MemoryBooks(
  () => clock.now(),
  { wait: () => scheduler?.schedule(Promise.resolve()) ?? Promise.resolve() },
  { fate: () => 'kept', crashed() {}, kept: (unit) => kept.push(unit) },
)
const failures: unknown[] = []
let running: Process
let push: (price: string) => void
let traderId = 1n

beforeAll(async () => {
  running = await startProcess({
    clock,
    store,
    signer: hashOnlySigner,
    tenant: () => tenant,
    failed: (error) => failures.push(error),
    prices: {
      feedInto: (feed) => {
        push = (price) => feed.push('EURUSD', { bid: parseFixed(price), ask: parseFixed(price) + 1_000n })
      },
    },
  })
  push('1.20000')
  push('1.20000')
})
afterAll(() => running.connection.cut())

async function call<T>(decide: (unit: TradeUnit) => Outcome<T>): Promise<Outcome<T>> {
  const result = await running.connection.withBooks(tenant.id, traderId, (books) =>
    decide({ services: running.services, tenant, books, actor: `trader:${traderId}` }),
  )
  if (result?.kept) running.applied(result.kept)
  return result!.outcome
}

test('§5.8 of a manual close, a stop loss and a stop-out exactly one happens, however they interleave; the losers are told', async () => {
  const reasons = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), async (given, hasStop) => {
      scheduler = undefined
      traderId += 1n
      store.fund({ tenantId: tenant.id, traderId, isDemo: true }, parseFixed('10000'))
      push('1.20000')
      const opened = await call((unit) =>
        placeOrder(unit, {
          forex_id: '101',
          type: '1',
          status: '1',
          cont: '8',
          multiple: '100',
          ...(hasStop ? { stop_loss_price: '1.19500' } : {}),
        }),
      )
      if (!opened.ok) throw new Error(opened.error)
      const { id } = opened.data
      kept = []
      scheduler = given
      // 8 lots lose 8,000 of 10,000 on a margin of 9,600: past the stop loss and under the stop-out level.
      const fall = given.schedule(Promise.resolve()).then(() => push('1.19000'))
      const closes = [1, 2].map(() => given.schedule(Promise.resolve()).then(() => call((unit) => closePosition(unit, id))))
      for (; given.count() > 0; await turn()) await given.waitOne()
      await fall
      const outcomes = await Promise.all(closes)
      const ends = kept.flatMap(({ books }) => books.changed.filter((order) => order.id === id && order.status === 3))
      const posted = store.ledger.filter(({ orderId, kind }) => orderId === id && kind === 'order_close')
      const pushes = kept.flatMap(({ books }) => books.events.filter(({ topic }) => topic === 'FOREX_CLOSED'))
      expect([ends.length, posted.length, pushes.length]).toEqual([1, 1, 1])
      const reason = ends[0]!.closeReason ?? ''
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      const told = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error)).sort()
      expect(told).toEqual(reason === 'manual' ? ['ORDER_NOT_FOUND', 'ok'] : ['ORDER_NOT_FOUND', 'ORDER_NOT_FOUND'])
      expect(store.accounts.get(`${tenant.id}/${traderId}`)).toMatchObject({ lockedMargin: 0n, openOrders: 0 })
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect([...reasons.keys()].sort()).toEqual(['manual', 'stop_loss', 'stop_out'])
  expect(failures).toEqual([])
}, 180_000)
