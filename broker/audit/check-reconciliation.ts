/**
 * I18: every difference from a provider's book is resolved as it says: by whom it has to be, with its posting, which is nobody else's. What was
 * agreed of swap and commission is posted once, and adds up to what the statement of the day says of it.
 */
import { sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import type { Findings } from './findings'

interface Question {
  readonly table: string
  readonly expected: string
  /** Rows that are wrong, as `tenant_id`, `id` and `found`. */
  readonly wrong: ReturnType<typeof sql>
}

const QUESTIONS: readonly Question[] = [
  {
    table: 'reconciliation_difference',
    expected: 'its amount on house:cover, and the opposite on house:provider',
    wrong: sql`select d.tenant_id, d.id::text as id, coalesce(string_agg(e.account || ' ' || e.amount, ', '), 'no entries') as found
      from reconciliation_difference d left join ledger_transaction t on t.tenant_id = d.tenant_id and t.id = d.transaction_id and t.kind = 'cover_resolution'
      left join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      where d.transaction_id is not null group by d.tenant_id, d.id, d.amount
      having coalesce(sum(e.amount) filter (where e.account = 'house:cover'), 0) is distinct from d.amount
        or coalesce(sum(e.amount) filter (where e.account = 'house:provider'), 0) is distinct from -d.amount or count(e.id) <> 2`,
  },
  {
    table: 'reconciliation_difference',
    expected: 'a posting exactly where theirs was accepted and money hangs on it',
    wrong: sql`select tenant_id, id::text, coalesce(transaction_id::text, 'none') as found from reconciliation_difference
      where (transaction_id is not null) <> (status = 'resolved' and resolve_kind = 'theirs_accepted' and coalesce(amount, 0) <> 0)`,
  },
  {
    table: 'reconciliation_difference',
    expected: 'two people above the limit it was resolved under',
    wrong: sql`select tenant_id, id::text, proposed_by || ' and ' || coalesce(approved_by, 'nobody') as found from reconciliation_difference
      where status = 'resolved' and (at_stake is null or at_stake > single_limit) and (approved_by is null or approved_by = proposed_by)`,
  },
  {
    table: 'reconciliation_difference',
    expected: 'the decision in the log',
    wrong: sql`select d.tenant_id, d.id::text, 'none' as found from reconciliation_difference d where d.status = 'resolved' and not exists (
      select from audit_event a where a.tenant_id = d.tenant_id and a.object = 'reconciliation_difference:' || d.id and a.action = 'reconciliation.resolved'
        and a.actor = coalesce(d.approved_by, d.proposed_by))`,
  },
  {
    table: 'ledger_transaction',
    expected: 'a difference that was resolved, or a charge that was agreed',
    wrong: sql`select t.tenant_id, t.id::text as id, case when c.id is null then 'none' else 'both' end as found from ledger_transaction t
      left join reconciliation_difference d on d.tenant_id = t.tenant_id and d.transaction_id = t.id
      left join provider_charge c on c.tenant_id = t.tenant_id and c.transaction_id = t.id
      where t.kind = 'cover_resolution' and (d.id is null) = (c.id is null)`,
  },
  {
    table: 'provider_charge',
    expected: 'its amount on house:cover, and the opposite on house:provider',
    wrong: sql`select c.tenant_id, c.id::text as id, coalesce(string_agg(e.account || ' ' || e.amount, ', '), 'no entries') as found
      from provider_charge c left join ledger_transaction t on t.tenant_id = c.tenant_id and t.id = c.transaction_id and t.kind = 'cover_resolution'
      left join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id group by c.tenant_id, c.id, c.amount
      having coalesce(sum(e.amount) filter (where e.account = 'house:cover'), 0) <> c.amount
        or coalesce(sum(e.amount) filter (where e.account = 'house:provider'), 0) <> -c.amount or count(e.id) <> 2`,
  },
  {
    table: 'provider_statement',
    expected: 'what was agreed of swap and commission in the books',
    wrong: sql`select s.tenant_id, s.id::text as id, coalesce(sum(c.amount) filter (where c.kind = 'swap'), 0) || ' and '
        || coalesce(sum(c.amount) filter (where c.kind = 'commission'), 0) as found
      from (select distinct on (tenant_id, provider, day) * from provider_statement order by tenant_id, provider, day, id desc) s
      left join provider_charge c on c.tenant_id = s.tenant_id and c.provider = s.provider and c.day = s.day
      where s.is_posted group by s.tenant_id, s.id, s.ours_swap, s.ours_commission
      having coalesce(sum(c.amount) filter (where c.kind = 'swap'), 0) <> s.ours_swap
        or coalesce(sum(c.amount) filter (where c.kind = 'commission'), 0) <> s.ours_commission`,
  },
  {
    table: 'provider_charge',
    expected: 'the statement that it is of',
    wrong: sql`select c.tenant_id, c.id::text as id, c.day as found from provider_charge c where not exists (select from provider_statement s
      where s.tenant_id = c.tenant_id and s.provider = c.provider and s.day = c.day and s.is_posted)`,
  },
  {
    table: 'provider_statement',
    expected: 'a row for what no other row explains of the closing balance',
    wrong: sql`select s.tenant_id, s.id::text as id, s.rest::text as found from provider_statement s
      where abs(s.rest) >= 1000000 * greatest(1, jsonb_array_length(s.positions)) and not exists (
        select from reconciliation_difference d where d.tenant_id = s.tenant_id and d.provider = s.provider and d.day = s.day
          and d.kind = 'not_explained' and d.theirs_amount = s.rest)`,
  },
  {
    table: 'provider_statement',
    expected: 'a closing balance that is the opening one and what was made since',
    wrong: sql`select tenant_id, id::text, theirs_closing::text as found from provider_statement
      where theirs_closing <> theirs_opening + theirs_result + theirs_swap + theirs_commission + theirs_transfers`,
  },
  {
    table: 'provider_copy',
    expected: 'an order at its provider',
    wrong: sql`select c.tenant_id, c.exec_id as id, coalesce('at ' || o.provider, 'no order') as found from provider_copy c
      left join provider_order o on o.tenant_id = c.tenant_id and o.id = c.provider_order_id
      where c.tenant_id is not null and (o.id is null or o.provider <> c.provider)`,
  },
]

export async function checkReconciliation(tx: Tx, findings: Findings): Promise<void> {
  const counted = sql`select (select count(*) from reconciliation_difference)::int as differences, (select count(*) from provider_copy)::int as copies,
    (select count(*) from provider_charge)::int as charges`
  const [counts] = await queryRows<{ differences: number; copies: number; charges: number }>(tx, counted)
  findings.checked('I18', 'differences', counts?.differences ?? 0)
  findings.checked('I18', 'copies', counts?.copies ?? 0)
  findings.checked('I18', 'agreed charges', counts?.charges ?? 0)
  for (const { table, expected, wrong } of QUESTIONS) {
    const rows = await queryRows<{ tenant_id: string; id: string; found: string }>(tx, wrong)
    for (const { tenant_id: tenantId, id, found } of rows) findings.broken({ invariant: 'I18', table, tenantId, id, expected, found })
  }
}
