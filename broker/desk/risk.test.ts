import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askBrake, decideBrake, getRisk, getRiskQuote, type RiskView, setBrake } from '../../contract/desk/risk'
import { listInstruments } from '../../contract/market'
import { closeOrder, submitOrder } from '../../contract/orders'
import { MINUTE_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { holding, open, PLAIN_TERMS, reverse, submit } from '../../tests/fixtures/trader-actions'
import { openBrakes } from '../brakes/brakes'
import { voidFirstSteps } from './operator-standing'

let world: World
let first: TestOperator
let second: TestOperator
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  first = await openOperator(world, { roles: ['risk'], name: 'first' })
  second = await openOperator(world, { roles: ['risk'], name: 'second' })
  trader = await world.realTrader()
  await fund(world, trader, '100000')
  await world.quoteAll()
})
afterAll(() => world.close())

const view = async (): Promise<RiskView> => (await first.call(getRisk, {})).data
const row = async (code: string) => (await view()).rows.find((one) => one.code === code)
const brake = (target: string, span: 'ten-minutes' | 'hour' | 'open' = 'ten-minutes', mode: 'close-only' | 'off' = 'close-only') =>
  first.call(setBrake, { target, mode, span, reason: 'our provider rejects' })
const order = (side: 'buy' | 'sell' = 'buy') => submit(world, trader, side, 'EURUSD', { lots: '0.1' })
const passTime = async (ms: number) => {
  for (let left = ms; left > 0; left -= 20 * MINUTE_MS) {
    world.pass(Math.min(left, 20 * MINUTE_MS))
    // Whoever does nothing for half an hour is signed out.
    await first.call(getRisk, {})
    await second.call(getRisk, {})
  }
  await world.quoteAll()
}

describe('exposure', () => {
  test('is what real accounts hold, and moves with what they open and close; demo accounts are none', async () => {
    await world.price('EURUSD', '1.20000')
    const demo = await world.demoTrader()
    await open(world, demo, 'buy', 'EURUSD', { lots: '1' })
    expect(await row('EURUSD')).toMatchObject({ long: '0', short: '0', net: '0', usdt: '0.00000000', positions: 0, state: 'on' })
    const long = await open(world, trader, 'buy', 'EURUSD', { lots: '2' })
    const short = await open(world, trader, 'sell', 'EURUSD', { lots: '0.5' })
    expect(await row('EURUSD')).toMatchObject({
      long: '2',
      short: '0.5',
      net: '1.5',
      covered: '0',
      difference: '1.5',
      usdt: '180000.00000000',
      limit: '2000000.00000000',
      share: '9.0',
      positions: 2,
    })
    const { total, house, accounts, largest, stop_outs: stopOuts } = await view()
    expect([total.usdt, total.share, accounts]).toEqual(['180000.00000000', '3.0', 1])
    expect(largest.map(({ trader_id, show_code, lots }) => [trader_id, show_code, lots])).toEqual([[trader.id, 'EUR/USD', '1.5']])
    expect(stopOuts.map(({ trader_id }) => trader_id)).toEqual([trader.id])
    // Fees are 7 USDT a lot.
    expect(house).toMatchObject({ total: '17.50000000', mirrored: '0.00000000', fees: '17.50000000' })
    await world.price('EURUSD', '1.20100')
    // 1.5 lots × 100,000 × 0.001, which the house owes.
    expect((await view()).house).toMatchObject({
      total: '-132.50000000',
      mirrored: '-150.00000000',
      cover: '0.00000000',
      fees: '17.50000000',
    })
    await trader.call(closeOrder, { id: long.Id })
    await trader.call(closeOrder, { id: short.Id })
    const end = await view()
    expect([end.total.usdt, end.house.total, end.accounts]).toEqual(['0.00000000', '-132.50000000', 0])
    await trader.call(closeOrder, { id: (await holding(demo)).data[0]?.Id ?? '' })
  })

  test('the quote of the last hour comes minute by minute', async () => {
    await world.price('EURUSD', '1.20500')
    const { data } = await first.call(getRiskQuote, { code: 'EURUSD' })
    expect(data.at(-1)).toMatchObject({ close: 1.205 })
    expect((await first.call(getRiskQuote, { code: 'NOPE' })).outcome).toBe('INSTRUMENT_NOT_FOUND')
  })
})

