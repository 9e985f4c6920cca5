/**
 * Rows that went with demo accounts nobody used: the chain still names them, and here stands why they are not there.
 *
 * Invariant: what is believed is what a sealed event of the company holds the digest of, and only of accounts that are really gone.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import type { ForgottenKind, ForgottenRows } from '../db/schema'
import type { Findings } from './findings'

export interface ForgottenAccount {
  readonly traderId: string
  readonly rows: ForgottenRows
}

const KINDS = ['ledger_transaction', 'receipt', 'trade_order'] as const satisfies readonly ForgottenKind[]

/** Of the accounts of one event, whatever their order. SHA-256, lower-case hex. */
export function digestOf(accounts: readonly ForgottenAccount[]): string {
  const lines = accounts.map(({ traderId, rows }) => [traderId, ...KINDS.map((kind) => `${kind} ${rows[kind].join(',')}`)].join(' '))
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

export type ForgottenIds = Readonly<Record<ForgottenKind, ReadonlySet<string>>>

/**
 * Ids of the rows of a company that went with their accounts. What its event does not bear out is a finding, and not believed.
 * @param findings null: somebody else says what is wrong
 */
export async function readForgotten(tx: Tx, tenantId: string, findings: Findings | null): Promise<ForgottenIds> {
  const ids = { ledger_transaction: new Set<string>(), receipt: new Set<string>(), trade_order: new Set<string>() }
  const found = await queryRows<{ trader_id: string; event_id: string; rows: string; digest: string | null; is_there: boolean }>(
    tx,
    sql`select f.trader_id::text, f.event_id::text, f.rows::text,
          case when e.action = 'demo.forgotten' and e.actor = 'system' then e.detail ->> 'digest' end as digest,
          exists (select 1 from trader t where t.tenant_id = f.tenant_id and t.id = f.trader_id) as is_there
        from forgotten_account f join audit_event e on e.tenant_id = f.tenant_id and e.id = f.event_id
        where f.tenant_id = ${tenantId} order by f.event_id`,
  )
  const events = new Map<string, { readonly digest: string | null; readonly accounts: ForgottenAccount[] }>()
  const broken = (traderId: string, expected: string, what: string) =>
    findings?.broken({ invariant: 'I7', table: 'forgotten_account', tenantId, id: traderId, expected, found: what })
  for (const { trader_id: traderId, event_id: eventId, rows, digest, is_there: isThere } of found) {
    const event = events.get(eventId) ?? { digest, accounts: [] }
    event.accounts.push({ traderId, rows: JSON.parse(rows) as ForgottenRows })
    events.set(eventId, event)
    if (isThere) broken(traderId, 'an account that is gone', 'a trader')
  }
  for (const [eventId, { digest, accounts }] of events) {
    const worked = digestOf(accounts)
    if (worked !== digest) {
      broken(accounts[0]?.traderId ?? '', `digest ${digest ?? '(none)'}, as audit event ${eventId} says`, worked)
      continue
    }
    for (const { rows } of accounts) for (const kind of KINDS) for (const id of rows[kind]) ids[kind].add(id)
  }
  findings?.checked('I7', 'accounts that went', found.length)
  return ids
}
