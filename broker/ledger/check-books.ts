/**
 * Recomputes the books from their entries and names what does not agree. Used after every crash and race in the tests,
 * and by whoever wants to know.
 */
import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '../db/open-database'

export interface BookProblem {
  /** The invariant of docs/invariants.md that is broken. */
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I6' | 'I8' | 'I10'
  readonly row: string
}

export async function checkBooks(database: Database): Promise<BookProblem[]> {
  return database.system(async (tx) => {
    const find = async (invariant: BookProblem['invariant'], query: ReturnType<typeof sql>) =>
      (await queryRows<{ row: string }>(tx, query)).map(({ row }) => ({ invariant, row }))
    return [
      ...(await find(
        'I1',
        sql`select 'ledger_transaction ' || tenant_id || '/' || transaction_id || ' sums to ' || sum(amount) as row
            from ledger_entry group by tenant_id, transaction_id having sum(amount) <> 0`,
      )),
      ...(await find(
        'I2',
        sql`select 'trading_account ' || a.tenant_id || '/' || a.trader_id as row from trading_account a
            left join (
              select tenant_id, trader_id,
                     sum(amount) filter (where account = 'trader:available') as available,
                     sum(amount) filter (where account = 'trader:margin') as margin,
                     sum(amount) filter (where account = 'trader:withdrawal') as withdrawal
              from ledger_entry where trader_id is not null group by tenant_id, trader_id
            ) e on e.tenant_id = a.tenant_id and e.trader_id = a.trader_id
            where a.balance <> coalesce(e.available, 0) or a.locked_margin <> coalesce(e.margin, 0)
               or a.locked_withdrawal <> coalesce(e.withdrawal, 0)`,
      )),
      ...(await find(
        'I3',
        sql`select 'trading_account ' || tenant_id || '/' || trader_id || ' has ' || balance as row from trading_account
            where locked_margin < 0 or locked_withdrawal < 0 or (balance < 0 and open_orders = 0)`,
      )),
      ...(await find(
        'I4',
        sql`select 'trading_account ' || a.tenant_id || '/' || a.trader_id || ' locks ' || a.locked_margin || ' for ' || a.open_orders || ' orders' as row from trading_account a
            left join (
              select tenant_id, trader_id, sum(margin) as margin, count(*) as orders
              from trade_order where status = 1 group by tenant_id, trader_id
            ) o on o.tenant_id = a.tenant_id and o.trader_id = a.trader_id
            where a.locked_margin <> coalesce(o.margin, 0) or a.open_orders <> coalesce(o.orders, 0)`,
      )),
      ...(await find(
        'I6',
        sql`select 'trade_order ' || o.tenant_id || '/' || o.id || ' opened ' || count(t.id) filter (where t.kind = 'order_open')
                   || ' closed ' || count(t.id) filter (where t.kind = 'order_close') as row
            from trade_order o left join ledger_transaction t on t.tenant_id = o.tenant_id and t.order_id = o.id
            where o.fill_price > 0 group by o.tenant_id, o.id, o.status
            having count(t.id) filter (where t.kind = 'order_open') <> 1
                or count(t.id) filter (where t.kind = 'order_close') <> case when o.status = 3 then 1 else 0 end`,
      )),
      ...(await find(
        'I10',
        sql`select 'ledger_transaction ' || t.tenant_id || '/' || t.id as row from ledger_transaction t
            join trading_account a on a.tenant_id = t.tenant_id and a.trader_id = t.trader_id where a.is_demo <> t.is_demo`,
      )),
    ]
  })
}
