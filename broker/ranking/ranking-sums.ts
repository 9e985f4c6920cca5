/**
 * The sums of the ranking for every account of a company, in one statement over orders and ledger. What they mean is said once, in
 * rules/ranking.ts; the audit works them out a second way and compares.
 */
import { sql } from 'drizzle-orm'
import { type RankingSums, THREE_WEEKS_MS } from '../../rules/ranking'
import { queryRows, type Tx } from '../db/open-database'
import { literal, ORDER_STATUS } from '../db/statuses'

interface RankedAccount {
  readonly traderId: string
  readonly sums: RankingSums
}

type SumRow = Record<
  | 'trader_id'
  | 'results'
  | 'inflow'
  | 'orders'
  | 'recent_results'
  | 'recent_inflow'
  | 'recent_orders'
  | 'recent_wins'
  | 'worth_before'
  | 'drawdown',
  string
> & { leverage: string | null }

/** Accounts of one kind with at least one ended order. Runs in a transaction of the company. @param now Unix milliseconds */
export async function readRankingSums(tx: Tx, tenantId: string, isDemo: boolean, now: number): Promise<RankedAccount[]> {
  const since = now - THREE_WEEKS_MS
  const rows = await queryRows<SumRow>(
    tx,
    sql`with families as (
          -- An order and the parts that were split off from it are one.
          select o.trader_id, coalesce(o.parent_id, o.id) as root, sum(coalesce(o.profit, 0) - o.fee) as result
          from trade_order o
          where o.tenant_id = ${tenantId} and o.is_demo = ${isDemo} and o.fill_price > 0
          group by o.trader_id, coalesce(o.parent_id, o.id)
        ), results as (
          select f.trader_id, t.id as booked, r.completed_at as at, r.leverage,
                 f.result + coalesce((select sum(c.amount) from funding_charge c where c.tenant_id = ${tenantId} and c.order_id = f.root), 0) as amount
          from families f
          join trade_order r on r.tenant_id = ${tenantId} and r.id = f.root and r.status = ${literal(ORDER_STATUS.completed)}
          join ledger_transaction t on t.tenant_id = ${tenantId} and t.order_id = r.id and t.kind = 'order_close'
        ), flows as (
          select t.trader_id, t.id as booked, t.created_at as at, sum(e.amount) as amount, t.order_id is null as is_capital
          from ledger_transaction t
          join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.trader_id is not null
          where t.tenant_id = ${tenantId} and t.is_demo = ${isDemo} and (t.order_id is null or t.kind = 'negative_balance_protection')
          group by t.trader_id, t.id, t.created_at, t.order_id
        ), events as (
          select trader_id, booked, at, amount, 0 as flow, amount as result, true as is_result, false as is_capital from results
          union all
          select trader_id, booked, at, amount, amount, 0, false, is_capital from flows
        ), curve as (
          select e.*,
                 sum(flow) over so_far as flows,
                 sum(result) over so_far as won
          from events e window so_far as (partition by trader_id order by booked)
        ), heights as (
          select c.*, greatest(0, max(won) over (partition by trader_id order by booked)) as best from curve c
        ), leverages as (
          select distinct on (trader_id) trader_id, leverage from results
          where leverage is not null group by trader_id, leverage order by trader_id, count(*) desc, leverage desc
        )
        select h.trader_id::text,
               coalesce(sum(amount) filter (where is_result), 0)::text as results,
               coalesce(sum(amount) filter (where is_capital and amount > 0), 0)::text as inflow,
               count(*) filter (where is_result)::text as orders,
               coalesce(sum(amount) filter (where is_result and at > ${since}), 0)::text as recent_results,
               coalesce(sum(amount) filter (where is_capital and amount > 0 and at > ${since}), 0)::text as recent_inflow,
               count(*) filter (where is_result and at > ${since})::text as recent_orders,
               count(*) filter (where is_result and at > ${since} and amount > 0)::text as recent_wins,
               coalesce(sum(amount) filter (where at <= ${since}), 0)::text as worth_before,
               max(case when best = won then 0
                        when flows + best <= best - won then 10000
                        else div((best - won) * 10000 + flows + best - 1, flows + best) end)::text as drawdown,
               max(l.leverage)::text as leverage
        from heights h left join leverages l on l.trader_id = h.trader_id
        group by h.trader_id having count(*) filter (where is_result) > 0`,
  )
  return rows.map((row) => ({
    traderId: row.trader_id,
    sums: {
      results: BigInt(row.results),
      inflow: BigInt(row.inflow),
      orders: Number(row.orders),
      recentResults: BigInt(row.recent_results),
      recentInflow: BigInt(row.recent_inflow),
      recentOrders: Number(row.recent_orders),
      recentWins: Number(row.recent_wins),
      worthBefore: BigInt(row.worth_before),
      drawdown: BigInt(row.drawdown),
      leverage: row.leverage === null ? null : Number(row.leverage),
    },
  }))
}
