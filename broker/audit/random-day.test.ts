import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrder, closeAllOrders, closeOrder, listOrders, reverseOrder, setStopPrice, submitOrder } from '../../contract/orders'
import { resetDemoAccount } from '../../contract/users'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { auditBooks } from './audit-books'
import { auditReport } from './audit-report'

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

const ACTIONS = [
  'market',
  'pending',
  'part',
  'close',
  'cancel',
  'protect',
  'trail',
  'reverse',
  'closeAll',
  'reset',
  'tick',
  'jump',
] as const
const step = fc.record({
  action: fc.constantFrom(...ACTIONS, 'market', 'market', 'tick', 'tick', 'tick', 'tick'),
  who: fc.nat(1),
  pick: fc.nat(20),
  side: fc.constantFrom('1' as const, '2' as const),
  lots: fc.integer({ min: 2, max: 400 }),
  points: fc.integer({ min: -400, max: 400 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

let price = 110_000
const text = (points: number) => (points / 100_000).toFixed(5)

async function take({ action, pick, side, lots, points }: Step, trader: TestTrader): Promise<void> {
  const forex_id = world.broker.market.instrument('EURUSD')?.id ?? ''
  const terms = { forex_id, type: side, cont: (lots / 100).toFixed(2), multiple: '200' } as const
  const one = async (status: '0' | '1') => {
    const { data } = (await trader.call(listOrders, { status })).data
    return data[pick % Math.max(1, data.length)]
  }
  // At the dealt price, then a tick and a moment later: time passes, quotes stay fresh.
  if (action === 'tick' || action === 'jump') {
    price = Math.max(60_000, price + (action === 'jump' ? points * 12 : points))
    world.pass(200)
    await world.quoteAll()
    await world.price('EURUSD', text(price), text(price + 10))
  } else if (action === 'market') await trader.call(submitOrder, { ...terms, status: '1' })
  else if (action === 'pending') await trader.call(submitOrder, { ...terms, status: '0', target_price: text(price + points) })
  else if (action === 'closeAll') await trader.call(closeAllOrders, {})
  else if (action === 'reset') await trader.call(resetDemoAccount, {})
  else if (action === 'cancel') {
    const order = await one('0')
    if (order !== undefined) await trader.call(cancelOrder, { id: order.Id })
  } else {
    const order = await one('1')
    if (order === undefined) return
    const { Id: id } = order
    const away = order.OrderType === 1 ? 1 : -1
    const stops = { id, stop_loss_price: text(price - away * 150), target_profit_price: text(price + away * 200) }
    if (action === 'close') await trader.call(closeOrder, { id })
    if (action === 'reverse') await trader.call(reverseOrder, { id })
    if (action === 'part') await trader.call(closeOrder, { id, cont: (Math.floor(Number(order.Quantity) * 50) / 100).toFixed(2) })
    if (action === 'protect') await trader.call(setStopPrice, stops)
    if (action === 'trail') await trader.call(setStopPrice, { ...stops, trailing_distance: '0.00120' })
  }
}

test('after a random day of everything a trader can do the audit is clean, sealed or not', async () => {
  const traders = [await world.demoTrader(), await world.demoTrader()]
  const steps = fc.sample(step, { numRuns: 260, seed: 20_261_118 })
  for (const [index, one] of steps.entries()) {
    await take(one, traders[one.who]!)
    if (index % 90 === 0) await world.broker.sealer.flush()
  }
  await world.settle()
  const unsealed = auditReport(await auditBooks(world.broker.database, world.tenants))
  // As one text: a failure then says which row, not how many lines.
  expect(unsealed.lines.filter((line) => /BROKEN|expected/.test(line)).join('\n')).toBe('')
  await world.broker.sealer.flush()
  const results = await auditBooks(world.broker.database, world.tenants)
  expect(auditReport(results).lines.at(-1)).toBe('clean')
  const checked = (name: string, what: string) => results.find(({ invariant }) => invariant === name)?.checked.get(what) ?? 0
  expect(checked('I9', 'fills')).toBeGreaterThan(20)
  expect(checked('I6', 'orders closed in parts')).toBeGreaterThan(0)
  expect(checked('I7', 'rows not sealed yet')).toBe(0)
  expect(world.complaints).toEqual([])
}, 120_000)
