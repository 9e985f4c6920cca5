/**
 * Demo accounts that nobody used for 90 days go, with everything that hangs on them (docs/decisions/053-long-lists.md, docs/operations.md).
 *
 * Invariants: only an account that is demo by its own word, its books' and its ledger's goes, which the store itself holds against
 * (trigger `only_demo`); it goes as a whole or not at all, and what went is written down by id and sealed by an event, so that the audit
 * finds no row missing without a reason. Who signs in meanwhile is first or finds that the account is gone. Any node may do it, and
 * two at once do not meet: an account that somebody holds is left for the next time.
 */

import { sql } from 'drizzle-orm'
import { DAY_MS } from '../../rules/durations'
import { digestOf, type ForgottenAccount } from '../audit/forgotten-rows'
import { writeAudit } from '../audit-trail/write-audit'
import { type Database, idArray, queryRows, type Tx } from '../db/open-database'
import type { ForgottenKind, ForgottenRows } from '../db/schema'

const UNUSED_MS = 90 * DAY_MS
const ACCOUNTS_A_TRANSACTION = 20
/** An account with more goes alone: nobody else waits for its rows, and no batch becomes much longer than this. */
const MOVEMENTS_A_TRANSACTION = 5_000
const ROWS_A_STATEMENT = 2_000

interface ForgottenDemo {
  readonly tenantId: string
  readonly traderId: bigint
}

/** Takes away what is due. `forgotten` hears of the accounts after each commit. Fails as the store fails; what was committed stays done. */
export async function forgetUnusedDemos(
  database: Database,
  now: number,
  forgotten: (accounts: readonly ForgottenDemo[]) => void,
): Promise<number> {
  let count = 0
  for (;;) {
    const accounts = await database.system((tx) => forgetSome(tx, now))
    if (accounts.length === 0) return count
    forgotten(accounts)
    count += accounts.length
  }
}

async function forgetSome(tx: Tx, now: number): Promise<ForgottenDemo[]> {
  const accounts = await holdUnused(tx, now)
  for (const tenantId of new Set(accounts.map((account) => account.tenantId)))
    await forgetOfTenant(
      tx,
      tenantId,
      accounts.filter((account) => account.tenantId === tenantId),
      now,
    )
  return accounts
}

/**
 * The next accounts that are due, held: their own row first, as a sign-in does, then the books, as a trigger does. Whoever holds one of
 * them keeps it. What is the company's (a message, a payout, papers) or was put under lock keeps its account.
 */
async function holdUnused(tx: Tx, now: number): Promise<ForgottenDemo[]> {
  const since = now - UNUSED_MS
  const nothingOf = (table: string, more = sql``) =>
    sql`not exists (select 1 from ${sql.identifier(table)} r where r.tenant_id = t.tenant_id and r.trader_id = t.id ${more})`
  const due = await queryRows<{ tenant_id: string; id: string }>(
    tx,
    sql`select t.tenant_id, t.id::text as id from trader t
        where t.is_demo and t.last_used_at < ${since}::bigint and t.created_at < ${since}::bigint and t.frozen_at is null
          and ${nothingOf('session', sql`and r.last_seen_at >= ${since}::bigint`)} and ${nothingOf('feedback')}
          and ${nothingOf('image', sql`and r.deleted_at is null`)} and ${nothingOf('identity_case')}
          and ${nothingOf('deposit')} and ${nothingOf('withdrawal')} and ${nothingOf('payout_method')}
          and ${nothingOf('challenge')}
        order by t.last_used_at limit ${sql.raw(String(ACCOUNTS_A_TRANSACTION))} for update skip locked`,
  )
  const held: ForgottenDemo[] = []
  let movements = 0
  for (const { tenant_id: tenantId, id } of due) {
    const [books] = await queryRows<{ movements: number }>(
      tx,
      sql`select movements from trading_account where tenant_id = ${tenantId} and trader_id = ${id}::bigint and is_demo for update skip locked`,
    )
    if (books === undefined) continue
    movements += books.movements
    if (held.length > 0 && movements > MOVEMENTS_A_TRANSACTION) break
    held.push({ tenantId, traderId: BigInt(id) })
  }
  return held
}

