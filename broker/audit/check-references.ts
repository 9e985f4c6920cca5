/** I8 and I5: every row belongs to the company and the trader it names, and every key has its answer. */
import { type SQL, sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import type { Findings, InvariantName } from './findings'

interface Question {
  readonly invariant: InvariantName
  readonly table: string
  readonly expected: string
  /** Rows that are wrong, as `tenant_id`, `id` and `found`. */
  readonly wrong: SQL
  /** How many were looked at. */
  readonly all: SQL
}

const ofTrader = (table: string): Question => ({
  invariant: 'I8',
  table,
  expected: 'a trader of its own company',
  wrong: sql.raw(`select r.tenant_id, r.id::text as id, 'trader ' || r.trader_id as found from ${table} r
    left join trader t on t.tenant_id = r.tenant_id and t.id = r.trader_id where t.id is null and r.trader_id is not null`),
  all: sql.raw(`select count(*) as count from ${table}`),
})

const ofOrder = (table: string): Question => ({
  invariant: 'I8',
  table,
  expected: 'an order of its own trader',
  wrong:
    sql.raw(`select r.tenant_id, r.id::text as id, 'order ' || r.order_id || coalesce(' of trader ' || o.trader_id, ', which is not there') as found
    from ${table} r left join trade_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
    where r.order_id is not null and (o.id is null or o.trader_id <> r.trader_id)`),
  all: sql.raw(`select count(*) as count from ${table} where order_id is not null`),
})

/** The tick that was traded at is the last of a receipt's. */
const TRADED = sql`select r.tenant_id, r.id, r.ticks -> -1 ->> 'symbol' as code, r.ticks -> -1 ->> 'source' as source, r.ticks -> -1 ->> 'seq' as seq,
    r.ticks -> -1 ->> 'time' as time, r.ticks -> -1 ->> 'bid' as bid, r.ticks -> -1 ->> 'ask' as ask
  from receipt r where jsonb_array_length(r.ticks) > 0`
const number = (column: string) => sql.raw(`case when t.${column} ~ '^[0-9]{1,18}([.][0-9]{1,18})?$' then t.${column}::numeric end`)

const QUESTIONS: readonly Question[] = [
  {
    invariant: 'I9',
    table: 'receipt',
    expected: 'the tick it was traded at, as every other receipt has it',
    wrong: sql`with traded as materialized (${TRADED}), seen as (
        select code, source, seq, time from traded group by code, source, seq, time having count(distinct (bid, ask)) > 1
      ) select t.tenant_id, t.id::text as id, concat_ws(' ', t.code, t.source, t.seq, 'bid', t.bid, 'ask', t.ask) as found
        from traded t join seen using (code, source, seq, time)`,
    all: sql`select count(*) as count from receipt where jsonb_array_length(ticks) > 0`,
  },
  {
    invariant: 'I9',
    table: 'receipt',
    expected: 'the tick it was traded at, as the tick log has it',
    wrong: sql`select t.tenant_id, t.id::text as id, concat_ws(' ', t.code, t.source, t.seq, 'bid', t.bid, 'ask', t.ask) as found
      from (${TRADED}) as t join tick_log l on l.code = t.code and l.source = t.source and l.seq = ${number('seq')}::bigint and l.time = ${number('time')}::bigint
      where l.verdict = 'accepted' and (l.bid, l.ask) is distinct from ((${number('bid')} * 100000000)::bigint, (${number('ask')} * 100000000)::bigint)`,
    all: sql`select count(*) as count from receipt where false`,
  },
  ofTrader('ledger_transaction'),
  ofTrader('ledger_entry'),
  ofTrader('trade_order'),
  ofTrader('receipt'),
  ofTrader('deposit'),
  ofTrader('withdrawal'),
  ofTrader('payout_method'),
  ofTrader('notice'),
  ofOrder('ledger_transaction'),
  ofOrder('receipt'),
  {
    invariant: 'I8',
    table: 'trading_account',
    expected: 'one account for every trader, and a trader for every account',
    wrong: sql`select coalesce(a.tenant_id, t.tenant_id) as tenant_id, coalesce(a.trader_id, t.id)::text as id,
        case when a.trader_id is null then 'no account' else 'no trader' end as found
      from trading_account a full join trader t on t.tenant_id = a.tenant_id and t.id = a.trader_id
      where a.trader_id is null or t.id is null`,
    all: sql`select count(*) as count from trading_account`,
  },
  {
    invariant: 'I8',
    table: 'ledger_entry',
    expected: 'the company and trader of its transaction',
    wrong: sql`select e.tenant_id, e.id::text as id,
        coalesce('trader ' || e.trader_id || ' in a transaction of ' || t.trader_id, 'no transaction ' || e.transaction_id) as found
      from ledger_entry e left join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
      where t.id is null or (e.trader_id is not null and e.trader_id <> t.trader_id)`,
    all: sql`select count(*) as count from ledger_entry`,
  },
  {
    invariant: 'I8',
    table: 'trade_order',
    expected: 'a part of an order of its own trader',
    wrong: sql`select o.tenant_id, o.id::text as id, 'parent ' || o.parent_id as found from trade_order o
      left join trade_order p on p.tenant_id = o.tenant_id and p.id = o.parent_id and p.trader_id = o.trader_id
      where o.parent_id is not null and p.id is null`,
    all: sql`select count(*) as count from trade_order where parent_id is not null`,
  },
  {
    invariant: 'I5',
    table: 'idempotency_key',
    expected: 'the answer that was given, stored with the effect',
    // A key that was given up (the call was not carried out) has the time 0.
    wrong: sql`select k.tenant_id, k.scope || ' ' || k.call || ' ' || left(k.key, 16) as id, 'no answer' as found
      from idempotency_key k where k.reply is null and k.created_at > 0`,
    all: sql`select count(*) as count from idempotency_key`,
  },
  {
    invariant: 'I5',
    table: 'idempotency_key',
    expected: 'one row a key',
    wrong: sql`select k.tenant_id, k.scope || ' ' || k.call || ' ' || left(k.key, 16) as id, count(*) || ' rows' as found
      from idempotency_key k group by k.tenant_id, k.scope, k.call, k.key having count(*) > 1`,
    all: sql`select 0 as count`,
  },
  {
    invariant: 'I5',
    table: 'ledger_transaction',
    expected: 'one movement of a kind for an order',
    wrong: sql`select t.tenant_id, max(t.id)::text as id, count(*) || ' of ' || t.kind || ' for order ' || t.order_id as found
      from ledger_transaction t where t.order_id is not null and t.kind not in ('funding', 'order_reserve', 'order_release') group by t.tenant_id, t.order_id, t.kind having count(*) > 1`,
    all: sql`select count(*) as count from ledger_transaction where order_id is not null`,
  },
]

export async function checkReferences(tx: Tx, findings: Findings): Promise<void> {
  for (const { invariant, table, expected, wrong, all } of QUESTIONS) {
    const [looked] = await queryRows<{ count: string | number }>(tx, all)
    findings.checked(invariant, `${invariant === 'I8' ? 'references of' : 'rows of'} ${table}`, Number(looked?.count ?? 0))
    const rows = await queryRows<{ tenant_id: string; id: string; found: string }>(tx, wrong)
    for (const { tenant_id: tenantId, id, found } of rows) findings.broken({ invariant, table, tenantId, id, expected, found })
  }
}
