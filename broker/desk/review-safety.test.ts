/** What stands between a slip or a thief and money: bounds, two people above what was declared, and nothing out of a frozen account. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freezeTrader, thawTrader } from '../../contract/desk/people'
import { decideDeposit, decideWithdrawal, getDeskDeposit, getDeskWithdrawal } from '../../contract/desk/reviews'
import { cancelWithdrawal } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { askForPayout, declareDeposit, declareWire } from '../../tests/fixtures/review-items'
import { auditBooks } from '../audit/audit-books'
import { getAccount } from '../ledger/open-account'

let world: World
let finance: TestOperator
let other: TestOperator
let support: TestOperator
beforeAll(async () => {
  world = await createWorld({ tenants: { aurora: { wallet: { methodHoldHours: 0 } } } as never })
  finance = await openOperator(world, { roles: ['finance'] })
  other = await openOperator(world, { roles: ['finance'] })
  support = await openOperator(world, { roles: ['support', 'compliance'] })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  const findings = (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings)
  expect(findings).toEqual([])
  expect(world.complaints).toEqual([])
  await world.close()
})

const account = async ({ id }: RealTrader) => {
  const row = await world.broker.database.withTenant('aurora', (tx) => getAccount(tx, 'aurora', BigInt(id)))
  return [row?.balance, row?.lockedWithdrawal].map((amount) => Number(amount) / 1e8)
}
const approve = (operator: TestOperator, id: string, amount?: string) =>
  operator.call(decideDeposit, { id, decision: 'approve', ...(amount === undefined ? {} : { amount, reason: 'That is what arrived.' }) })

describe('a balance', () => {
  test.each([
    ['100.001', 'AMOUNT_TOO_PRECISE', { decimals: '2', example: '250.75', parameter: 'amount' }],
    ['90000000000.01', 'AMOUNT_TOO_LARGE', { max: '90000000000', parameter: 'amount' }],
    ['92233720368.54775808', 'NUMBER_TOO_LARGE', { max: '92233720368.54775807', parameter: 'amount' }],
    ['10000000000.01', 'BALANCE_TOO_LARGE', { max: '10000000000' }],
  ])('is not filled with %s: %s', async (amount, outcome, details) => {
    const trader = await world.realTrader()
    const id = await declareDeposit(world, trader, '100')
    expect(await approve(finance, id, amount)).toMatchObject({ status: 200, outcome, details })
    expect((await finance.call(getDeskDeposit, { id })).data).toMatchObject({ status: 0, first_approved_by: null })
  })

  test('is not filled by a wire that is too large at its rate, and says so before anybody has approved', async () => {
    const trader = await world.realTrader()
    const id = await declareWire(world, trader, 'EUR', '90000000000')
    expect((await approve(finance, id)).outcome).toBe('BALANCE_TOO_LARGE')
    expect((await finance.call(decideDeposit, { id, decision: 'reject', reason: 'No such wire.' })).outcome).toBe('ok')
  })

  test('is filled up to its bound and not a cent further, money on its way out counted in', async () => {
    const trader = await world.realTrader()
    await fund(world, trader, '9999999999.99')
    await askForPayout(trader, '9999999999.99')
    const cent = await declareDeposit(world, trader, '0.01')
    const two = await declareDeposit(world, trader, '0.02')
    expect((await approve(finance, two)).outcome).toBe('BALANCE_TOO_LARGE')
    expect((await approve(finance, cent)).outcome).toBe('ok')
    expect(await account(trader)).toEqual([0.01, 9999999999.99])
  })
})

describe('a credit above what was declared', () => {
  test('by more than one percent takes two, whatever the company’s limit is', async () => {
    const trader = await world.realTrader()
    const id = await declareDeposit(world, trader, '1')
    expect((await approve(finance, id, '5000')).data).toEqual({ outcome: 'approved_once' })
    expect(await account(trader)).toEqual([0, 0])
    expect((await finance.call(getDeskDeposit, { id })).data).toMatchObject({ needs_two: true, first_approved_amount: '5000.00000000' })
    expect((await approve(finance, id, '5000')).outcome).toBe('DESK_SAME_PERSON')
    expect((await approve(finance, id)).outcome).toBe('DESK_SAME_PERSON')
    expect((await approve(other, id, '5000')).data).toEqual({ outcome: 'completed' })
    expect(await account(trader)).toEqual([5000, 0])
  })

  test('of another sum than the first approved is a first approval of its own', async () => {
    const trader = await world.realTrader()
    const id = await declareDeposit(world, trader, '10')
    expect((await approve(finance, id, '20')).data).toEqual({ outcome: 'approved_once' })
    expect((await approve(other, id, '30')).data).toEqual({ outcome: 'approved_once' })
    expect((await approve(other, id, '30')).outcome).toBe('DESK_SAME_PERSON')
    expect((await approve(finance, id, '30')).data).toEqual({ outcome: 'completed' })
    expect(await account(trader)).toEqual([30, 0])
  })

  test('by no more than one percent is one person’s', async () => {
    const trader = await world.realTrader()
    const id = await declareDeposit(world, trader, '100')
    expect((await approve(finance, id, '101')).data).toEqual({ outcome: 'completed' })
  })

  test('of 30 who race, one approves first, one completes, and one credit follows', async () => {
    const trader = await world.realTrader()
    const id = await declareDeposit(world, trader, '1')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => approve(index % 2 ? finance : other, id, '777')))
    const outcomes = answers.map(({ outcome, data }) => (outcome === 'ok' ? data.outcome : outcome))
    expect(outcomes.filter((one) => one === 'approved_once')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'completed')).toHaveLength(1)
    expect(await account(trader)).toEqual([777, 0])
  })
})

describe('from a frozen account', () => {
  const freeze = async ({ id }: RealTrader) => {
    expect((await support.call(freezeTrader, { id, reason: 'A stranger asked for the money.' })).outcome).toBe('ok')
  }
  const decide = (operator: TestOperator, id: string, decision: 'approve' | 'reject' | 'invalid') =>
    operator.call(decideWithdrawal, { id, decision, ...(decision === 'approve' ? {} : { reason: 'The owner did not ask for it.' }) })

  async function waiting(isHalfApproved: boolean): Promise<{ trader: RealTrader; id: string }> {
    const trader = await world.realTrader()
    await fund(world, trader, '100')
    const id = await askForPayout(trader, '60')
    if (isHalfApproved) expect((await decide(finance, id, 'approve')).data).toEqual({ outcome: 'approved_once' })
    await freeze(trader)
    return { trader, id }
  }

  describe.each([
    ['unapproved', false],
    ['half approved', true],
  ])('a withdrawal that is %s', (_, isHalfApproved) => {
    test('is not approved until it is unfrozen, and then goes its way', async () => {
      const { trader, id } = await waiting(isHalfApproved)
      const refusal = await other.call(decideWithdrawal, { id, decision: 'approve' }, { headers: { lang: 'en' } })
      expect(refusal.outcome).toBe('DESK_ACCOUNT_FROZEN')
      expect(refusal.msg).toContain('frozen')
      expect(await account(trader)).toEqual([40, 60])
      const { data } = await finance.call(getDeskWithdrawal, { id })
      expect([data.status, data.first_approved_by]).toEqual([0, isHalfApproved ? finance.actor : null])
      expect((await support.call(thawTrader, { id: trader.id, reason: 'It was the owner.' })).outcome).toBe('ok')
      if (!isHalfApproved) expect((await decide(finance, id, 'approve')).data).toEqual({ outcome: 'approved_once' })
      expect((await decide(other, id, 'approve')).data).toEqual({ outcome: 'completed' })
      expect(await account(trader)).toEqual([40, 0])
    })

    test.each(['reject', 'invalid'] as const)('is given back: %s', async (decision) => {
      const { trader, id } = await waiting(isHalfApproved)
      expect((await decide(other, id, decision)).outcome).toBe('ok')
      expect(await account(trader)).toEqual([100, 0])
    })

    test('is not taken back by whoever held the sessions, and by its owner once it is unfrozen', async () => {
      const { trader, id } = await waiting(isHalfApproved)
      expect((await trader.call(cancelWithdrawal, { id })).outcome).toBe('SESSION_INVALID')
      expect(await account(trader)).toEqual([40, 60])
      expect((await decide(finance, id, 'invalid')).outcome).toBe('ok')
    })

    test('and a freeze at the same instant ends either paid before it or not paid', async () => {
      const trader = await world.realTrader()
      await fund(world, trader, '100')
      const id = await askForPayout(trader, '60')
      await decide(finance, id, 'approve')
      const [paid] = await Promise.all([decide(other, id, 'approve'), freeze(trader)])
      expect(['ok', 'DESK_ACCOUNT_FROZEN']).toContain(paid.outcome)
      expect(await account(trader)).toEqual(paid.outcome === 'ok' ? [40, 0] : [40, 60])
    })
  })
})
