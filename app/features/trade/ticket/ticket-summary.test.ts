import { describe, expect, test } from 'vitest'
import { formatFixed, parseFixed } from '../../../../rules/decimal'
import type { StopUnit } from '../../../../rules/stop-modes'
import type { Instrument } from '../../../terms/instrument'
import { exactPrices } from '../../../terms/quote'
import { readAccount, readBrokerTerms, readTerms, type TicketAccount } from '../scene/ticket-terms'
import { newDraft, type TicketDraft } from './ticket-draft'
import { btcUsdt, eurUsd, figures, fixedMargin, holdingOrder, usdJpy } from './ticket-fixtures'
import { draftProblem } from './ticket-question'
import { fits, marginPercent, summarise } from './ticket-summary'

const perLot = readBrokerTerms({ feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 2000 })
const shareOfMargin = readBrokerTerms({ feeType: 'share-of-margin', stopOutLevel: '50', staleAfterMs: 2000 })

function ask(instrument: Instrument, change: Partial<TicketDraft> = {}, account: TicketAccount | null = null, broker = perLot) {
  const terms = readTerms(instrument)
  const quote = exactPrices({ ...instrument.quote, quoteToUsdt: instrument.quoteToUsdt })
  const summary = summarise({ terms, draft: { ...newDraft(terms), ...change }, quote, broker, account })
  if (summary === null) throw new Error('no summary')
  return summary
}

const text = (amount: bigint | null | undefined) => (amount == null ? null : formatFixed(amount))
const on = (value: string, unit: StopUnit = 'price') => ({ isOn: true, unit, value })

