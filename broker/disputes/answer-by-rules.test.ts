/** What the rules answer about one fill, as a table: same, different, and unknown where nothing may be decided. */
import { describe, expect, test } from 'vitest'
import type { RulesAnswer } from '../../contract/challenges'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { type TickRecord, ticksHash } from '../receipts/ticks'
import { answerByRules, type FillBody, isFill } from './answer-by-rules'

type Kept = Parameters<typeof answerByRules>[0]

const tick = (values: Partial<TickRecord> = {}): TickRecord => ({
  ...{ source: 'lp', symbol: 'EURUSD', seq: '7', time: 1_000, arrived_at: 1_005, verdict: 'accepted' },
  ...{ bid: '1.1', ask: '1.1002', last: '1.1' },
  ...values,
})

const STANDARD: FillBody = {
  ...{ v: 1, broker: 'aurora', demo_account: false, account: '1', order: '5', parent: null, instrument: 'EURUSD', side: 'buy' },
  ...{ event: 'order_opened', kind: null, lots: '1', leverage: '100', requested_price: null, price: '1.10020' },
  ...{ margin: '1100.20000000', fee: '0.00000000', profit: null, conversion_rate: '1' },
  ...{ stop_loss: '0.00000', take_profit: '0.00000', trailing_distance: '0', reason: 'market', ticks_hash: null },
  quote: { bid: '1.1', ask: '1.1002', last: '1.1', source: 'lp', symbol: 'EURUSD', seq: '7', time: 1_000, age_ms: 5 },
  ...{ ledger: [], balance_after: '0.00000000', previous: '', at: 1_010, key_id: 'k' },
}
const CLOSED: Partial<FillBody> = { event: 'order_closed', price: '1.10000', reason: 'manual', profit: '0.00000000' }
const PENDING: Partial<FillBody> = { kind: 'limit', reason: 'limit', requested_price: '1.10050' }

interface Case {
  readonly body?: Partial<FillBody>
  readonly ticks?: readonly TickRecord[]
  readonly kept?: Partial<Kept>
}

function answer({ body = {}, ticks = [tick()], kept = {} }: Case): RulesAnswer {
  const told = { ...STANDARD, ticks_hash: ticksHash(ticks), ...body }
  if (!isFill(told)) throw new Error('a case of the table is a fill')
  const text = canonicalText(told)
  const terms = [{ spread: '0.0002', price_precision: 5 }]
  const rest = { terms, staleAfterMs: 5_000, contractSize: 100_000n * 10n ** 8n, conversionRate: '1' }
  return answerByRules({ text, hash: sha256Hex(text), body: told, ticks, ...rest, ...kept })
}

const failedOf = ({ checks }: RulesAnswer) => checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
const oneSided = { bid: '1.1001', ask: '1.1001', last: '1.1001' }
const provider = { name: 'lp', order: '9', exec_ids: ['e1'], price: '1.10000', mark_up: '0.0003' }

describe('the same', () => {
  test.each<[string, Case]>([
    ['a buy opened at the ask', {}],
    ['a sell opened at the bid', { body: { side: 'sell', price: '1.10000' } }],
    ['a buy closed at the bid', { body: CLOSED }],
    ['a sell closed at the ask', { body: { ...CLOSED, side: 'sell', price: '1.10020' } }],
    ['a limit at its price', { body: { ...PENDING, requested_price: '1.10020' } }],
    ['a stop at its price', { body: { ...PENDING, kind: 'stop', reason: 'stop', requested_price: '1.10020' } }],
    ['a stop loss that was reached', { body: { ...CLOSED, reason: 'stop_loss', stop_loss: '1.10000' } }],
    ['a take profit that was reached', { body: { ...CLOSED, reason: 'take_profit', take_profit: '1.09990' } }],
    ['the spread of the terms round one price', { ticks: [tick(oneSided)] }],
    [
      'the second of two terms',
      {
        ticks: [tick(oneSided)],
        kept: {
          terms: [
            { spread: '0.0004', price_precision: 5 },
            { spread: '0.0002', price_precision: 5 },
          ],
        },
      },
    ],
    ['a provider’s price with its mark-up', { body: { provider, price: '1.10030' } }],
    [
      'a demo account started over at an old price',
      { body: { ...CLOSED, reason: 'demo_reset', quote: { ...STANDARD.quote, age_ms: 90_000 } } },
    ],
    ['without terms, a spread that lies round the tick', { ticks: [tick(oneSided)], kept: { terms: [] } }],
  ])('%s', (_name, given) => {
    const told = answer(given)
    expect([told.verdict, failedOf(told), told.credit]).toEqual(['same', [], '0.00000000'])
    expect(told.expected).toBe(told.stated)
  })
})

