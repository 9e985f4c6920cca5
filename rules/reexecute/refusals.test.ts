/** A refused order is judged by what anybody can see: hours, terms, brakes, sizes, and the price it was judged at. */
import { expect, test } from 'vitest'
import { SECOND_MS } from '../durations'
import { BrakesInForce } from './brakes-in-force'
import { PriceTape } from './price-tape'
import { judgeRefusal, type Refusal } from './refusals'
import { TermsInForce } from './terms-in-force'

/** A Wednesday at noon, and a Saturday, UTC. */
const NOON = Date.UTC(2026, 10, 25, 12)
const SATURDAY = Date.UTC(2026, 10, 28, 12)
const OF_EURUSD = {
  ...{ is_close_only: false, price_precision: 5, quote_currency: 'USD', margin_mode: 'leveraged', contract_size: '100000', fee_rate: '0' },
  ...{
    spread: '0.0002',
    overnight: null,
    calendar: 'forex',
    min_lots: '0.01',
    max_lots: '10',
    lot_step: '0.01',
    min_stop_distance: '0.001',
  },
}
const REFUSED: Refusal = {
  ...{ at: NOON + 500, instrument: 'EURUSD', type: 'market', reason: 'PRICE_MOVED', side: 'buy', price: '1.2001', asked: '1.2' },
  ...{ max_slippage: '0', target: null, stop_loss: null, take_profit: null, trailing: null, lots: null },
}

function judged(
  change: Partial<Refusal>,
  terms: Partial<typeof OF_EURUSD> & { readonly mode?: string } = {},
  brakes: readonly string[] = [],
) {
  const { mode = 'normal', ...own } = terms
  const document = JSON.stringify({ mode, fee_type: 'per-lot', stop_out_level: '50', instruments: { EURUSD: { ...OF_EURUSD, ...own } } })
  const tape = new PriceTape()
  const tick = { place: 0, source: 'lp', seq: '1', bid: '1.2', ask: '1.2', last: '1.2', isTwoSided: false, time: NOON, arrivedAt: NOON }
  const ticks = [{ ...tick, sourceTime: null, verdict: 'accepted' as const, isConfirmed: true }]
  tape.addMinute(NOON, [[NOON, NOON - 100 * SECOND_MS]], [{ second: NOON, begun: NOON - 100 * SECOND_MS, code: 'EURUSD', ticks }])
  const inForce = new TermsInForce([{ at: 0, hash: '', document }])
  return judgeRefusal({ ...REFUSED, ...change }, { tape, terms: inForce, brakes: new BrakesInForce(brakes) })
}

const BRAKE = JSON.stringify({ kind: 'settings', area: 'brake', target: '*', value: { mode: 'off', until: null }, at: NOON })
type Case = [string, Parameters<typeof judged>, string]

test.each<Case>([
  ['the price had moved', [{}], 'right'],
  ['it had not moved further than was accepted', [{ max_slippage: '0.0001' }], 'wrong'],
  ['the price it was judged at was never quoted', [{ price: '1.2002' }], 'wrong'],
  ['no prices are at hand', [{ at: NOON - 60 * SECOND_MS }], 'not_judged'],
  ['the market was closed', [{ reason: 'MARKET_CLOSED', at: SATURDAY }], 'right'],
  ['the market was open', [{ reason: 'MARKET_CLOSED' }], 'wrong'],
  ['the company had paused', [{ reason: 'TRADING_PAUSED' }, { mode: 'close-only' }], 'right'],
  ['the instrument is only closed', [{ reason: 'TRADING_PAUSED' }, { is_close_only: true }], 'right'],
  ['nothing was paused', [{ reason: 'TRADING_PAUSED' }], 'wrong'],
  ['a brake was in force', [{ reason: 'TRADING_BRAKED' }, {}, [BRAKE]], 'right'],
  ['no brake was in force', [{ reason: 'TRADING_BRAKED' }], 'wrong'],
  ['the size was too small', [{ reason: 'LOTS_TOO_SMALL', lots: '0.001' }], 'right'],
  ['the size was off the step, and not too large', [{ reason: 'LOTS_TOO_LARGE', lots: '0.015' }], 'wrong'],
  ['a stop stood on the wrong side', [{ reason: 'STOP_LOSS_WRONG_SIDE', price: '1.1999', stop_loss: '1.25' }], 'right'],
  ['a stop stood where it may', [{ reason: 'STOP_LOSS_WRONG_SIDE', price: '1.1999', stop_loss: '1.15' }], 'wrong'],
  [
    'a stop was too close to a target',
    [{ type: 'limit', reason: 'STOP_LOSS_TOO_CLOSE', price: '1.1', target: '1.1', stop_loss: '1.0995' }],
    'right',
  ],
  ['a target was the price', [{ type: 'limit', reason: 'TARGET_IS_MARKET_PRICE', target: '1.2001' }], 'right'],
  ['a target was far enough', [{ type: 'limit', reason: 'TARGET_TOO_CLOSE', target: '1.1' }], 'wrong'],
  ['a trailing stop begins at a price of its own', [{ reason: 'STOP_LOSS_TOO_CLOSE', price: '1.1999', trailing: '0.001' }], 'not_judged'],
  ['what only the account tells', [{ reason: 'INSUFFICIENT_MARGIN' }], 'not_judged'],
  ['an instrument without terms', [{ instrument: 'GBPUSD' }], 'not_judged'],
])('%s', (_name, given, outcome) => {
  expect(judged(...given).outcome).toBe(outcome)
})
