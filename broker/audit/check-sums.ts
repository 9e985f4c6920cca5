/** I1–I4, I6 and I10 (I11 is check-money.ts): what one statement each can recompute from the stored rows. */
import { type SQL, sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import { literal, ORDER_STATUS, PAYMENT_STATUS } from '../db/statuses'
import type { Findings, InvariantName } from './findings'

interface SumQuestion {
  readonly invariant: InvariantName
  readonly table: string
  /** What is counted as looked at. */
  readonly counted: string
  /** Rows that are wrong, as `tenant_id`, `id`, `expected` and `found`. */
  readonly wrong: SQL
}

const QUESTIONS: readonly SumQuestion[] = [
  {
    invariant: 'I1',
    table: 'ledger_transaction',
    counted: 'ledger_transaction',
    wrong: sql`select tenant_id, transaction_id::text as id, 'entries that sum to 0' as expected, sum(amount)::text as found
      from ledger_entry group by tenant_id, transaction_id having sum(amount) <> 0`,
  },
  {
    invariant: 'I1',
    table: 'ledger_transaction',
    counted: 'ledger_entry',
    wrong: sql`select t.tenant_id, t.id::text as id, 'at least two entries' as expected, count(e.id)::text as found
      from ledger_transaction t left join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      group by t.tenant_id, t.id having count(e.id) < 2`,
  },
  {
    invariant: 'I2',
    table: 'trading_account',
    counted: 'trading_account',
    wrong: sql`select a.tenant_id, a.trader_id::text as id,
        'balance ' || coalesce(e.available, 0) || ', margin ' || coalesce(e.margin, 0) || ', withdrawal ' || coalesce(e.withdrawal, 0)
          || ' (units of 10^-8), by the entries' as expected,
        'balance ' || a.balance || ', margin ' || a.locked_margin || ', withdrawal ' || a.locked_withdrawal as found
      from trading_account a
      left join (
        select tenant_id, trader_id,
               sum(amount) filter (where account = 'trader:available') as available,
               sum(amount) filter (where account = 'trader:margin') as margin,
               sum(amount) filter (where account = 'trader:withdrawal') as withdrawal
        from ledger_entry where trader_id is not null group by tenant_id, trader_id
      ) e on e.tenant_id = a.tenant_id and e.trader_id = a.trader_id
      where a.balance <> coalesce(e.available, 0) or a.locked_margin <> coalesce(e.margin, 0)
         or a.locked_withdrawal <> coalesce(e.withdrawal, 0)`,
  },
  {
    invariant: 'I2',
    table: 'trading_account',
    counted: 'trading_account',
    wrong: sql`select a.tenant_id, a.trader_id::text as id,
        coalesce(t.count, 0) || ' movements, ' || coalesce(o.count, 0) || ' ended orders with ' || coalesce(o.profit, 0) || ' (units of 10^-8)' as expected,
        a.movements || ', ' || a.ended_orders || ' with ' || a.ended_profit as found
      from trading_account a
      left join (
        select tenant_id, trader_id, count(*) as count from ledger_transaction group by tenant_id, trader_id
      ) t on t.tenant_id = a.tenant_id and t.trader_id = a.trader_id
      left join (
        select tenant_id, trader_id, count(*) as count, coalesce(sum(profit), 0) as profit
        from trade_order where status = ${literal(ORDER_STATUS.completed)} group by tenant_id, trader_id
      ) o on o.tenant_id = a.tenant_id and o.trader_id = a.trader_id
      where a.movements <> coalesce(t.count, 0) or a.ended_orders <> coalesce(o.count, 0) or a.ended_profit <> coalesce(o.profit, 0)`,
  },
  {
    invariant: 'I3',
    table: 'trading_account',
    counted: 'trading_account',
    wrong: sql`select tenant_id, trader_id::text as id, 'nothing below 0 without positions' as expected,
        'balance ' || balance || ', margin ' || locked_margin || ', withdrawal ' || locked_withdrawal as found
      from trading_account where locked_margin < 0 or locked_withdrawal < 0 or (balance < 0 and open_orders = 0)`,
  },
  {
    invariant: 'I4',
    table: 'trading_account',
    counted: 'trading_account',
    wrong: sql`select a.tenant_id, a.trader_id::text as id,
        'margin ' || coalesce(o.margin, 0) || ' for ' || coalesce(o.orders, 0) || ' orders that hold or are being opened' as expected,
        'margin ' || a.locked_margin || ' for ' || a.open_orders as found
      from trading_account a
      left join (
        select tenant_id, trader_id, sum(margin + case when under_way = 'open' then fee else 0 end) as margin, count(*) as orders
        from trade_order where status = ${literal(ORDER_STATUS.holding)} or under_way = 'open' group by tenant_id, trader_id
      ) o on o.tenant_id = a.tenant_id and o.trader_id = a.trader_id
      where a.locked_margin <> coalesce(o.margin, 0) or a.open_orders <> coalesce(o.orders, 0)`,
  },
  {
    invariant: 'I4',
    table: 'trading_account',
    counted: 'withdrawal',
    wrong: sql`select a.tenant_id, a.trader_id::text as id,
        coalesce(w.amount, 0) || ' for ' || coalesce(w.count, 0) || ' withdrawals under way' as expected, a.locked_withdrawal::text as found
      from trading_account a
      left join (
        select tenant_id, trader_id, sum(amount) as amount, count(*) as count
        from withdrawal where status = ${literal(PAYMENT_STATUS.unchecked)} group by tenant_id, trader_id
      ) w on w.tenant_id = a.tenant_id and w.trader_id = a.trader_id
      where a.locked_withdrawal <> coalesce(w.amount, 0)`,
  },
  {
    // An order that was split off by a partial close was opened as part of another.
    invariant: 'I6',
    table: 'trade_order',
    counted: 'trade_order',
    wrong: sql`select o.tenant_id, o.id::text as id,
        case when o.parent_id is null and o.fill_price > 0 then 1 else 0 end || ' opening and '
          || case when o.status = ${literal(ORDER_STATUS.completed)} and o.fill_price > 0 then 1 else 0 end || ' close for status ' || o.status as expected,
        count(t.id) filter (where t.kind = 'order_open') || ' and ' || count(t.id) filter (where t.kind = 'order_close') as found
      from trade_order o left join ledger_transaction t on t.tenant_id = o.tenant_id and t.order_id = o.id
      group by o.tenant_id, o.id, o.status, o.parent_id, o.fill_price
      having count(t.id) filter (where t.kind = 'order_open') <> case when o.parent_id is null and o.fill_price > 0 then 1 else 0 end
          or count(t.id) filter (where t.kind = 'order_close') <> case when o.status = ${literal(ORDER_STATUS.completed)} and o.fill_price > 0 then 1 else 0 end`,
  },
  {
    // What a provider was asked to open is reserved while it is asked, and for no longer.
    invariant: 'I6',
    table: 'trade_order',
    counted: 'routed_order',
    wrong: sql`select o.tenant_id, o.id::text as id,
        case when o.under_way = 'open' then o.margin + o.fee else 0 end || ' (units of 10^-8) reserved, in '
          || count(r.id) || ' askings' as expected,
        coalesce(e.amount, 0) || ', in ' || coalesce(e.reserves, 0) as found
      from trade_order o
      join routed_order r on r.tenant_id = o.tenant_id and r.order_id = o.id and r.purpose = 'open'
      left join (
        select t.tenant_id, t.order_id, sum(e.amount) as amount, count(distinct t.id) filter (where t.kind = 'order_reserve') as reserves
        from ledger_transaction t join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.account = 'trader:margin'
        where t.kind in ('order_reserve', 'order_release') group by t.tenant_id, t.order_id
      ) e on e.tenant_id = o.tenant_id and e.order_id = o.id
      group by o.tenant_id, o.id, o.under_way, o.margin, o.fee, e.amount, e.reserves
      having coalesce(e.amount, 0) <> case when o.under_way = 'open' then o.margin + o.fee else 0 end or coalesce(e.reserves, 0) <> count(r.id)`,
  },
  {
    invariant: 'I6',
    table: 'trade_order',
    counted: 'routed_order',
    wrong: sql`select o.tenant_id, o.id::text as id, coalesce(o.under_way, 'nothing') || ' under way' as expected,
        coalesce(string_agg(r.purpose, ', '), 'nothing') as found
      from trade_order o left join routed_order r on r.tenant_id = o.tenant_id and r.order_id = o.id and r.ended_at is null
      where o.under_way is not null or r.id is not null
      group by o.tenant_id, o.id, o.under_way having coalesce(string_agg(r.purpose, ', '), '') <> coalesce(o.under_way, '')`,
  },
  {
    invariant: 'I15',
    table: 'funding_charge',
    counted: 'funding_charge',
    wrong: sql`select tenant_id, 'house:funding' as id, coalesce(-c.amount, 0)::text || ', less all charges' as expected, coalesce(e.amount, 0)::text as found
      from (select tenant_id, sum(amount) as amount from funding_charge group by tenant_id) c
      full join (select tenant_id, sum(amount) as amount from ledger_entry where account = 'house:funding' group by tenant_id) e using (tenant_id)
      where coalesce(-c.amount, 0) <> coalesce(e.amount, 0)`,
  },
  {
    invariant: 'I10',
    table: 'ledger_transaction',
    counted: 'ledger_transaction',
    wrong: sql`select t.tenant_id, t.id::text as id, 'is_demo ' || a.is_demo || ', as its account' as expected, t.is_demo::text as found
      from ledger_transaction t join trading_account a on a.tenant_id = t.tenant_id and a.trader_id = t.trader_id
      where a.is_demo <> t.is_demo`,
  },
  {
    invariant: 'I10',
    table: 'trade_order',
    counted: 'trade_order',
    wrong: sql`select o.tenant_id, o.id::text as id, 'is_demo ' || a.is_demo || ', as its account' as expected, o.is_demo::text as found
      from trade_order o join trading_account a on a.tenant_id = o.tenant_id and a.trader_id = o.trader_id
      where a.is_demo <> o.is_demo`,
  },
  {
    invariant: 'I10',
    table: 'trading_account',
    counted: 'trading_account',
    wrong: sql`select a.tenant_id, a.trader_id::text as id, 'is_demo ' || t.is_demo || ', as its trader' as expected, a.is_demo::text as found
      from trading_account a join trader t on t.tenant_id = a.tenant_id and t.id = a.trader_id where a.is_demo <> t.is_demo`,
  },
]

export async function checkSums(tx: Tx, findings: Findings): Promise<void> {
  for (const { invariant, table, counted, wrong } of QUESTIONS) {
    const [all] = await queryRows<{ count: string | number }>(tx, sql`select count(*) as count from ${sql.raw(counted)}`)
    findings.checked(invariant, `rows of ${counted}`, Number(all?.count ?? 0))
    const rows = await queryRows<{ tenant_id: string; id: string; expected: string; found: string }>(tx, wrong)
    for (const { tenant_id: tenantId, id, expected, found } of rows) findings.broken({ invariant, table, tenantId, id, expected, found })
  }
}
