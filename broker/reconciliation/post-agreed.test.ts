import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import type { Database } from '../db/open-database'
import { ledgerEntry, providerCharge } from '../db/schema'
import type { AgreedCharge } from './judge-statement'
import { postAgreed } from './post-agreed'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
}, 120_000)
afterAll(() => database.close())

const swap = (code: string, amount: string): AgreedCharge => ({ kind: 'swap', code, amount: parseFixed(amount) })
const post = (day: string, ...agreed: readonly AgreedCharge[]) =>
  database.withTenant('aurora', (tx) => postAgreed(tx, { tenantId: 'aurora', provider: 'prime', day, now: 1 }, agreed))

async function books() {
  return database.withTenant('aurora', async (tx) => {
    const rows = await tx.select().from(providerCharge).orderBy(providerCharge.id)
    const entries = await tx
      .select({ account: ledgerEntry.account, amount: sum(ledgerEntry.amount) })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.tenantId, 'aurora'))
      .groupBy(ledgerEntry.account)
    const of = (account: string) => formatFixedShort(BigInt(entries.find((one) => one.account === account)?.amount ?? '0'))
    const charges = rows.map(({ day, instrumentCode, amount }) => `${day} ${instrumentCode} ${formatFixedShort(amount)}`)
    return { charges, cover: of('house:cover'), provider: of('house:provider') }
  })
}

test('what was agreed of a day is posted once, and a statement that is read again posts only what it changes', async () => {
  await post('2026-11-23', swap('EURUSD', '-1.2'), swap('XAUUSD', '0.3'))
  const first = ['2026-11-23 EURUSD -1.2', '2026-11-23 XAUUSD 0.3']
  expect(await books()).toEqual({ charges: first, cover: '-0.9', provider: '0.9' })
  await post('2026-11-23', swap('EURUSD', '-1.2'), swap('XAUUSD', '0.3'))
  expect((await books()).charges).toEqual(first)
  await post('2026-11-23', swap('EURUSD', '-1.5'))
  const changed = [...first, '2026-11-23 EURUSD -0.3', '2026-11-23 XAUUSD -0.3']
  expect(await books()).toEqual({ charges: changed, cover: '-1.5', provider: '1.5' })
  await post('2026-11-24', swap('EURUSD', '-1.5'))
  expect(await books()).toEqual({ charges: [...changed, '2026-11-24 EURUSD -1.5'], cover: '-3', provider: '3' })
})