async function forgetOfTenant(tx: Tx, tenantId: string, accounts: readonly ForgottenDemo[], now: number): Promise<void> {
  // A log that grows just now would take receipts up that go here, with their salts.
  await tx.execute(sql`select 1 from company_log where tenant_id = ${tenantId} for update`)
  const written: ForgottenAccount[] = []
  for (const { traderId } of accounts) written.push({ traderId: traderId.toString(), rows: await rowsOf(tx, tenantId, traderId) })
  const countOf = (kind: ForgottenKind) => written.reduce((sum, { rows }) => sum + rows[kind].length, 0)
  const detail = {
    accounts: written.length,
    orders: countOf('trade_order'),
    movements: countOf('ledger_transaction'),
    receipts: countOf('receipt'),
    digest: digestOf(written),
  }
  const event = await writeAudit(tx, { tenantId, actor: 'system', action: 'demo.forgotten', object: 'clean_up:demo', detail, now })
  for (const { traderId, rows } of written) {
    await tx.execute(sql`insert into forgotten_account (tenant_id, trader_id, event_id, rows)
      values (${tenantId}, ${traderId}::bigint, ${event.toString()}::bigint, ${JSON.stringify(rows)}::text::jsonb)`)
    await deleteRows(tx, tenantId, traderId, rows)
  }
}

async function rowsOf(tx: Tx, tenantId: string, traderId: bigint): Promise<ForgottenRows> {
  const idsOf = async (kind: ForgottenKind) =>
    (
      await queryRows<{ id: string }>(
        tx,
        sql`select id::text as id from ${sql.identifier(kind)} where tenant_id = ${tenantId} and trader_id = ${traderId}::bigint order by id`,
      )
    ).map(({ id }) => id)
  return {
    ledger_transaction: await idsOf('ledger_transaction'),
    receipt: await idsOf('receipt'),
    trade_order: await idsOf('trade_order'),
  }
}

/** What hangs on the trader's row by its number, besides the books. */
const OF_TRADER = [
  'trader_statement',
  'notice',
  'price_alert',
  'alert_setting',
  'ranking_profile',
  'watchlists',
  'known_device',
  'account_key',
  'recovery_code',
  'image_reference',
  'image',
  'socket_ticket',
  'session',
  'trading_account',
] as const

async function deleteRows(tx: Tx, tenantId: string, traderId: string, rows: ForgottenRows): Promise<void> {
  const remove = async (table: string, column: string, ids: readonly string[]) => {
    for (let start = 0; start < ids.length; start += ROWS_A_STATEMENT)
      await tx.execute(sql`delete from ${sql.identifier(table)} where tenant_id = ${tenantId}
        and ${sql.identifier(column)} = any(${idArray(ids.slice(start, start + ROWS_A_STATEMENT))})`)
  }
  await remove('funding_charge', 'transaction_id', rows.ledger_transaction)
  await remove('ledger_entry', 'transaction_id', rows.ledger_transaction)
  await remove('ledger_transaction', 'id', rows.ledger_transaction)
  await remove('receipt', 'id', rows.receipt)
  await forgetSalts(tx, tenantId, rows.receipt)
  await remove('trade_order', 'id', rows.trade_order)
  for (const table of OF_TRADER)
    await tx.execute(sql`delete from ${sql.identifier(table)} where tenant_id = ${tenantId} and trader_id = ${traderId}::bigint`)
  await tx.execute(sql`delete from idempotency_key where tenant_id = ${tenantId} and scope = ${traderId}`)
  await tx.execute(sql`delete from trader where tenant_id = ${tenantId} and id = ${traderId}::bigint`)
}

/** What the public log holds of a receipt stays; that it was this receipt, nobody can tell any more. */
async function forgetSalts(tx: Tx, tenantId: string, receiptIds: readonly string[]): Promise<void> {
  for (let start = 0; start < receiptIds.length; start += ROWS_A_STATEMENT)
    await tx.execute(sql`update log_entry set salt = null where tenant_id = ${tenantId} and salt is not null
      and receipt_id = any(${idArray(receiptIds.slice(start, start + ROWS_A_STATEMENT))})`)
}
