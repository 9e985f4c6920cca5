import { describe, expect, test } from 'vitest'
import { TenantTrading } from '../../contract/tenant/trading'
import { parseFixed } from '../../rules/decimal'
import { CATALOGUE } from './catalogue'
import { executionTerms, routeProblems } from './execution-terms'

const company = (id: string, trading: object) => ({ id, trading: TenantTrading.parse(trading) })
const termsOf = (execution: object, code: string) => {
  const instrument = CATALOGUE.find((one) => one.code === code)
  if (instrument === undefined) throw new Error(`no ${code}`)
  return executionTerms(company('one', { execution }), instrument)
}
const HEDGED = { model: 'hedged', provider: 'prime' }

describe('who stands against an order', () => {
  test.each<[string, object, string, object]>([
    ['nothing said', {}, 'EURUSD', { model: 'internal' }],
    ['its category', { forex: HEDGED }, 'EURUSD', { model: 'hedged', provider: 'prime' }],
    ['another category', { forex: HEDGED }, 'XAUUSD', { model: 'internal' }],
    ['itself before its category', { forex: HEDGED, EURUSD: { model: 'internal' } }, 'EURUSD', { model: 'internal' }],
    ['hedged without thresholds', { EURUSD: HEDGED }, 'EURUSD', { cover: { amount: 0n, afterMs: null } }],
    ['a time alone', { EURUSD: { ...HEDGED, cover: { afterMs: 500 } } }, 'EURUSD', { cover: { amount: null, afterMs: 500 } }],
    [
      'both',
      { EURUSD: { ...HEDGED, cover: { amount: '1000', afterMs: 500 } } },
      'EURUSD',
      { cover: { amount: parseFixed('1000'), afterMs: 500 } },
    ],
    [
      'stp',
      { EURUSD: { model: 'stp', provider: 'prime', markUp: '0.0001' } },
      'EURUSD',
      { model: 'stp', markUp: parseFixed('0.0001'), whenProviderDown: 'close-only', cover: { amount: null, afterMs: null } },
    ],
  ])('%s', (_, execution, code, terms) => expect(termsOf(execution, code)).toMatchObject(terms))

  test.each([
    ['hedged without a provider', { model: 'hedged' }],
    ['internal with one', { model: 'internal', provider: 'prime' }],
    ['a mark-up that is not stp', { ...HEDGED, markUp: '0.1' }],
    ['a key that is not known', { ...HEDGED, markup: '0.1' }],
  ])('%s is refused', (_, entry) => expect(TenantTrading.safeParse({ execution: { EURUSD: entry } }).success).toBe(false))
})

describe('an entry that cannot be followed', () => {
  const providers = new Map<string, { symbols: Record<string, string> }>([
    ['prime', { symbols: { EURUSD: 'EUR/USD', XAUUSD: 'XAU/USD' } }],
    ['other', { symbols: { EURUSD: 'EURUSD' } }],
  ])
  const problems = (...companies: ReturnType<typeof company>[]) => routeProblems(companies, CATALOGUE, providers)

  test('none where the provider deals in it', () => {
    expect(
      problems(
        company('a', { execution: { EURUSD: HEDGED, metals: { model: 'internal' } } }),
        company('b', { execution: { EURUSD: HEDGED } }),
      ),
    ).toEqual([])
  })

  test('a provider that is not there, or does not deal in it, is named with its place', () => {
    const found = problems(company('a', { execution: { EURUSD: { model: 'stp', provider: 'nobody' }, XAGUSD: HEDGED } }))
    expect(found.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
      'trading.execution.EURUSD.provider: there is no provider "nobody" for EURUSD',
      'trading.execution.XAGUSD.provider: "prime" has no name for XAGUSD',
    ])
  })

  test('of two companies that name different providers the later one is refused', () => {
    const [a, b] = [
      company('a', { execution: { EURUSD: HEDGED } }),
      company('b', { execution: { EURUSD: { ...HEDGED, provider: 'other' } } }),
    ]
    expect(problems(a, b)).toEqual([
      expect.objectContaining({
        tenantId: 'b',
        code: 'EURUSD',
        owner: 'a',
        reason: 'a trades EURUSD with "prime"; an instrument has one provider, not "other" besides',
      }),
    ])
  })

  test('what a company does not offer needs no way', () => {
    expect(problems(company('a', { instruments: ['XAUUSD'], execution: { EURUSD: { model: 'hedged', provider: 'nobody' } } }))).toEqual([])
  })
})
