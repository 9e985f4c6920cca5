/**
 * What a trader is told: kept in their list, pushed to their open pages, and mailed; all from the transaction that causes it.
 *
 * Invariant: a status never changes without its notice, and no notice tells of what was rolled back. The push names the notice only;
 * its words are written in the reader's language when the list is read.
 */

import { lt, sql } from 'drizzle-orm'
import { readLanguage } from '../../contract/primitives'
import type { NoticePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import { isFixedText, parseFixed } from '../../rules/decimal'
import { DAY_MS } from '../../rules/durations'
import { formatBalance } from '../../rules/money'
import { writeEvent } from '../bus/outbox'
import { deleteInBatches } from '../db/delete-in-batches'
import { insertMany } from '../db/insert-many'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { notice, outbox } from '../db/schema'
import type { Delivery, MessageKind } from '../delivery/delivery'
import { findTrader } from '../traders/trader-row'

/** Each kind has its texts in `locales/<language>/notice.json` (`<kind>.title`, `<kind>.text`). */
export const NOTICE_KINDS = [
  'deposit-completed',
  'deposit-rejected',
  'deposit-invalid',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-invalid',
  'withdrawal-cancelled',
  'challenge-asked',
  'challenge-stands',
  'challenge-corrected',
  'identity-approved',
  'identity-rejected',
  'account-frozen',
  'account-thawed',
  'sessions-ended',
  'two-step-taken-off',
  'terms-changed',
  'stop-out-changed',
  'price-reached',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What is sent with a notice; null where its cause sends its own, or where it belongs to a close, of which no mail is sent. */
const MESSAGE_OF: Readonly<Record<NoticeKind, MessageKind | null>> = {
  'deposit-completed': 'deposit-completed',
  'deposit-rejected': 'deposit-rejected',
  'deposit-invalid': 'deposit-invalid',
  'withdrawal-completed': 'withdrawal-completed',
  'withdrawal-rejected': 'withdrawal-rejected',
  'withdrawal-invalid': 'withdrawal-invalid',
  'withdrawal-cancelled': null,
  // The case says it, and how to answer.
  'challenge-asked': null,
  'challenge-stands': null,
  'challenge-corrected': null,
  'identity-approved': null,
  'identity-rejected': null,
  'account-frozen': 'desk-frozen',
  'account-thawed': 'desk-thawed',
  'sessions-ended': 'desk-signed-out',
  'two-step-taken-off': 'desk-two-step-off',
  'terms-changed': null,
  'stop-out-changed': null,
  // Mailed with the link that turns it off, where the trader wants mails.
  'price-reached': null,
}

/** Sums of money are shown with two digits. */
const AMOUNTS = ['amount', 'fee', 'received'] as const

export interface NewNotice {
  readonly tenant: Tenant
  readonly traderId: bigint
  readonly kind: NoticeKind
  /** Fill the placeholders of the kind's texts: `amount`, `fee` and `received` as decimal text, `currency`, `number`, `reason`. */
  readonly params: Readonly<Record<string, string>>
  readonly now: number
}

export interface Notices {
  tell(tx: Tx, told: NewNotice): Promise<void>
}

/** The list and the push, for causes that send their own mail. */
export async function keepNotice(
  tx: Tx,
  { tenant, traderId, kind, params, now }: Omit<NewNotice, 'tenant'> & { readonly tenant: Pick<Tenant, 'id'> },
): Promise<void> {
  const [row] = await tx.insert(notice).values({ tenantId: tenant.id, traderId, kind, params, createdAt: now }).returning({ id: notice.id })
  if (row === undefined) throw new Error('an insert returns its row')
  const payload: NoticePush = { Kind: 'notice', Id: row.id.toString(), Notice: kind, At: now }
  await writeEvent(tx, { tenantId: tenant.id, traderId: traderId.toString(), topic: 'ACCOUNT_NOTICE', payload }, now)
}

interface Told {
  readonly kind: NoticeKind
  readonly now: number
  readonly told: readonly { readonly traderId: string; readonly params: Readonly<Record<string, string>> }[]
}

/** The same for thousands in one go. */
export async function keepNotices(tx: Tx, tenantId: string, { kind, now, told }: Told): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(({ traderId, params }) => ({ t: traderId, p: params }))
  const kept = await queryRows<{ id: string; trader_id: string }>(
    tx,
    sql`insert into notice (tenant_id, trader_id, kind, params, created_at)
        select ${tenantId}, n.t, ${kind}, n.p, ${String(now)}::text::bigint
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(t bigint, p jsonb)
        returning id::text, trader_id::text`,
  )
  const pushes = kept.map(({ id, trader_id: traderId }) => ({
    tenantId,
    traderId: BigInt(traderId),
    topic: 'ACCOUNT_NOTICE',
    payload: { Kind: 'notice', Id: id, Notice: kind, At: now } satisfies NoticePush,
    createdAt: now,
  }))
  await insertMany(tx, outbox, pushes)
}

export function openNotices({ delivery }: { readonly delivery: Pick<Delivery, 'queue'> }): Notices {
  return {
    async tell(tx, told) {
      await keepNotice(tx, told)
      const kind = MESSAGE_OF[told.kind]
      const row = kind === null ? undefined : await findTrader(tx, told.traderId.toString())
      // By mail where the trader has an address, else by text.
      const to = row?.email ?? row?.mobile
      if (kind === null || row === undefined || !to) return
      const recipient = { channel: row.email === to ? 'email' : 'sms', to } as const
      const { tenant, params, now } = told
      await delivery.queue(tx, { tenant, recipient, language: readLanguage(row.language), kind, values: shownParams(params) }, now)
    },
  }
}

/** What fills the texts that a trader reads; the row keeps the amounts whole. */
export function shownParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const values = { ...params }
  for (const name of AMOUNTS) {
    const amount = values[name]
    if (amount !== undefined && isFixedText(amount)) values[name] = formatBalance(parseFixed(amount))
  }
  return values
}

const KEPT_MS = 365 * DAY_MS

/** What a trader was told a year ago: orders, deposits and records say it all the same. Runs as the owner, over all companies. */
export async function forgetOldNotices(database: Database, now: number): Promise<void> {
  await deleteInBatches(database, notice, lt(notice.createdAt, now - KEPT_MS))
}
