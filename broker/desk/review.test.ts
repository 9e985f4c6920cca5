/** Deciding about money at the desk: once, by those who may, by two where two are needed, and told to whom it concerns. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDeposits } from '../../contract/deposits'
import {
  claimReview,
  decideDeposit,
  decideIdentity,
  decideWithdrawal,
  getDeskDeposit,
  getDeskIdentity,
  getDeskPicture,
  getDeskWithdrawal,
  listDeskDeposits,
  listDeskIdentity,
  listDeskWithdrawals,
} from '../../contract/desk/reviews'
import { submitRealName } from '../../contract/identity'
import { getBalance, listNotices } from '../../contract/wallet'
import { cancelWithdrawal, listWithdrawals } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { jpeg, uploaded } from '../../tests/fixtures/pictures'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { askForPayout, declareDeposit } from '../../tests/fixtures/review-items'
import { auditBooks } from '../audit/audit-books'
import { IDENTITY_LOOKS_PER_HOUR } from './desk-pictures'

let world: World
let finance: TestOperator
let other: TestOperator
let support: TestOperator
let compliance: TestOperator
beforeAll(async () => {
  world = await createWorld({ tenants: { aurora: { wallet: { methodHoldHours: 0 } } } as never })
  finance = await openOperator(world, { roles: ['finance'] })
  other = await openOperator(world, { roles: ['finance'] })
  support = await openOperator(world, { roles: ['support'] })
  compliance = await openOperator(world, { roles: ['compliance'] })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  const findings = (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings)
  expect(findings).toEqual([])
  expect(world.complaints).toEqual([])
  await world.close()
})

const sendIn = (trader: RealTrader, number: string, picture?: Uint8Array) => declareDeposit(world, trader, number, picture)

const balances = async (trader: RealTrader) => {
  const { balance, lock_balance } = (await trader.call(getBalance, {})).data
  return [balance, lock_balance]
}
const notices = async (trader: RealTrader) => (await trader.call(listNotices, {}, { headers: { lang: 'en' } })).data

describe('a deposit', () => {
  test('is credited once, with a notice, whoever presses how often', async () => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '1000')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? finance : other).call(decideDeposit, { id, decision: 'approve' })),
    )
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(answers.filter(({ outcome }) => outcome === 'DESK_ALREADY_DECIDED')).toHaveLength(49)
    expect(await balances(trader)).toEqual(['1000.00000000', '0.00000000'])
    expect((await trader.call(listDeposits, { type: '0' })).data.data).toMatchObject([{ id, status: 1, credited: '1000.00000000' }])
    expect(await notices(trader)).toMatchObject({ unread: 1, data: [{ kind: 'deposit-completed', is_read: false }] })
    expect((await notices(trader)).data[0]?.text).toContain('1000.00 USDT')
  })

  test('is credited with what was found, not with what was said', async () => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '1000')
    expect((await finance.call(decideDeposit, { id, decision: 'approve', amount: '0' })).outcome).toBe('DESK_AMOUNT_INVALID')
    const other = { id, decision: 'approve', amount: '998.5' } as const
    expect((await finance.call(decideDeposit, other)).outcome).toBe('DESK_REASON_REQUIRED')
    expect((await finance.call(decideDeposit, { ...other, reason: ' ' })).outcome).toBe('DESK_REASON_REQUIRED')
    expect(await balances(trader)).toEqual(['0.00000000', '0.00000000'])
    const reason = 'The network kept 1.5 USDT.'
    expect((await finance.call(decideDeposit, { ...other, reason })).data).toEqual({ outcome: 'completed' })
    expect(await balances(trader)).toEqual(['998.50000000', '0.00000000'])
    expect((await trader.call(listDeposits, { type: '0' })).data.data).toMatchObject([{ id, remark: reason }])
  })

  test('above the limit needs two people who say the same sum', async () => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '6000')
    expect((await finance.call(decideDeposit, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
    expect(await balances(trader)).toEqual(['0.00000000', '0.00000000'])
    expect((await finance.call(decideDeposit, { id, decision: 'approve' })).outcome).toBe('DESK_SAME_PERSON')
    // A smaller sum, which one person may credit, does not make the first person the second either.
    const found = (amount: string) => ({ id, decision: 'approve', amount, reason: 'That is what arrived.' }) as const
    expect((await finance.call(decideDeposit, found('4000'))).outcome).toBe('DESK_SAME_PERSON')
    expect((await other.call(decideDeposit, found('5500'))).data).toEqual({ outcome: 'approved_once' })
    expect((await finance.call(decideDeposit, found('5500'))).data).toEqual({ outcome: 'completed' })
    expect(await balances(trader)).toEqual(['5500.00000000', '0.00000000'])
    const item = (await finance.call(getDeskDeposit, { id })).data
    expect([item.status, item.first_approved_by, item.decided_by]).toEqual([1, other.actor, finance.actor])
    expect(item.history.map(({ action }) => action)).toEqual([
      'deposit.completed',
      'deposit.approved_once',
      'deposit.approved_once',
      'deposit.submitted',
    ])
  })

  test('of 50 who approve a large one at once, exactly two are needed and one credit follows', async () => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '9000')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? finance : other).call(decideDeposit, { id, decision: 'approve' })),
    )
    const outcomes = answers.map(({ outcome, data }) => (outcome === 'ok' ? data.outcome : outcome))
    expect(outcomes.filter((outcome) => outcome === 'approved_once')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1)
    expect(await balances(trader)).toEqual(['9000.00000000', '0.00000000'])
  })

  test.each(['reject', 'invalid'] as const)('%s needs a reason, which the trader reads, and credits nothing', async (decision) => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '10')
    for (const reason of ['', '   ', 'x'.repeat(501), 'two\nlines'])
      expect((await finance.call(decideDeposit, { id, decision, reason })).outcome).toBe('DESK_REASON_REQUIRED')
    expect((await finance.call(decideDeposit, { id, decision, reason: 'No such transfer was found.' })).outcome).toBe('ok')
    expect(await balances(trader)).toEqual(['0.00000000', '0.00000000'])
    expect((await trader.call(listDeposits, { type: '0' })).data.data).toMatchObject([{ remark: 'No such transfer was found.' }])
    expect((await notices(trader)).data[0]?.text).toContain('No such transfer was found.')
  })

  test('with a picture that was sent before is marked, for both', async () => {
    const picture = await jpeg()
    const [trader, thief] = [await world.realTrader(), await world.realTrader()]
    const first = await sendIn(trader, '10', picture)
    const second = await sendIn(thief, '10', picture)
    const item = (await finance.call(getDeskDeposit, { id: second })).data
    expect([item.is_duplicate, item.duplicates.map(({ id }) => id)]).toEqual([true, [first]])
    expect(item.checks.find(({ name }) => name === 'proof_is_new')?.is_good).toBe(false)
    const alone = await sendIn(await world.realTrader(), '10')
    const { data } = (await finance.call(listDeskDeposits, { page: '1' })).data
    const marks = new Map(data.map(({ id, is_duplicate }) => [id, is_duplicate]))
    expect([first, second, alone].map((id) => marks.get(id))).toEqual([true, true, false])
  })
})

describe('a withdrawal', () => {
  test('is paid once: the lock goes, the fee stays with the house', async () => {
    const trader = await world.realTrader()
    await fund(world, trader, '1000')
    const id = await askForPayout(trader, '400')
    expect(await balances(trader)).toEqual(['600.00000000', '400.00000000'])
    // The address was bound a moment ago.
    expect((await finance.call(decideWithdrawal, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
    expect((await finance.call(decideWithdrawal, { id, decision: 'approve' })).outcome).toBe('DESK_SAME_PERSON')
    expect((await other.call(decideWithdrawal, { id, decision: 'approve' })).data).toEqual({ outcome: 'completed' })
    expect(await balances(trader)).toEqual(['600.00000000', '0.00000000'])
    expect((await notices(trader)).data[0]?.kind).toBe('withdrawal-completed')
  })

  test('is given back with the reason', async () => {
    const trader = await world.realTrader()
    await fund(world, trader, '1000')
    const id = await askForPayout(trader, '1000')
    expect((await finance.call(decideWithdrawal, { id, decision: 'reject', reason: 'Please verify your identity first.' })).outcome).toBe(
      'ok',
    )
    expect(await balances(trader)).toEqual(['1000.00000000', '0.00000000'])
    expect((await trader.call(listWithdrawals, { type: '1' })).data.data).toMatchObject([
      { status: 2, notes: 'Please verify your identity first.', can_cancel: false },
    ])
  })

  test('that its owner takes back while two decide ends one way only', async () => {
    for (let round = 0; round < 5; round++) {
      const trader = await world.realTrader()
      await fund(world, trader, '100')
      const id = await askForPayout(trader, '100')
      await finance.call(decideWithdrawal, { id, decision: 'approve' })
      const [taken, paid, rejected] = await Promise.all([
        trader.call(cancelWithdrawal, { id }),
        other.call(decideWithdrawal, { id, decision: 'approve' }),
        finance.call(decideWithdrawal, { id, decision: 'reject', reason: 'x' }),
      ])
      expect([taken.outcome, paid.outcome, rejected.outcome].filter((outcome) => outcome === 'ok')).toHaveLength(1)
      const [balance, locked] = await balances(trader)
      expect([balance, locked]).toEqual([paid.outcome === 'ok' ? '0.00000000' : '100.00000000', '0.00000000'])
    }
  })
})

describe('who may not', () => {
  test('support reads the queues and decides nothing', async () => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '10')
    expect((await support.call(listDeskDeposits, {})).outcome).toBe('ok')
    expect((await support.call(decideDeposit, { id, decision: 'approve' })).outcome).toBe('DESK_FORBIDDEN')
    expect((await support.call(decideWithdrawal, { id, decision: 'approve' })).outcome).toBe('DESK_FORBIDDEN')
    expect((await support.call(listDeskIdentity, {})).outcome).toBe('DESK_FORBIDDEN')
    expect(await balances(trader)).toEqual(['0.00000000', '0.00000000'])
  })

  test('an item of another company is not there', async () => {
    const trader = await world.realTrader()
    const id = await sendIn(trader, '10')
    const elsewhere = await openOperator(world, { company: 'meridian', roles: ['finance'] })
    expect((await elsewhere.call(getDeskDeposit, { id })).outcome).toBe('NOT_FOUND')
    expect((await elsewhere.call(decideDeposit, { id, decision: 'approve' })).outcome).toBe('NOT_FOUND')
    expect((await elsewhere.call(decideDeposit, { id, decision: 'approve', company: 'aurora' })).outcome).toBe('COMPANY_UNKNOWN')
  })
})

describe('papers', () => {
  test('are shown masked, looked at by name, and decided with a notice', async () => {
    const trader = await world.realTrader()
    const [front_pic, reverse_pic] = [await uploaded(world, trader), await uploaded(world, trader)]
    await trader.call(submitRealName, { name: 'Ana Silva', card_id: 'AB123456', front_pic, reverse_pic })
    const [row] = (await compliance.call(listDeskIdentity, {})).data.data
    const item = (await compliance.call(getDeskIdentity, { id: row?.id ?? '' })).data
    expect([item.name, item.number.includes('123456')]).toEqual(['Ana Silva', false])
    // Read anew while it is open it is the same look.
    const again = (await compliance.call(getDeskIdentity, { id: row?.id ?? '' })).data
    expect(again.history.filter(({ action }) => action === 'identity.case_viewed')).toHaveLength(1)
    expect((await compliance.call(getDeskIdentity, { id: item.id, full: '1' })).data.number).toBe('AB123456')
    const picture = await compliance.call(getDeskPicture, { ref: item.front ?? '' })
    expect(Buffer.from(picture.data.webp, 'base64').subarray(8, 12).toString()).toBe('WEBP')
    // The reference is nobody else's, and not for long.
    expect((await finance.call(getDeskPicture, { ref: item.front ?? '' })).outcome).toBe('DESK_IMAGE_GONE')
    world.pass(61_000)
    expect((await compliance.call(getDeskPicture, { ref: item.front ?? '' })).outcome).toBe('DESK_IMAGE_GONE')
    expect((await compliance.call(decideIdentity, { id: item.id, decision: 'reject', reason: 'The photo is blurred.' })).outcome).toBe('ok')
    expect((await compliance.call(decideIdentity, { id: item.id, decision: 'approve' })).outcome).toBe('DESK_ALREADY_DECIDED')
    expect((await notices(trader)).data[0]).toMatchObject({ kind: 'identity-rejected' })
    expect((await compliance.call(getDeskIdentity, { id: item.id })).data.history.map(({ action }) => action)).toContain(
      'identity.number_viewed',
    )
  })

  test(`nobody looks at more than ${IDENTITY_LOOKS_PER_HOUR} pictures of papers in an hour`, async () => {
    const trader = await world.realTrader()
    const [front_pic, reverse_pic] = [await uploaded(world, trader), await uploaded(world, trader)]
    await trader.call(submitRealName, { name: 'Ana Silva', card_id: 'AB123456', front_pic, reverse_pic })
    const curious = await openOperator(world, { roles: ['compliance'] })
    const [row] = (await curious.call(listDeskIdentity, {})).data.data
    const { front } = (await curious.call(getDeskIdentity, { id: row?.id ?? '' })).data
    for (let look = 0; look < IDENTITY_LOOKS_PER_HOUR; look++)
      expect((await curious.call(getDeskPicture, { ref: front ?? '' })).outcome).toBe('ok')
    expect((await curious.call(getDeskPicture, { ref: front ?? '' })).outcome).toBe('DESK_IMAGE_LIMIT')
  })
})

test('an item that somebody looks at says so; it can be taken over, and is free again after five minutes', async () => {
  const trader = await world.realTrader()
  const id = await sendIn(trader, '10')
  const object = `deposit:${id}`
  expect((await finance.call(claimReview, { object })).data).toMatchObject({ is_mine: true })
  expect((await other.call(claimReview, { object })).data).toMatchObject({ is_mine: false, by: finance.name })
  expect((await other.call(getDeskDeposit, { id })).data.claim).toMatchObject({ by: finance.name, is_mine: false })
  expect((await other.call(claimReview, { object, take_over: '1' })).data).toMatchObject({ is_mine: true })
  expect((await finance.call(listDeskDeposits, { filter: 'mine' })).data.data.map((row) => row.id)).not.toContain(id)
  world.pass(5 * 60_000 + 1)
  expect((await finance.call(claimReview, { object })).data).toMatchObject({ is_mine: true })
  expect((await finance.call(claimReview, { object: 'deposit:999999999' })).outcome).toBe('NOT_FOUND')
  // The first of two leaves the item to the second.
  const large = await sendIn(trader, '7000')
  await finance.call(claimReview, { object: `deposit:${large}` })
  await finance.call(decideDeposit, { id: large, decision: 'approve' })
  await finance.call(claimReview, { object: `deposit:${large}` })
  expect((await other.call(getDeskDeposit, { id: large })).data.claim).toBeNull()
})

test('the queue is oldest first and can be searched; withdrawals show where they go', async () => {
  const trader = await world.realTrader()
  await fund(world, trader, '500')
  const id = await askForPayout(trader, '100')
  const { data } = (await finance.call(listDeskWithdrawals, {})).data
  expect(data.map((row) => Number(row.id))).toEqual([...data.map((row) => Number(row.id))].sort((a, b) => a - b))
  const item = (await finance.call(getDeskWithdrawal, { id })).data
  expect([item.address, item.amount, item.needs_two, item.is_new_method]).toEqual([
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    '100.00000000',
    true,
    true,
  ])
  expect((await finance.call(listDeskWithdrawals, { q: item.uid })).data.data.map((row) => row.id)).toEqual([id])
  expect((await finance.call(listDeskWithdrawals, { q: "'; drop table" })).data.total).toBe(0)
})