describe('different', () => {
  test.each<[string, Case, readonly string[], string, string]>([
    ['a buy opened a pip too high', { body: { price: '1.10030' } }, ['price'], '1.10020', '10.00000000'],
    ['a sell opened a pip too low', { body: { side: 'sell', price: '1.09990' } }, ['price'], '1.10000', '10.00000000'],
    ['a buy closed a pip too low', { body: { ...CLOSED, price: '1.09990' } }, ['price'], '1.10000', '10.00000000'],
    ['a fill that was too good', { body: { price: '1.10010' } }, ['price'], '1.10020', '-10.00000000'],
    [
      'a wider spread than the terms have',
      { body: { price: '1.10040', quote: { ...STANDARD.quote, bid: '1.0998', ask: '1.1004' } }, ticks: [tick(oneSided)] },
      ['sides', 'price'],
      '1.10020',
      '20.00000000',
    ],
    [
      'a spread that does not lie round the tick, without terms',
      {
        body: { quote: { ...STANDARD.quote, bid: '1.1002', ask: '1.1004' }, price: '1.10040' },
        ticks: [tick(oneSided)],
        kept: { terms: [] },
      },
      ['sides', 'price'],
      '1.10020',
      '20.00000000',
    ],
    ['a provider’s price with more than its mark-up', { body: { provider, price: '1.10040' } }, ['price'], '1.10030', '10.00000000'],
  ])('%s', (_name, given, failed, expected, credit) => {
    const told = answer(given)
    expect(told).toMatchObject({ verdict: 'different', expected, credit })
    expect(failedOf(told)).toEqual(failed)
  })

  test.each<[string, Case, string]>([
    ['an old quote', { body: { quote: { ...STANDARD.quote, age_ms: 5_001 } } }, 'age'],
    ['a limit that was not reached', { body: { ...PENDING, requested_price: '1.10010' } }, 'trigger'],
    ['a stop loss a point away', { body: { ...CLOSED, reason: 'stop_loss', stop_loss: '1.09999' } }, 'trigger'],
    ['a take profit a point away', { body: { ...CLOSED, reason: 'take_profit', take_profit: '1.10001' } }, 'trigger'],
    [
      'a take profit where the stop loss was passed',
      { body: { ...CLOSED, reason: 'take_profit', take_profit: '1.09990', stop_loss: '1.10000' } },
      'trigger',
    ],
  ])('not due at all, so that no price is named: %s', (_name, given, failed) => {
    const told = answer(given)
    expect(told).toMatchObject({ verdict: 'different', expected: '', credit: '' })
    expect(failedOf(told)).toEqual([failed])
  })
})

describe('unknown, for neither side', () => {
  test.each<[string, Case, string]>([
    ['a text that is not the one of its hash', { kept: { hash: 'f'.repeat(64) }, body: { price: '1.10030' } }, 'receipt'],
    ['no ticks are kept', { ticks: [] }, 'ticks'],
    ['a receipt that names no ticks', { body: { ticks_hash: null } }, 'ticks'],
    ['other ticks than those that were signed', { body: { ticks_hash: 'a'.repeat(64) } }, 'ticks'],
    ['the last tick is of another number', { ticks: [tick({ seq: '8' })] }, 'tick'],
    ['the last tick is of another source', { ticks: [tick({ source: 'other' })] }, 'tick'],
    ['the last tick was held back', { ticks: [tick({ verdict: 'quarantined' })] }, 'tick'],
  ])('%s', (_name, given, check) => {
    const told = answer(given)
    expect(told).toMatchObject({ verdict: 'unknown', expected: '', credit: '', stated: given.body?.price ?? STANDARD.price })
    expect(told.checks.find(({ name }) => name === check)?.outcome).not.toBe('passed')
    expect(told.checks.map(({ name }) => name)).not.toContain('price')
  })

  test('the stop-out of an account is told from no single receipt', () => {
    const told = answer({ body: { ...CLOSED, reason: 'stop_out' } })
    expect(told.checks.find(({ name }) => name === 'trigger')?.outcome).toBe('not_checked')
  })
})