describe('the brake', () => {
  test('takes no new order on any way, tells the reason, lets positions close, and ends by itself', async () => {
    await world.price('EURUSD', '1.20000')
    const position = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
    const other = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
    const waiting = await trader.call(submitOrder, {
      forex_id: world.broker.market.instrument('EURUSD')!.id,
      type: '1',
      status: '0',
      cont: '0.1',
      multiple: '100',
      target_price: '1.19500',
    })
    expect(waiting.outcome).toBe('ok')
    expect((await brake('EURUSD')).outcome).toBe('ok')
    const refusal = await order()
    expect([refusal.outcome, refusal.details?.reason]).toEqual(['TRADING_BRAKED', 'our provider rejects'])
    expect(refusal.msg).toContain('our provider rejects')
    expect((await reverse(trader, position.Id)).outcome).toBe('TRADING_BRAKED')
    await world.price('EURUSD', '1.19500')
    expect((await holding(trader)).data.map(({ Id }) => Id)).not.toContain(waiting.data.Id)
    expect((await trader.call(closeOrder, { id: position.Id })).outcome).toBe('ok')
    const listed = (await trader.call(listInstruments, { searchCurrency: 'EURUSD' })).data[0]
    expect(listed?.Brake).toMatchObject({ Mode: 'close-only', Reason: 'our provider rejects' })
    expect((await row('EURUSD'))?.state).toBe('close-only')
    // Elsewhere and in other companies nothing is held back.
    expect((await submit(world, trader, 'buy', 'GBPUSD', { lots: '0.1' })).outcome).toBe('ok')
    await passTime(10 * MINUTE_MS)
    await world.price('EURUSD', '1.19400')
    expect((await holding(trader)).data.map(({ Id }) => Id)).toContain(waiting.data.Id)
    expect((await order()).outcome).toBe('ok')
    await trader.call(closeOrder, { id: other.Id })
  })

  test('off: the instrument is not offered either', async () => {
    await brake('XAUUSD', 'ten-minutes', 'off')
    expect((await trader.call(listInstruments, { searchCurrency: 'XAUUSD' })).data).toEqual([])
    await passTime(10 * MINUTE_MS)
    expect((await trader.call(listInstruments, { searchCurrency: 'XAUUSD' })).data).toHaveLength(1)
  })

  test('a longer one holds for ten minutes, and beyond them when a second person agrees', async () => {
    const asked = await brake('*', 'hour')
    expect((await order()).outcome).toBe('TRADING_BRAKED')
    const standing = (await view()).brakes[0]
    expect(standing).toMatchObject({ target: '*', by: 'first', approved_by: '', ask: { what: 'keep', by: 'first', is_own: true } })
    expect((await first.call(decideBrake, { id: asked.data.id, decision: 'approve' })).outcome).toBe('DESK_SAME_PERSON')
    expect((await brake('*')).outcome).toBe('DESK_BRAKE_STANDS')
    expect((await second.call(decideBrake, { id: asked.data.id, decision: 'approve' })).outcome).toBe('ok')
    expect((await second.call(decideBrake, { id: asked.data.id, decision: 'approve' })).outcome).toBe('DESK_ALREADY_DECIDED')
    await passTime(59 * MINUTE_MS)
    expect((await order()).outcome).toBe('TRADING_BRAKED')
    await passTime(2 * MINUTE_MS)
    expect((await order()).outcome).toBe('ok')
  })

  test('what nobody agreed to ends after the ten minutes, and can no longer be agreed to', async () => {
    const { data } = await brake('*', 'open')
    await passTime(11 * MINUTE_MS)
    expect((await order()).outcome).toBe('ok')
    expect((await second.call(decideBrake, { id: data.id, decision: 'approve' })).outcome).toBe('DESK_CHANGE_STALE')
  })

  test('lifting takes two, and who asked may take it back', async () => {
    const { data } = await brake('EURUSD', 'open')
    await second.call(decideBrake, { id: data.id, decision: 'approve' })
    await passTime(90 * MINUTE_MS)
    expect((await order()).outcome).toBe('TRADING_BRAKED')
    expect((await first.call(askBrake, { id: data.id, what: 'lift', reason: 'it quotes again' })).outcome).toBe('ok')
    expect((await first.call(decideBrake, { id: data.id, decision: 'refuse' })).outcome).toBe('ok')
    expect((await order()).outcome).toBe('TRADING_BRAKED')
    await first.call(askBrake, { id: data.id, what: 'lift', reason: 'it quotes again' })
    expect((await first.call(decideBrake, { id: data.id, decision: 'approve' })).outcome).toBe('DESK_SAME_PERSON')
    expect((await second.call(decideBrake, { id: data.id, decision: 'approve' })).outcome).toBe('ok')
    expect((await order()).outcome).toBe('ok')
    expect((await view()).brakes).toEqual([])
  })

  test('what an operator asked falls away with their role; the brake itself stays until its end', async () => {
    const leaving = await openOperator(world, { roles: ['risk'] })
    const { data } = await leaving.call(setBrake, { target: 'AUDUSD', mode: 'close-only', span: 'open', reason: 'a pause' })
    await world.broker.database.withTenant('aurora', (tx) =>
      voidFirstSteps(tx, { tenantId: 'aurora', actor: `operator:${leaving.name}`, by: 'system', now: world.clock.now() }),
    )
    expect((await view()).brakes.find(({ target }) => target === 'AUDUSD')).toMatchObject({ ask: null })
    expect((await second.call(decideBrake, { id: data.id, decision: 'approve' })).outcome).toBe('DESK_ALREADY_DECIDED')
    await passTime(10 * MINUTE_MS)
    expect((await view()).brakes).toEqual([])
  })

  test('one that two people keep is not replaced by one person’s', async () => {
    const { data } = await brake('GBPUSD', 'open')
    await second.call(decideBrake, { id: data.id, decision: 'approve' })
    expect((await brake('GBPUSD', 'ten-minutes', 'off')).outcome).toBe('DESK_BRAKE_STANDS')
    await second.call(askBrake, { id: data.id, what: 'lift', reason: 'done' })
    await first.call(decideBrake, { id: data.id, decision: 'approve' })
  })

  test('an unknown instrument and a brake without a reason are refused', async () => {
    expect((await brake('NOPE')).outcome).toBe('INSTRUMENT_NOT_FOUND')
    const answer = await first.call(setBrake, { target: 'EURUSD', mode: 'off', span: 'ten-minutes', reason: ' ' })
    expect(answer.outcome).toBe('DESK_REASON_REQUIRED')
  })
})

