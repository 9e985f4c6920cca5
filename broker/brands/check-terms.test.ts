import { expect, test } from 'vitest'
import { nearest } from '../../app/brand-files/mend-problem.server'
import { TenantTrading } from '../../contract/tenant/trading'
import { termsProblems } from './check-terms'

const problemsOf = (trading: Record<string, unknown>) => termsProblems({ trading: TenantTrading.parse(trading) }, nearest)
const own = (code: string, terms: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  problemsOf({ ...rest, overrides: { [code]: terms } }).map(({ path, mend }) => `${path.replace('trading.overrides.', '')}: ${mend}`)

test.each([
  ['half a percent of the reference price', 'EURUSD', { spread: '0.00582' }],
  ['the feed’s own spread', 'EURUSD', { spread: '0' }],
  ['the highest share of the margin', 'EURUSD', { feeRate: '0.05' }],
  ['no leverage at all', 'EURUSD', { leverages: [] }],
  ['sizes on the step', 'EURUSD', { minLots: '0.1', maxLots: '50' }],
  ['one percent for stops', 'EURUSD', { minStopDistance: '0.0116' }],
  ['off', 'EURUSD', { mode: 'off' }],
])('%s is within the bounds', (_what, code, terms) => expect(own(code, terms)).toEqual([]))

test.each<[string, string, Record<string, unknown>, string, Record<string, unknown>?]>([
  ['a wider spread', 'EURUSD', { spread: '0.00583' }, 'EURUSD.spread: 0 to 0.00582 with at most 5 decimals'],
  ['a spread off the grid', 'USDJPY', { spread: '0.0001' }, 'USDJPY.spread: 0 to 0.784 with at most 3 decimals'],
  ['a higher fee', 'EURUSD', { feeRate: '0.051' }, 'EURUSD.feeRate: 0 to 0.05, as feeType is share-of-margin'],
  ['a higher fee a lot', 'EURUSD', { feeRate: '101' }, 'EURUSD.feeRate: 0 to 100, as feeType is per-lot', { feeType: 'per-lot' }],
  ['a larger order', 'EURUSD', { maxLots: '51' }, 'EURUSD.maxLots: minLots to 50 in steps of 0.01'],
  ['sizes the wrong way round', 'EURUSD', { minLots: '2', maxLots: '1' }, 'EURUSD.maxLots: minLots to 50 in steps of 0.01'],
  ['a size off the step', 'US30', { minLots: '0.15' }, 'US30.minLots: 0.1 to 100 in steps of 0.1'],
  ['stops that must stand far away', 'EURUSD', { minStopDistance: '0.012' }, 'EURUSD.minStopDistance: 0 to 0.0116428'],
  [
    'more than the company’s own ceiling',
    'EURUSD',
    { leverages: [50, 200] },
    'EURUSD.leverages: whole numbers from 1 to 100, none twice',
    { maxLeverage: 100 },
  ],
  [
    'more than the risk profile',
    'BTCUSDT',
    { leverages: [5] },
    'BTCUSDT.leverages: whole numbers from 1 to 2, none twice',
    { riskProfile: 'eu-retail' },
  ],
  ['a leverage twice', 'EURUSD', { leverages: [10, 10] }, 'EURUSD.leverages: whole numbers from 1 to 1000, none twice'],
])('%s is refused', (_what, code, terms, mend, rest = {}) => expect(own(code, terms, rest)).toEqual([mend]))

test('an instrument that does not exist is named, with the nearest that does', () => {
  expect(problemsOf({ instruments: ['EURUSD', 'EURUSX'], overrides: { BITCOIN: {} } })).toEqual([
    expect.objectContaining({
      path: 'trading.instruments.1',
      reason: 'there is no instrument EURUSX',
      mend: expect.stringContaining('did you mean "EURUSD"?'),
    }),
    expect.objectContaining({ path: 'trading.overrides.BITCOIN', reason: 'there is no instrument BITCOIN' }),
  ])
})

test('what is passed on is named by what exists, with a mark-up like a spread', () => {
  const stp = { model: 'stp', provider: 'prime' }
  expect(problemsOf({ execution: { forex: { ...stp, markUp: '0.0003' }, BITCOIN: stp, EURUSD: { ...stp, markUp: '0.006' } } })).toEqual([
    expect.objectContaining({ path: 'trading.execution.BITCOIN', reason: 'there is no instrument BITCOIN' }),
    expect.objectContaining({ path: 'trading.execution.EURUSD.markUp', mend: '0 to 0.0058214' }),
  ])
})
