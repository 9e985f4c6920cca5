import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../contract/market'
import { formatFixed, parseFixed } from '../../../rules/decimal'
import { newDraft, type TicketDraft } from './ticket-draft'
import { btcUsdt, eurUsd, figures, fixedMargin, holdingOrder, usdJpy } from './ticket-fixtures'
import { draftProblem, marginPercent, summarise } from './ticket-summary'
import { readAccount, readBrokerTerms, readQuote, readTerms, type TicketAccount } from './ticket-terms'

const perLot = readBrokerTerms({ trade_fee_type: 1, stop_out_level: '50', stale_after_ms: 2000 })
const shareOfMargin = readBrokerTerms({ trade_fee_type: 2, stop_out_level: '50', stale_after_ms: 2000 })

function ask(instrument: Instrument, change: Partial<TicketDraft> = {}, account: TicketAccount | null = null, broker = perLot) {
  const terms = readTerms(instrument)
  const quote = readQuote(instrument.ForexQuotations, instrument.QuoteToUsdt)
  const summary = summarise({ terms, draft: { ...newDraft(terms), ...change }, quote, broker, account })
  if (summary === null) throw new Error('no summary')
  return summary
}

const text = (amount: bigint | null | undefined) => (amount == null ? null : formatFixed(amount))
const on = (price: string) => ({ isOn: true, price })

describe('the preview equals contract §4', () => {
  test.each([
    // instrument, lots, leverage, contract value, margin, fee per lot, fee as share of margin
    ['EUR/USD', eurUsd, '0.20', '100', '23285.60000000', '232.85600000', '1.40000000', '1629.99200000'],
    ['USD/JPY', usdJpy, '0.10', '100', '10000.00000000', '100.00000000', '0.70000000', '700.00000000'],
    ['BTC/USDT', btcUsdt, '0.05', '20', '4564.22500000', '228.21125000', '0.35000000', '1597.47875000'],
    ['a fixed margin per lot', fixedMargin, '0.30', '', '87.32100000', '75.00000000', '2.10000000', '525.00000000'],
  ])('%s', (_, instrument, lots, leverage, value, margin, feePerLot, feeOfMargin) => {
    const { buy } = ask(instrument, { lots, leverage })
    expect([text(buy.contractValue), text(buy.margin), text(buy.fee)]).toEqual([value, margin, feePerLot])
    expect(text(ask(instrument, { lots, leverage }, null, shareOfMargin).buy.fee)).toBe(feeOfMargin)
  })

  test('a buy is worked out at the ask, a sell at the bid', () => {
    const spread = { ...eurUsd, ForexQuotations: { ...eurUsd.ForexQuotations, Bid: '1.16420', Ask: '1.16436' } }
    const { buy, sell } = ask(spread, { lots: '1', leverage: '100' })
    expect([text(buy.price), text(buy.margin)]).toEqual(['1.16436000', '1164.36000000'])
    expect([text(sell.price), text(sell.margin)]).toEqual(['1.16420000', '1164.20000000'])
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
    const spread = { ...eurUsd, ForexQuotations: { ...eurUsd.ForexQuotations, Bid: '1.16420', Ask: '1.16436' } }
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
      all_fact_profits: '17.6',
      net_value: '10017.60',
      total_margin: '232.68',
      free_margin: '9784.92',
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
    expect([summary.leaning, summary.buy.fitsProtection, summary.sell.fitsProtection]).toEqual([leaning, buyFits, sellFits])
  })

  test('the estimate is the profit at that price for the side that fits', () => {
    const long = ask(eurUsd, { lots: '0.20', takeProfit: on('1.16900'), stopLoss: on('1.16050') })
    expect([text(long.takeProfit?.result), text(long.stopLoss?.result)]).toEqual(['94.40000000', '-75.60000000'])
    expect(text(long.takeProfit?.distance)).toBe('0.00472000')
    const short = ask(eurUsd, { lots: '0.20', takeProfit: on('1.16050'), stopLoss: on('1.16900') })
    expect([text(short.takeProfit?.result), text(short.stopLoss?.result)]).toEqual(['75.60000000', '-94.40000000'])
  })

  test('USD/JPY is estimated at the yen rate of the target', () => {
    const { takeProfit } = ask(usdJpy, { lots: '1', leverage: '100', takeProfit: on('160.000') })
    // 3.158 × 100,000 ÷ 160
    expect(text(takeProfit?.result)).toBe('1973.75000000')
  })

  test('a switch that is off has no estimate', () => {
    expect(ask(eurUsd, { takeProfit: { isOn: false, price: '1.16900' } }).takeProfit).toBeNull()
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
    ['a stop loss of zero', { stopLoss: on('0') }, { kind: 'protection', name: 'stopLoss' }],
    ['a stop loss finer than the price grid', { stopLoss: on('1.160505') }, { kind: 'protection', name: 'stopLoss' }],
    ['a full ticket', { lots: '0.20', stopLoss: on('1.16050') }, null],
  ])('%s', (_, change, problem) => {
    expect(draftProblem(terms, { ...draft, ...change })).toEqual(problem)
  })
  test('margin percent is one hundred over the leverage', () => {
    expect(formatFixed(marginPercent(terms, { ...draft, leverage: '200' }) ?? 0n, 2)).toBe('0.50')
    expect(marginPercent(readTerms(fixedMargin), draft)).toBeNull()
  })
})
