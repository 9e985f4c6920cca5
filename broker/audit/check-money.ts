/**
 * I11: every deposit that was credited, every withdrawal and every challenge of a fill that was corrected names its movements, these
 * belong to it alone, move what the row says, and the sealed log holds the decision with the same operator.
 */
import { type SQL, sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import { literal, PAYMENT_STATUS } from '../db/statuses'
import type { Findings } from './findings'

interface Question {
  readonly table: string
  readonly wrong: SQL
}

const { unchecked, completed, rejected, invalid } = PAYMENT_STATUS
const IS_COMPLETED = sql`r.status = ${literal(completed)}`
const IS_RETURNED = sql`r.status in (${literal(rejected)}, ${literal(invalid)})`

/** What the movement `t` moves on a trader's account. */
const sumMoved = (account: string) =>
  sql.raw(
    `coalesce((select sum(e.amount) from ledger_entry e where e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.account = '${account}'), 0)`,
  )

/** One transaction of the kind and of the same trader, which moves the amount. */
const movement = (table: string, column: string, kind: string, account: string, amount: SQL, asked: SQL): Question => ({
  table,
  wrong: sql`select r.tenant_id, r.id::text as id, ${`a ${kind} of `} || (${amount}) as expected,
      coalesce(t.kind || ' of ' || ${sumMoved(account)} || ' of trader ' || t.trader_id, 'no movement ' || coalesce(r.${sql.raw(column)}::text, '(none)')) as found
    from ${sql.raw(table)} r left join ledger_transaction t on t.tenant_id = r.tenant_id and t.id = r.${sql.raw(column)}
    where (${asked}) and (t.id is null or t.kind <> ${kind} or t.trader_id <> r.trader_id or ${sumMoved(account)} <> (${amount}))`,
})

/** A movement of money that no deposit or withdrawal answers for. */
const orphan = (kind: string, table: string, column: string): Question => ({
  table: 'ledger_transaction',
  wrong: sql`select t.tenant_id, t.id::text as id, ${`the ${table} it belongs to`} as expected, t.kind as found
    from ledger_transaction t left join ${sql.raw(table)} r on r.tenant_id = t.tenant_id and r.${sql.raw(column)} = t.id
    where t.kind = ${kind} and r.id is null`,
})

/** The decision as the append-only log has it. */
const askLog = (table: string): Question => ({
  table,
  wrong: sql`select r.tenant_id, r.id::text as id, 'a logged decision of ' || coalesce(r.decided_by, '(nobody)') as expected,
      coalesce((select string_agg(a.actor || ' ' || a.action, ', ' order by a.id) from audit_event a
        where a.tenant_id = r.tenant_id and a.object = ${`${table}:`} || r.id), 'nothing') as found
    from ${sql.raw(table)} r
    where r.status <> ${literal(unchecked)} and not exists (
      select 1 from audit_event a where a.tenant_id = r.tenant_id and a.object = ${`${table}:`} || r.id
        and a.actor = r.decided_by and a.action = case
          when a.actor like 'trader:%' then ${`${table}.cancelled`}
          when a.actor = 'engine' then ${`${table}.covered_loss`}
          when ${IS_COMPLETED} then ${`${table}.completed`}
          when r.status = ${literal(rejected)} then ${`${table}.rejected`}
          else ${`${table}.invalid`} end
    )`,
})

const QUESTIONS: readonly Question[] = [
  movement('deposit', 'transaction_id', 'deposit', 'trader:available', sql`r.credited_amount`, IS_COMPLETED),
  movement('withdrawal', 'request_transaction_id', 'withdrawal_request', 'trader:withdrawal', sql`r.amount`, sql`true`),
  movement('withdrawal', 'end_transaction_id', 'withdrawal_complete', 'trader:withdrawal', sql`-r.amount`, IS_COMPLETED),
  movement('withdrawal', 'end_transaction_id', 'withdrawal_complete', 'house:fees', sql`r.fee`, IS_COMPLETED),
  movement('withdrawal', 'end_transaction_id', 'withdrawal_return', 'trader:available', sql`r.amount`, IS_RETURNED),
  orphan('deposit', 'deposit', 'transaction_id'),
  orphan('withdrawal_request', 'withdrawal', 'request_transaction_id'),
  orphan('withdrawal_complete', 'withdrawal', 'end_transaction_id'),
  orphan('withdrawal_return', 'withdrawal', 'end_transaction_id'),
  movement('challenge', 'transaction_id', 'correction', 'trader:available', sql`r.amount`, IS_COMPLETED),
  orphan('correction', 'challenge', 'transaction_id'),
  {
    table: 'challenge',
    wrong: sql`select r.tenant_id, r.id::text as id, 'a logged decision of ' || coalesce(r.decided_by, '(nobody)') as expected,
        coalesce((select string_agg(a.actor || ' ' || a.action, ', ' order by a.id) from audit_event a
          where a.tenant_id = r.tenant_id and a.object = 'challenge:' || r.id), 'nothing') as found
      from challenge r
      where r.status in (${literal(completed)}, ${literal(rejected)}) and not exists (
        select 1 from audit_event a join log_fact f on f.tenant_id = r.tenant_id and f.id = r.fact_id and f.kind = 'decision'
            and f.hash = encode(sha256(convert_to(r.document, 'UTF8')), 'hex')
        where a.tenant_id = r.tenant_id and a.object = 'challenge:' || r.id and a.actor = r.decided_by
          and a.action = case when ${IS_COMPLETED} then 'challenge.corrected' else 'challenge.stands' end
      )`,
  },
  askLog('deposit'),
  askLog('withdrawal'),
]

export async function checkMoney(tx: Tx, findings: Findings): Promise<void> {
  for (const table of ['deposit', 'withdrawal', 'challenge']) {
    const [looked] = await queryRows<{ count: string | number }>(tx, sql.raw(`select count(*) as count from ${table}`))
    findings.checked('I11', `${table}s`, Number(looked?.count ?? 0))
  }
  for (const { table, wrong } of QUESTIONS) {
    const rows = await queryRows<{ tenant_id: string; id: string; expected: string; found: string }>(tx, wrong)
    for (const { tenant_id: tenantId, id, expected, found } of rows)
      findings.broken({ invariant: 'I11', table, tenantId, id, expected: String(expected), found })
  }
}