describe('the preview equals contract §4', () => {
  test.each([
    // instrument, lots, leverage, contract value, margin, fee per lot, fee as share of margin
    ['EUR/USD', eurUsd, '0.20', '100', '23285.60000000', '232.85600000', '1.40000000', '1629.99200000'],
    ['USD/JPY', usdJpy, '0.10', '100', '10000.00000000', '100.00000000', '0.70000000', '700.00000000'],
    ['BTC/USDT', btcUsdt, '0.05', '20', '4564.22500000', '228.21125000', '0.35000000', '1597.47875000'],
    ['a fixed margin per lot', fixedMargin, '0.30', '', '87.32100000', '75.00000000', '2.10000000', '525.00000000'],
  ])('%s', (_, instrument, lots, leverage, value, margin, feePerLot, feeOfMargin) => {
    const { buy } = ask(instrument, { lots, leverage })
    expect([text(buy.cost?.contractValue), text(buy.cost?.margin), text(buy.cost?.fee)]).toEqual([value, margin, feePerLot])
    expect(text(ask(instrument, { lots, leverage }, null, shareOfMargin).buy.cost?.fee)).toBe(feeOfMargin)
  })

  test('a buy is worked out at the ask, a sell at the bid', () => {
    const spread = { ...eurUsd, quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16436' } }
    const { buy, sell } = ask(spread, { lots: '1', leverage: '100' })
    expect([text(buy.price), text(buy.cost?.margin)]).toEqual(['1.16436000', '1164.36000000'])
    expect([text(sell.price), text(sell.cost?.margin)]).toEqual(['1.16420000', '1164.20000000'])
  })
})

describe('the account after the order', () => {
  test('margin and fee leave the free margin, and risk is the stop-out level over the margin level', () => {
    const { buy } = ask(eurUsd, { lots: '0.20', leverage: '100' }, readAccount(figures, [], '1'))
    expect(text(buy.after?.freeMargin)).toBe('9765.74400000')
    // 50 × 232.856 ÷ 9,998.6, rounded up.
    expect(text(buy.after?.risk)).toBe('1.16444303')
    expect(buy.after?.missing).toBe(0n)
  })

  test('the spread is lost at once', () => {
    const spread = { ...eurUsd, quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16436' } }
    const { buy } = ask(spread, { lots: '1', leverage: '100' }, readAccount(figures, [], '1'))
    expect(text(buy.after?.freeMargin)).toBe('8812.64000000')
  })

  test('the stop-out price is where equity meets half of the margin', () => {
    const { buy, sell } = ask(eurUsd, { lots: '1', leverage: '100' }, readAccount(figures, [], '1'))
    // 9,993 + (p − 1.16428) × 100,000 = 582.14; the first price on the grid at which that is so.
    expect(text(buy.after?.stopOutPrice)).toBe('1.07017000')
    expect(text(sell.after?.stopOutPrice)).toBe('1.25839000')
  })

  test('open positions in the instrument move the stop-out price, their profit is not counted twice', () => {
    const held = {
      ...figures,
      balance: '9767.32',
      floatingProfit: '17.6',
      equity: '10017.60',
      usedMargin: '232.68',
      freeMargin: '9784.92',
    }
    const account = readAccount(held, [holdingOrder(eurUsd)], '1')
    const { buy, sell } = ask(eurUsd, { lots: '0.20', leverage: '100' }, account)
    // rest 9,998.60 + (p − 1.16340) × 20,000 + (p − 1.16428) × 20,000 = 232.768
    expect(text(buy.after?.stopOutPrice)).toBe('0.91969000')
    expect(sell.after?.stopOutPrice).toBeNull()
  })

  test('USD/JPY solves with the yen rate that moves along', () => {
    const { buy } = ask(usdJpy, { lots: '1', leverage: '100' }, readAccount(figures, [], '2'))
    const price = parseFixed(text(buy.after?.stopOutPrice) ?? '0')
    // 9,993 + 100,000 × (p − 156.842) ÷ p = 500
    expect(text(price)).toBe('143.24300000')
  })

  test('the missing amount is margin and fee beyond the free margin', () => {
    const { buy } = ask(eurUsd, { lots: '10', leverage: '100' }, readAccount(figures, [], '1'))
    expect(text(buy.after?.missing)).toBe('1712.80000000')
  })

  test('a visitor sees cost but no account', () => {
    expect(ask(eurUsd).buy.after).toBeNull()
  })
})

describe('take profit and stop loss', () => {
  test.each([
    ['a long', '1.16900', '1.16050', 'buy', true, false],
    ['a short', '1.16050', '1.16900', 'sell', false, true],
    ['neither', '1.16900', '1.16950', null, false, false],
  ])('values that fit %s lean to that side', (_, takeProfit, stopLoss, leaning, buyFits, sellFits) => {
    const summary = ask(eurUsd, { lots: '0.20', takeProfit: on(takeProfit), stopLoss: on(stopLoss) })
    expect([summary.leaning, fits(summary.buy), fits(summary.sell)]).toEqual([leaning, buyFits, sellFits])
  })

  test('the estimate is the profit at that price for the side that fits', () => {
    const long = ask(eurUsd, { lots: '0.20', takeProfit: on('1.16900'), stopLoss: on('1.16050') })
    expect([text(long.takeProfit?.money), text(long.stopLoss?.money)]).toEqual(['94.40000000', '-75.60000000'])
    expect([text(long.takeProfit?.pips), long.takeProfit?.percent]).toEqual(['47.20000000', null])
    const short = ask(eurUsd, { lots: '0.20', takeProfit: on('1.16050'), stopLoss: on('1.16900') })
    expect([text(short.takeProfit?.money), text(short.stopLoss?.money)]).toEqual(['75.60000000', '-94.40000000'])
  })

  test('USD/JPY is estimated at the yen rate of the target', () => {
    const { takeProfit } = ask(usdJpy, { lots: '1', leverage: '100', takeProfit: on('160.000') })
    // 3.158 × 100,000 ÷ 160
    expect(text(takeProfit?.money)).toBe('1973.75000000')
  })

  test('a switch that is off has no estimate', () => {
    expect(ask(eurUsd, { takeProfit: { isOn: false, unit: 'price', value: '1.16900' } }).takeProfit).toBeNull()
  })
})

describe('a stop in another unit', () => {
  const account = readAccount(figures, [], '1')
  test.each([
    ['pips', '37.8', '1.16050', '1.16806'],
    ['money', '75.60', '1.16050', '1.16806'],
    ['percent', '0.756', '1.16050', '1.16806'],
  ] as const)('a stop loss of %s %s stands at its own price on either side', (unit, value, long, short) => {
    const { buy, sell, leaning } = ask(eurUsd, { lots: '0.20', stopLoss: on(value, unit) }, account)
    expect([leaning, text(buy.stopLoss), text(sell.stopLoss)]).toEqual(['buy', `${long}000`, `${short}000`])
    expect([fits(buy), fits(sell)]).toEqual([true, true])
  })
  test('the same stop reads in all four units', () => {
    const { stopLoss } = ask(eurUsd, { lots: '0.20', stopLoss: on('1.16050') }, account)
    expect([stopLoss?.pips, stopLoss?.money, stopLoss?.percent].map(text)).toEqual(['-37.80000000', '-75.60000000', '-0.75600000'])
  })
  test('an amount that no price can bring is a problem of its own', () => {
    const { buy } = ask(eurUsd, { lots: '0.20', stopLoss: on('100000', 'money') }, account)
    expect([buy.stopProblem, buy.stopLoss]).toEqual(['STOP_LOSS_NO_PRICE', 0n])
  })
  test('the minimum distance counts from the price at which the order would close', () => {
    const wide = { ...eurUsd, minStopDistance: '0.0005', quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }
    const at = (price: string) => ask(wide, { stopLoss: on(price) }).buy
    expect(at('1.16370').stopProblem).toBeNull()
    expect(at('1.16371').stopProblem).toBe('STOP_LOSS_TOO_CLOSE')
    expect(at('1.16371').allowed.stopLoss).toEqual({ bound: 'at-most', price: parseFixed('1.16370') })
  })
})

describe('a pending order', () => {
  const wide = { ...eurUsd, quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }
  const pending = (target: string, change: Partial<TicketDraft> = {}) => ({
    kind: 'pending' as const,
    target,
    lots: '1',
    leverage: '100',
    ...change,
  })
  test.each([
    ['1.16000', 'limit', 'stop'],
    ['1.17000', 'stop', 'limit'],
    ['1.16425', 'limit', 'limit'],
    ['1.16430', null, 'limit'],
    ['1.16420', 'limit', null],
  ])('at %s is a buy %s and a sell %s', (target, buyKind, sellKind) => {
    const { buy, sell } = ask(wide, pending(target))
    expect([buy.pendingKind, sell.pendingKind]).toEqual([buyKind, sellKind])
    expect([buy.targetProblem, sell.targetProblem].map((problem) => problem === null)).toEqual([buyKind !== null, sellKind !== null])
  })
  test('binds the margin of its target on either side', () => {
    const { buy, sell } = ask(wide, pending('1.16000'))
    expect([buy, sell].map(({ price, cost }) => [text(price), text(cost?.margin)])).toEqual([
      ['1.16000000', '1160.00000000'],
      ['1.16000000', '1160.00000000'],
    ])
    expect([text(buy.distanceToMarket), text(sell.distanceToMarket)]).toEqual(['-0.00430000', '-0.00420000'])
  })
  test('in yen it is converted at its target', () => {
    expect(text(ask(usdJpy, pending('150.000')).buy.cost?.margin)).toBe('1000.00000000')
  })
  test('has its stops measured from the target', () => {
    const { buy, sell } = ask(wide, pending('1.16000', { stopLoss: on('1.16000') }))
    expect([buy.stopProblem, sell.stopProblem]).toEqual(['STOP_LOSS_WRONG_SIDE', 'STOP_LOSS_WRONG_SIDE'])
    expect(ask(wide, pending('1.16000', { stopLoss: on('1.15999') })).leaning).toBe('buy')
    expect(text(ask(wide, pending('1.16000', { stopLoss: on('50', 'pips') })).sell.stopLoss)).toBe('1.16500000')
  })
  test('is stopped out as if it were filled at its target, with the spread already lost', () => {
    const account = readAccount(figures, [], '1')
    const { buy } = ask(wide, pending('1.16000'), account)
    // 10,000 − 1,160 margin − 7 fee − 10 spread
    expect(text(buy.after?.freeMargin)).toBe('8823.00000000')
    // 9,993 + (p − 1.16) × 100,000 = 580
    expect(text(buy.after?.stopOutPrice)).toBe('1.06587000')
  })
  test('what is open in the instrument has the profit it will have at the target', () => {
    const held = {
      ...figures,
      balance: '9767.32',
      floatingProfit: '17.6',
      usedMargin: '232.68',
      freeMargin: '9784.92',
      equity: '10017.60',
    }
    const account = readAccount(held, [holdingOrder(eurUsd)], '1')
    // 9,767.32 − 11.6 − 0.07 + (1.15990 − 1.16340) × 20,000 − 0.1 spread
    expect(text(ask(wide, pending('1.16000', { lots: '0.01' }), account).buy.after?.freeMargin)).toBe('9685.55000000')
  })
})

describe('a size from risk', () => {
  const wide = { ...eurUsd, quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }
  const account = readAccount(figures, [], '1')
  const risk = (value: string, unit: 'money' | 'percent' = 'money', change: Partial<TicketDraft> = {}) =>
    ask(wide, { sizing: 'risk', risk: { unit, value }, stopLoss: on('1.16042'), ...change }, account)
  test('is the most lots whose loss at the stop, with spread and fee, stays inside', () => {
    const { buy } = risk('100')
    // 1 lot: 378 to the stop, 10 spread, 7 fee
    expect([text(buy.lots), text(buy.worst?.total)]).toEqual(['0.25000000', '98.75000000'])
    expect([buy.worst?.move, buy.worst?.spread, buy.worst?.fee].map(text)).toEqual(['94.50000000', '2.50000000', '1.75000000'])
  })
  test('percent is of the free balance', () => {
    expect(text(risk('1', 'percent').buy.lots)).toBe('0.25000000')
  })
  test('the side whose stop stands wrong has no size', () => {
    const { buy, sell, leaning } = risk('100')
    expect([leaning, sell.lots, sell.cost, sell.after]).toEqual(['buy', null, null, null])
    expect(buy.after?.missing).toBe(0n)
  })
  test('a stop in pips sizes both sides', () => {
    const { buy, sell } = risk('100', 'money', { stopLoss: on('38.8', 'pips') })
    expect([text(buy.lots), text(sell.lots)]).toEqual(['0.25000000', '0.25000000'])
  })
  test('a trailing stop alone is a stop at its distance', () => {
    const { buy } = risk('100', 'money', {
      stopLoss: { isOn: false, unit: 'price', value: '' },
      trailing: { isOn: true, unit: 'pips', value: '37.8' },
    })
    expect(text(buy.lots)).toBe('0.25000000')
  })
  test('too small a risk names the least that is possible', () => {
    const { buy } = risk('3.94')
    expect([buy.lots, text(buy.least?.total)]).toEqual([null, '3.95000000'])
  })
  test('take profit in money follows the size', () => {
    const { buy } = risk('100', 'money', { takeProfit: on('50', 'money') })
    expect(text(buy.takeProfit)).toBe('1.16630000')
  })
})

describe('fields that keep the order from being worked out', () => {
  const terms = readTerms(eurUsd)
  const draft = newDraft(terms)
  test.each([
    ['nothing typed', { lots: '' }, { kind: 'lots', problem: 'LOTS_UNREADABLE' }],
    ['lots below the minimum', { lots: '0.001' }, { kind: 'lots', problem: 'LOTS_TOO_SMALL' }],
    ['lots above the maximum', { lots: '101' }, { kind: 'lots', problem: 'LOTS_TOO_LARGE' }],
    ['lots between two steps', { lots: '0.015' }, { kind: 'lots', problem: 'LOTS_OFF_STEP' }],
    ['a take profit without a price', { takeProfit: on('') }, { kind: 'protection', name: 'takeProfit' }],
    ['a stop loss of zero, which is none', { stopLoss: on('0') }, null],
    ['a stop loss finer than the price grid', { stopLoss: on('1.160505') }, { kind: 'protection', name: 'stopLoss' }],
    ['a stop loss in pips of zero, which is none', { stopLoss: on('0.0', 'pips') }, null],
    ['a take profit of words', { takeProfit: on('soon') }, { kind: 'protection', name: 'takeProfit' }],
    ['a risk with a stop loss of zero', { sizing: 'risk', stopLoss: on('0') }, { kind: 'risk-stop' }],
    ['a pending order without a target', { kind: 'pending' }, { kind: 'target' }],
    ['a target finer than the price grid', { kind: 'pending', target: '1.160505' }, { kind: 'target' }],
    ['a trailing stop without a distance', { trailing: { isOn: true, unit: 'pips', value: '' } }, { kind: 'trailing', least: 1_000n }],
    ['nothing at risk', { sizing: 'risk', risk: { unit: 'money', value: '0' } }, { kind: 'risk' }],
    ['more at risk than there is', { sizing: 'risk', risk: { unit: 'percent', value: '100.01' } }, { kind: 'risk' }],
    ['a risk without a stop loss', { sizing: 'risk' }, { kind: 'risk-stop' }],
    ['a risk with a stop loss in money', { sizing: 'risk', stopLoss: on('50', 'money') }, { kind: 'risk-stop' }],
    ['a risk with a trailing stop', { sizing: 'risk', trailing: { isOn: true, unit: 'pips', value: '20.0' } }, null],
    ['a size from risk asks for no lots', { sizing: 'risk', lots: '', stopLoss: on('20.0', 'pips') }, null],
    ['a full ticket', { lots: '0.20', stopLoss: on('1.16050') }, null],
  ] as [string, Partial<TicketDraft>, unknown][])('%s', (_, change, problem) => {
    expect(draftProblem(terms, { ...draft, ...change })).toEqual(problem)
  })
  test('margin percent is one hundred over the leverage', () => {
    expect(formatFixed(marginPercent(terms, { ...draft, leverage: '200' }) ?? 0n, 2)).toBe('0.50')
    expect(marginPercent(readTerms(fixedMargin), draft)).toBeNull()
  })
})
