import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { done } from '../calls/handler'
import { type Database, queryRows } from '../db/open-database'
import { ledgerEntry, ledgerTransaction, trader, tradingAccount } from '../db/schema'
import type { Posting } from './account-books'
import { checkBooks } from './check-books'
import type { Entry } from './entries'
import { getAccount, openAccount } from './open-account'
import { runOnBooks } from './sql-books'

const TENANT = 'aurora'
const ONE = 10n ** 8n

let database: Database
let traderId: bigint
let count = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  count += 1
  traderId = await database.withTenant(TENANT, async (tx) => {
    const [row] = await tx
      .insert(trader)
      .values({ tenantId: TENANT, uid: String(count), isDemo: true, inviteCode: String(count), createdAt: 0 })
      .returning()
    await openAccount(tx, { tenantId: TENANT, traderId: row!.id, isDemo: true }, 10_000n * ONE, 0)
    return row!.id
  })
})

type Change = Partial<Omit<Posting, 'entries'>> & { readonly tenantId?: string; readonly traderId?: bigint }

/** Posts one movement as a unit of work of its own; the account after it. @throws when there is no such account. */
function post(entries: readonly Entry[], { tenantId = TENANT, traderId: whose = traderId, ...change }: Change = {}) {
  return database.withTenant(tenantId, async (tx) => {
    const result = await runOnBooks(tx, tenantId, whose, 1, (books) => done(books.post({ kind: 'demo_reset', entries, ...change })))
    if (result?.kept == null) throw new Error('no such account')
    await result.written
    return result.kept.account
  })
}

/** The database's own words, from under the driver's. */
async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'accepted'
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  }
}

const account = () => database.withTenant(TENANT, (tx) => getAccount(tx, TENANT, traderId))

test('a movement changes the cached sums by exactly its entries and makes the account newer', async () => {
  const before = await account()
  const sums = await post([
    { account: 'trader:available', amount: -300n * ONE - 1n },
    { account: 'trader:margin', amount: 300n * ONE },
    { account: 'house:fees', amount: 1n },
  ])
  expect(sums).toMatchObject({
    balance: 9_700n * ONE - 1n,
    lockedMargin: 300n * ONE,
    lockedWithdrawal: 0n,
    openOrders: 0,
    version: before!.version + 1,
  })
  expect(await account()).toMatchObject(sums)
})

test('an amount of nothing leaves no entry', async () => {
  await post([
    { account: 'trader:available', amount: 5n },
    { account: 'trader:margin', amount: 0n },
    { account: 'house:demo-funding', amount: -5n },
  ])
  const rows = await database.withTenant(TENANT, (tx) =>
    queryRows<{ entries: string }>(
      tx,
      sql`select count(*)::text as entries from ledger_entry where trader_id = ${traderId.toString()}::bigint`,
    ),
  )
  expect(rows).toEqual([{ entries: '2' }])
})

describe('refused', () => {
  const balanced: Entry[] = [
    { account: 'trader:available', amount: ONE },
    { account: 'house:demo-funding', amount: -ONE },
  ]

  test.each<[string, readonly Entry[], Change]>([
    [
      'entries that do not sum to zero',
      [
        { account: 'trader:available', amount: ONE },
        { account: 'house:fees', amount: -ONE + 1n },
      ],
      {},
    ],
    ['an account that does not exist', balanced, { traderId: 987_654_321n }],
    ['the account of another company', balanced, { tenantId: 'meridian' }],
    [
      'a lock below zero',
      [
        { account: 'trader:available', amount: ONE },
        { account: 'trader:margin', amount: -ONE },
      ],
      {},
    ],
    ['a number of open orders below zero', balanced, { openOrdersChange: -1 }],
    [
      'more than the books can hold',
      [
        { account: 'trader:available', amount: 2n ** 63n - 1n },
        { account: 'house:fees', amount: 1n - 2n ** 63n },
      ],
      {},
    ],
  ])('%s', async (_, entries, change) => {
    const before = await account()
    await expect(post(entries, change)).rejects.toThrow()
    expect(await account()).toEqual(before)
  })

  test('a second opening entry of one order', async () => {
    const opening = { kind: 'order_open', orderId: 77n + BigInt(count) } as const
    await post(balanced, opening)
    expect(await reasonOf(post(balanced, opening))).toContain('ledger_transaction_order_kind')
  })
})

describe('the database keeps the books append-only, whoever asks', () => {
  test.each([
    ['update ledger_entry set amount = amount + 1'],
    ['delete from ledger_entry'],
    ['truncate ledger_entry'],
    ['update ledger_transaction set kind = kind'],
    ['delete from ledger_transaction'],
    ['update audit_event set action = action'],
    ['delete from audit_event'],
  ])('%s', async (statement) => {
    expect(await reasonOf(database.withTenant(TENANT, (tx) => tx.execute(sql.raw(statement))))).toMatch(/permission denied|append-only/)
    expect(await reasonOf(database.system((tx) => tx.execute(sql.raw(statement))))).toMatch(/permission denied|append-only|foreign key/)
    const asOwner = database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql.raw(statement))
    })
    expect(await reasonOf(asOwner)).toMatch(/append-only|foreign key/)
  })
})

test('the database refuses an imbalance that the code would let through', async () => {
  const oneSided = database.withTenant(TENANT, async (tx) => {
    const [movement] = await tx
      .insert(ledgerTransaction)
      .values({ tenantId: TENANT, traderId, isDemo: true, kind: 'demo_reset', createdAt: 1 })
      .returning()
    await tx
      .insert(ledgerEntry)
      .values({ tenantId: TENANT, transactionId: movement!.id, account: 'trader:available', traderId, amount: ONE })
  })
  expect(await reasonOf(oneSided)).toContain('do not sum to zero')
})

test('a checker that is asked after tampering names the account', async () => {
  const own = async () =>
    (await checkBooks(database)).filter(
      ({ row }) => row.startsWith(`trading_account ${TENANT}/${traderId} `) || row === `trading_account ${TENANT}/${traderId}`,
    )
  expect(await own()).toEqual([])
  await database.withTenant(TENANT, (tx) =>
    tx.update(tradingAccount).set({ balance: 1n, openOrders: 3 }).where(sql`trader_id = ${traderId.toString()}::bigint`),
  )
  expect((await own()).map(({ invariant }) => invariant)).toEqual(['I2', 'I4'])
})
