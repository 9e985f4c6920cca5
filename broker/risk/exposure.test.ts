import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { type CoverFigures, NOTHING_COVERED } from './cover-figures'
import type { DayResults } from './day-results'
import { exposureOf } from './exposure'

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  await world.quoteAll()
  await world.price('EURUSD', '1.20000')
  await world.price('USDJPY', '150.000')
  const trader = await world.realTrader()
  await fund(world, trader, '50000')
  await open(world, trader, 'buy', 'EURUSD', { lots: '2' })
  await open(world, trader, 'sell', 'USDJPY', { lots: '1' })
})
afterAll(() => world.close())

const NO_DAY: DayResults = { since: 0, of: () => ({ realised: 0n, fees: 0n, heldBefore: 0n, coverBefore: 0n, coverCharges: 0n }) }
const look = (cover: Partial<CoverFigures> = {}, day = NO_DAY) => {
  const { pricing, book } = world.broker.trading
  return exposureOf({ pricing, book, cover: { ...NOTHING_COVERED, ...cover } }, world.tenant('aurora'), day)
}
const rowOf = (exposure: ReturnType<typeof look>, code: string) => exposure.rows.find((row) => row.code === code)

test('amounts are added without sign: a long position does not cover a short one of another instrument', () => {
  const exposure = look()
  // 2 × 100,000 × 1.2, and 100,000 dollars' worth of yen.
  expect(rowOf(exposure, 'EURUSD')?.usdt).toBe('240000.00000000')
  expect(Number(rowOf(exposure, 'USDJPY')?.usdt)).toBeCloseTo(-100_000, 2)
  expect(Number(exposure.total.usdt)).toBeCloseTo(340_000, 2)
  expect(exposure.rows[0]?.code).toBe('EURUSD')
})

test('what is covered is taken off lot by lot, and may lie on the other side', () => {
  const held = (lots: string) => {
    const quantity = parseFixed(lots) * 100_000n
    return { quantity, cost: quantity * parseFixed('1.2'), result: 0n, fills: 1 }
  }
  const covered = (lots: string) => rowOf(look({ heldOf: (_id, code) => (code === 'EURUSD' ? [held(lots)] : []) }), 'EURUSD')
  expect(covered('1.5')).toMatchObject({ net: '2', covered: '1.5', difference: '0.5', usdt: '60000.00000000', share: '3.0' })
  expect(covered('2')).toMatchObject({ difference: '0', usdt: '0.00000000', share: '0.0' })
  expect(covered('2.5')).toMatchObject({ difference: '-0.5', usdt: '-60000.00000000', share: '3.0' })
})

test('the house’s result is what clients lost, what covering brought, and fees; the parts add up to the total and the rows', () => {
  const amount = parseFixed
  const day: DayResults = {
    since: 0,
    of: (code) =>
      code === 'EURUSD'
        ? { realised: amount('40'), fees: amount('14'), heldBefore: amount('5.5'), coverBefore: amount('2'), coverCharges: amount('-1.5') }
        : NO_DAY.of(code),
  }
  // Bought for 1.20001 what could be sold for 1.2, and 8.75 made before.
  const position = { quantity: amount('1000000'), cost: amount('1000000') * amount('1.20001'), result: amount('8.75'), fills: 3 }
  const { house, rows } = look({ heldOf: (_id, code) => (code === 'EURUSD' ? [position] : []) }, day)
  expect(house).toMatchObject({ mirrored: '-34.50000000', cover: '-4.75000000', fees: '14.00000000', total: '-25.25000000' })
  expect(rows.reduce((sum, row) => sum + amount(row.house_pl), 0n)).toBe(amount(house.total))
})

test('a limit of 0 is none', () => {
  const { risk } = world.tenant('aurora').trading
  const before = { ...risk }
  Object.assign(risk, { instrumentLimit: '0', totalLimit: '1000000', limits: { USDJPY: '50000' } })
  const exposure = look()
  expect(rowOf(exposure, 'EURUSD')?.share).toBeNull()
  expect(rowOf(exposure, 'USDJPY')?.share).toBe('200.0')
  expect(exposure.rows[0]?.code).toBe('USDJPY')
  Object.assign(risk, before)
})
