import { describe, expect, test } from 'vitest'
import { formatFixed, parseFixed } from '../../../../rules/decimal'
import type { StopUnit } from '../../../../rules/stop-modes'
import type { Instrument } from '../../../terms/instrument'
import { exactPrices } from '../../../terms/quote'
import { readAccount, readBrokerTerms, readTerms } from '../scene/ticket-terms'
import { newDraft, type TicketDraft } from './ticket-draft'
import { btcUsdt, eurUsd, figures } from './ticket-fixtures'
import { type LockFacts, sideLock, ticketHint, ticketLock } from './ticket-lock'
import { summarise } from './ticket-summary'

type Filled = Partial<TicketDraft>

function facts(change: Partial<LockFacts> = {}, filled: Filled = {}, instrument: Instrument = eurUsd): LockFacts {
  const terms = readTerms(instrument)
  const draft = { ...newDraft(terms), ...filled }
  const broker = readBrokerTerms({ feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 2000 })
  const quote = exactPrices({ ...instrument.quote, quoteToUsdt: instrument.quoteToUsdt })
  const summary = summarise({ terms, draft, quote, broker, account: readAccount(figures, [], instrument.id) })
  return { terms, draft, isSignedIn: true, isWindingDown: false, isMarketOpen: true, isOffline: false, isStale: false, summary, ...change }
}

const on = (value: string, unit: StopUnit = 'price') => ({ isOn: true, unit, value })
const off = { isOn: false, unit: 'price', value: '' } as const
const wide: Instrument = { ...eurUsd, quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }

test.each([
  ['nothing when all is well', facts(), null],
  ['signed out before anything else', facts({ isSignedIn: false, isMarketOpen: false, isOffline: true }), 'signed-out'],
  [
    'a company that winds down before all that may pass',
    facts({ isWindingDown: true, isMarketOpen: false, isStale: true }),
    'winding-down',
  ],
  [
    'what the company holds back before what the instrument lacks',
    facts({ brake: { reason: 'A pause' }, isMarketOpen: false }, {}, { ...eurUsd, leverages: [] }),
    'braked',
  ],
  ['no leverage before a closed market', facts({ isMarketOpen: false }, {}, { ...eurUsd, leverages: [] }), 'no-leverage'],
  ['a closed market before a lost connection', facts({ isMarketOpen: false, isOffline: true, isStale: true }), 'closed'],
  ['a lost connection before an old price', facts({ isOffline: true, isStale: true }), 'offline'],
  ['an old price before the fields', facts({ isStale: true }, { lots: '' }), 'stale'],
  ['the fields before the margin', facts({}, { lots: '50.005' }), 'lots'],
  ['the size before the target', facts({}, { lots: '', kind: 'pending' }), 'lots'],
  ['the target before the stops', facts({}, { kind: 'pending', stopLoss: on('') }), 'target'],
  ['a risk without a stop loss', facts({}, { sizing: 'risk' }), 'risk-stop'],
  ['a price that is not there', facts({ summary: null }), 'no-price'],
  ['margin above free margin', facts({}, { lots: '50' }), 'margin'],
  ['margin above free margin at the target', facts({}, { lots: '50', kind: 'pending', target: '1.1' }), 'margin'],
  ['stops that no price brings', facts({}, { takeProfit: on('5000000', 'money'), stopLoss: on('5000000', 'money') }), 'stop-price'],
  [
    'a risk too small for the smallest order',
    facts({}, { sizing: 'risk', risk: { unit: 'money', value: '1' }, stopLoss: on('30', 'pips') }),
    'risk-small',
  ],
])('the buttons are locked by: %s', (_, given, kind) => {
  expect(ticketLock(given)?.kind ?? null).toBe(kind)
})

test('the missing amount is named', () => {
  expect(ticketLock(facts({}, { lots: '10' }))).toEqual({ kind: 'margin', missing: 171_280_000_000n })
})

test('with a spread only the dearer side may be locked', () => {
  const spread = {
    ...btcUsdt,
    feeRate: '0',
    leverages: ['1'],
    quote: { ...btcUsdt.quote, bid: '99990', ask: '100010' },
  }
  const given = facts({}, { lots: '0.10' }, spread)
  expect([ticketLock(given), sideLock('buy', given)?.kind, sideLock('sell', given)]).toEqual([null, 'margin', null])
})

test('a size from risk locks only the side on which the stop loss would not lose', () => {
  const given = facts({}, { sizing: 'risk', stopLoss: on('1.16050') })
  expect([ticketLock(given), sideLock('buy', given), sideLock('sell', given)?.kind]).toEqual([null, null, 'unsized'])
})

describe('what is allowed is told when neither side fits', () => {
  const hintOf = (filled: Filled, instrument: Instrument = wide) =>
    ticketHint(facts({}, filled, instrument), exactPrices({ ...instrument.quote, quoteToUsdt: '1' }))
  const text = (price: bigint | undefined) => (price === undefined ? undefined : formatFixed(price, 5))

  test('nothing while a side fits', () => {
    expect(hintOf({ stopLoss: on('1.16050') })).toBeNull()
    expect(hintOf({ kind: 'pending', target: '1.16430' })).toBeNull()
  })

  test('a stop loss inside the spread, with the prices of either side', () => {
    const hint = hintOf({ stopLoss: on('1.16425') })
    if (hint?.kind !== 'stop-range') throw new Error('no hint')
    expect([hint.name, hint.buy.bound, text(hint.buy.price)]).toEqual(['stopLoss', 'at-most', '1.16419'])
    expect([hint.sell.bound, text(hint.sell.price)]).toEqual(['at-least', '1.16431'])
  })

  test('a take profit nearer than the instrument allows', () => {
    const hint = hintOf({ takeProfit: on('1.16440'), stopLoss: off }, { ...wide, minStopDistance: '0.0005' })
    if (hint?.kind !== 'stop-range') throw new Error('no hint')
    expect([hint.name, text(hint.buy.price), text(hint.sell.price)]).toEqual(['takeProfit', '1.16470', '1.16380'])
  })

  test.each([
    ['the market price itself', eurUsd, '1.16428', '0', true, '1.16427', '1.16429'],
    ['nearer than the instrument allows', wide, '1.16440', '0.0005', false, '1.16370', '1.16480'],
  ] as const)('a target: %s', (_, instrument, target, distance, isMarketPrice, below, above) => {
    const hint = hintOf({ kind: 'pending', target }, { ...instrument, minStopDistance: distance })
    if (hint?.kind !== 'target-range') throw new Error('no hint')
    expect([hint.isMarketPrice, text(hint.allowed.below.price), text(hint.allowed.above.price)]).toEqual([isMarketPrice, below, above])
    expect(parseFixed(below) < parseFixed(above)).toBe(true)
  })
})