test('a day begins at midnight in London: what was held then counts from what it was worth then', async () => {
  const night = await createWorld({ tenants: PLAIN_TERMS, startMs: Date.parse('2026-11-18T23:50:00Z') })
  try {
    const operator = await openOperator(night, { roles: ['risk'] })
    const owner = await night.realTrader()
    await fund(night, owner, '100000')
    await night.quoteAll()
    await night.price('EURUSD', '1.20000')
    const held = await open(night, owner, 'buy', 'EURUSD', { lots: '1' })
    await night.price('EURUSD', '1.20200')
    const house = async () => (await operator.call(getRisk, {})).data.house
    expect(await house()).toMatchObject({ total: '-193.00000000', mirrored: '-200.00000000', fees: '7.00000000' })
    night.pass(15 * MINUTE_MS)
    await night.quoteAll()
    await night.price('EURUSD', '1.20300')
    expect(await house()).toMatchObject({ total: '-100.00000000', since: Date.parse('2026-11-19T00:00:00Z') })
    await owner.call(closeOrder, { id: held.Id })
    expect((await house()).total).toBe('-100.00000000')
  } finally {
    await night.close()
  }
})

test('what is held back stays so over a restart', async () => {
  const { id } = world.broker.market.instrument('USDJPY')!
  await first.call(setBrake, { target: 'USDJPY', mode: 'close-only', span: 'ten-minutes', reason: 'a pause' })
  const { brakes, close } = await openBrakes(world.broker.database, world.clock)
  close()
  expect(brakes.inForce('aurora').byCode.get('USDJPY')).toMatchObject({ mode: 'close-only', reason: 'a pause' })
  expect(brakes.inForce('meridian').byCode.size).toBe(0)
  expect((await trader.call(listInstruments, { searchCurrency: 'USDJPY' })).data[0]).toMatchObject({ Id: id, Brake: { Reason: 'a pause' } })
})
