/** What a provider's fill may be held against without the provider: mark-up, price, bound, and numbers that are told once. */
import { describe, expect, test } from 'vitest'
import { isProviderFill, type ProviderFill, ProviderFills } from './provider-fills'
import type { ReceiptFacts } from './receipt-facts'
import type { InstrumentInForce } from './terms-in-force'

const TERMS: InstrumentInForce = {
  ...{ price_precision: 5, quote_currency: 'USD', margin_mode: 'leveraged', contract_size: '100000', fee_rate: '0', spread: '0' },
  ...{ overnight: null, calendar: 'forex', feeType: 'per-lot', stopOutLevel: '50', since: 0, hash: '', mode: 'normal', mark_up: '0.0002' },
}
const FILL = {
  ...{ broker: 'aurora', account: '1', event: 'order_opened', order: '5', parent: null, instrument: 'EURUSD', side: 'buy', lots: '1' },
  ...{ leverage: '100', requested_price: '1.2', price: '1.20020', quote: null, ticks_hash: null, margin: '1200.20000000', fee: '0' },
  ...{ profit: null, conversion_rate: '1', stop_loss: '0', take_profit: '0', trailing_distance: '0', reason: 'market', funding: null },
  ...{ isProvider: true, balance_after: '0', previous: '', at: 10 },
  provider: { name: 'prime', order: '9', exec_ids: ['e1'], price: '1.2', mark_up: '0.0002' },
} satisfies ReceiptFacts as ProviderFill
/** Reserved at 1.20120. */
const { provider: _none, ...ASKED } = FILL
const SENT: ReceiptFacts = { ...ASKED, event: 'order_sent', price: null, margin: '1201.20000000', at: 1 }

function differenceOf(change: Partial<ProviderFill>, before: readonly ReceiptFacts[] = [SENT], terms = TERMS) {
  const fills = new ProviderFills()
  for (const facts of before) fills.learn(facts)
  return fills.difference({ ...FILL, ...change } as ProviderFill, terms)
}
const at = (price: string, markUp = '0.0002') => ({ ...FILL.provider, price, mark_up: markUp })
const CLOSED = { event: 'order_closed', price: '1.19980' } as const

describe('a fill at a provider', () => {
  test.each<[string, Partial<ProviderFill>]>([
    ['bought at the price and the mark-up', {}],
    ['sold at the price less the mark-up', { side: 'sell', price: '1.19980', margin: '1199.80000000' }],
    ['a long position closed', CLOSED],
    ['a short position closed', { ...CLOSED, side: 'sell', price: '1.20020' }],
    ['at the worst price that was reserved for', { provider: at('1.201'), price: '1.20120' }],
    ['a limit at its price', { reason: 'limit', requested_price: '1.20020' }],
    ['a take profit at its price', { ...CLOSED, reason: 'take_profit', take_profit: '1.19980' }],
  ])('is as it was asked for: %s', (_name, change) => {
    const sent = change.side === 'sell' ? { ...SENT, side: 'sell' as const, margin: '1198.80000000' } : SENT
    expect(differenceOf(change, [sent])).toBeNull()
  })

  test.each<[string, Partial<ProviderFill>, string, string]>([
    ['another mark-up than the terms have', { provider: at('1.2', '0.0003'), price: '1.20030' }, 'mark_up', '0.0002'],
    ['more than the mark-up', { price: '1.20021' }, 'price', '1.20020'],
    ['beyond what was reserved for', { provider: at('1.20101'), price: '1.20121' }, 'slippage', '1201.20000000'],
    ['a limit worse than its price', { reason: 'limit', requested_price: '1.20019' }, 'slippage', '1.20019'],
    ['a take profit worse than its price', { ...CLOSED, reason: 'take_profit', take_profit: '1.19981' }, 'slippage', '1.19981'],
    ['no number of the provider', { provider: { ...FILL.provider, exec_ids: [] } }, 'exec_ids', 'at least one'],
  ])('differs: %s', (_name, change, fact, expected) => {
    expect(differenceOf(change)).toMatchObject({ fact, expected })
  })

  test('a number of the provider stands under one fill, however often that is read', () => {
    expect(differenceOf({}, [SENT, FILL])).toBeNull()
    expect(differenceOf({}, [SENT, { ...FILL, order: '4' }])).toMatchObject({ fact: 'exec_ids', stated: 'prime e1' })
    expect(differenceOf({}, [SENT, { ...FILL, order: '4', provider: { ...FILL.provider, name: 'other' } }])).toBeNull()
  })

  test('is told of receipts of fills alone', () => {
    expect([FILL, SENT, { ...FILL, price: null }].map((facts) => isProviderFill(facts as ReceiptFacts))).toEqual([true, false, false])
  })
})
