/** Which simulated prices count as promised, of a log that is read over the network. */
import { describe, expect, test } from 'vitest'
import { formatFixedShort } from '../decimal'
import { DAY_MS, MINUTE_MS } from '../durations'
import type { PriceBatch } from '../log/price-batch'
import { utcDay } from '../utc-day'
import { ANCHOR_DAY_MS, MarketDays } from './day-seed'
import { SeedCheck } from './seed-check'
import { seedHash, seedTerms, seedText } from './seed-facts'
import { SimulatedPrice, STEP_MS } from './simulated-price'

const EURO = { code: 'EURUSD', baseAsset: 'EUR', quoteCurrency: 'USD', pricePrecision: 5, referencePrice: 115_000_000n }
const DAY = ANCHOR_DAY_MS + 9 * DAY_MS
const NOON = DAY + 12 * 60 * MINUTE_MS
const days = new MarketDays('one')
const price = new SimulatedPrice(EURO, (from) => days.at(from))

/** What a log has of a day: its promise at an entry, and its seed when the day is over. */
function noted(from: number, promise: { readonly at: number; readonly index: number }) {
  const document = seedText('simulated', days.at(from))
  const about = { kind: 'seed', company: 'aurora', market: 'simulated', day: utcDay(from) }
  const committed = { ...about, state: 'committed', hash: seedHash(document), is_late: false, instruments: seedTerms([EURO]) }
  return [
    { ...promise, document: JSON.stringify(committed) },
    { at: from + DAY_MS, index: promise.index + 900, document: JSON.stringify({ ...about, state: 'revealed', document }) },
  ]
}

function minuteOf(from: number): PriceBatch[] {
  const time = from + ((((price.phaseMs - from) % STEP_MS) + STEP_MS) % STEP_MS)
  const said = formatFixedShort(price.fixedPrice(price.gridPriceAt(time)))
  const whole = { place: 0, source: 'simulated', seq: '1', bid: said, ask: said, last: said, isTwoSided: false, time, arrivedAt: time }
  const tick = { ...whole, sourceTime: null, verdict: 'accepted' as const, isConfirmed: true }
  return [{ second: from, begun: from, code: 'EURUSD', ticks: [tick] }]
}

async function verdictOf(read: ConstructorParameters<typeof SeedCheck>[0], minutes: readonly (readonly [minute: number, entry: number])[]) {
  const check = new SeedCheck(read)
  for (const [minute, entry] of minutes) {
    await check.meet(minute)
    check.place(minute, entry)
    check.take(minute, minuteOf(minute))
  }
  return check.verdict()
}

const promised = async (day: string) => (day === utcDay(DAY) ? noted(DAY, { at: DAY - DAY_MS, index: 100 }) : [])

describe('simulated prices', () => {
  test('pass when their promise stands before them', async () => {
    expect(await verdictOf(promised, [[NOON, 500]])).toEqual({ outcome: 'passed', said: 'passed', ticks: 1 })
  })

  test('fail when their promise stands behind them, whatever time it states', async () => {
    expect(await verdictOf(promised, [[NOON, 50]])).toEqual({ outcome: 'failed', said: 'order', day: utcDay(DAY) })
  })

  test('are not called promised when one of their days has no promise', async () => {
    const minutes = [
      [NOON, 500],
      [NOON + DAY_MS, 900],
    ] as const
    expect(await verdictOf(promised, minutes)).toEqual({ outcome: 'unchecked', said: 'none' })
  })

  test('are not checked where what the log holds cannot be read, and nobody is kept from going on', async () => {
    const broken = async () => [{ at: DAY, index: 1, document: '{' }]
    expect(await verdictOf(broken, [[NOON, 500]])).toEqual({ outcome: 'unchecked', said: 'unreadable' })
  })
})
