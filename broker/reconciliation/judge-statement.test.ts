import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RATE_ONE } from '../../rules/conversion'
import { parseFixed } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { judgeStatement, type OurDay } from './judge-statement'
import type { Statement } from './read-statement'

const f = parseFixed
const position = (quantity: string, close: string) => ({ code: 'XAUUSD', quantity: f(quantity), close: f(close), rate: RATE_ONE })
const statement = (change: Partial<Statement> = {}): Statement => ({
  ...{ opening: f('1000'), closing: f('1000'), trades: [], swaps: [], commissions: [], transfers: [] },
  positions: [position('0', '2660')],
  ...change,
})
const day = (change: Partial<OurDay> = {}): OurDay => ({
  ...{ held: new Map(), changes: [], differing: [], nightsOf: () => 1, rateOf: () => RATE_ONE },
  before: { closing: f('1000'), positions: [position('0', '2650')] },
  ...change,
})
const found = (given: Statement, ours: OurDay, agreed: Parameters<typeof judgeStatement>[2] = { swap: {} }) =>
  judgeStatement(given, ours, agreed).charges.map(
    ({ kind, ours: own, theirs }) => `${kind} ${own === null ? '-' : formatAmount(own)} / ${formatAmount(theirs)}`,
  )

test('what is carried over the night and what was dealt make the balance, whatever it opened or closed', () => {
  const held = new Map([['XAUUSD', f('5')]])
  const changes = [{ code: 'XAUUSD', quantity: f('-5'), price: f('2658'), isTakenBack: false }]
  const before = { closing: f('1000'), positions: [position('5', '2650')] }
  // 5 × (2660 − 2650) − 5 × (2660 − 2658)
  const given = statement({ closing: f('1040') })
  expect(found(given, day({ held, changes, before }))).toEqual([])
  expect(found(statement({ closing: f('1041') }), day({ held, changes, before }))).toEqual(['not_explained - / 1.00000000'])
})

test('a trade that differs explains its part, and only what is left is not explained', () => {
  const ours = { quantity: f('5'), price: f('2658.34'), time: 0 }
  const differing = [
    { kind: 'price', root: 'a', execId: 'a', code: 'XAUUSD', side: 'sell', ours, theirs: { ...ours, price: f('2658.22') } },
  ] as const
  const changes = [{ code: 'XAUUSD', quantity: f('-5'), price: f('2658.34'), isTakenBack: false }]
  const positions = [position('-5', '2660')]
  const closing = f('1000') + 5n * (f('2658.22') - f('2660'))
  expect(found(statement({ positions, closing }), day({ changes, differing }))).toEqual([])
  expect(found(statement({ positions, closing: closing - f('0.5') }), day({ changes, differing }))).toEqual([
    'not_explained - / -0.50000000',
  ])
})

test('swap and commission are held against what is agreed, and what is not agreed is a row', () => {
  const held = new Map([['XAUUSD', f('10')]])
  const before = { closing: f('1000'), positions: [position('10', '2660')] }
  const swaps = [{ code: 'XAUUSD', amount: f('-3.30') }]
  const given = statement({ positions: [position('10', '2660')], closing: f('996.70'), swaps })
  const swap = { XAUUSD: { long: '-0.11', short: '0.02', tripleDay: 'wednesday' } } as const
  expect(found(given, day({ held, before, nightsOf: () => 3 }), { swap })).toEqual([])
  expect(found(given, day({ held, before }), { swap })).toEqual(['swap -1.10000000 / -3.30000000'])
  expect(found(given, day({ held, before }))).toEqual(['swap - / -3.30000000'])
  const dealt = [{ code: 'XAUUSD', quantity: f('10'), price: f('2660'), isTakenBack: false }]
  const charged = statement({
    positions: [position('10', '2660')],
    commissions: [{ code: 'XAUUSD', amount: f('-0.80') }],
    closing: f('999.20'),
  })
  // 26,600 USDT dealt, 25 a million.
  expect(found(charged, day({ changes: dealt }), { swap: {}, commissionPerMillion: '25' })).toEqual([
    'commission -0.66500000 / -0.80000000',
  ])
})

test('money that was moved is a row, and the first statement is compared with no balance', () => {
  const transfers = [f('500')]
  expect(found(statement({ transfers, closing: f('1500') }), day())).toEqual(['transfer - / 500.00000000'])
  const first = judgeStatement(statement({ closing: f('1234') }), day({ before: null }), { swap: {} })
  expect([first.ours.opening, first.rest, first.charges]).toEqual([null, null, []])
})

test('an opening balance that is not the last closing one is not explained', () =>
  expect(found(statement({ opening: f('990'), closing: f('990') }), day())).toEqual(['not_explained - / -10.00000000']))

test('the closing balances differ by exactly what the rows come to', () => {
  const cents = fc.bigInt(-1_000_000n, 1_000_000n).map((cents) => cents * 1_000_000n)
  fc.assert(
    fc.property(cents, cents, cents, cents, cents, (closing, swap, commission, transfer, carried) => {
      const given = statement({
        ...{ closing: f('1000') + closing, transfers: transfer === 0n ? [] : [transfer] },
        ...{ swaps: [{ code: 'XAUUSD', amount: swap }], commissions: [{ code: 'XAUUSD', amount: commission }] },
      })
      const before = { closing: f('1000') + carried, positions: [position('0', '2650')] }
      const { ours, theirs, charges } = judgeStatement(given, day({ before }), { swap: {} })
      const own = (ours.opening ?? 0n) + (ours.result ?? 0n) + ours.swap + ours.commission
      const rows = charges.reduce((sum, row) => sum + row.theirs - (row.ours ?? 0n), 0n)
      expect(theirs.closing - own).toBe(rows)
    }),
  )
})
