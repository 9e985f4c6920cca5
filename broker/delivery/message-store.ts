/**
 * The rows of messages on their way out.
 *
 * Invariants: who a message goes to and what it says is in the table only sealed, and is emptied once it was delivered. A claimed row
 * is leased to one worker; what a worker reports after its lease has gone to another one changes nothing.
 */

import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { DAY_MS } from '../../rules/durations'
import { type Database, queryText, type Tx } from '../db/open-database'
import { message } from '../db/schema'
import type { KeyedHash } from '../secrets/keyed-hash'
import { seal, unseal } from '../secrets/seal'
import type { MessageContent } from './compose-message'
import type { MessageKind, Recipient, ShownMessage } from './delivery'

export type Channel = Recipient['channel']

/** Longer than one attempt may take: a message whose worker died is taken up by another one after this. */
const LEASE_MS = 60_000
/** How many messages one worker carries at a time. */
export const BATCH = 5
const KEPT_MS = 7 * DAY_MS
const SHOWN_LIMIT = 100

interface NewMessage {
  readonly tenantId: string
  readonly channel: Channel
  readonly kind: MessageKind
  readonly content: MessageContent
  readonly status: 'queued' | 'shown'
  readonly expiresAt: number | undefined
}

/** A row that is leased to its reader. */
export interface ClaimedMessage {
  readonly tenantId: string
  readonly id: string
  readonly kind: string
  /** This one included. */
  readonly attempts: number
  readonly createdAt: number
  readonly expiresAt: number | null
  /** Null when it was sealed under another master key. */
  readonly content: MessageContent | null
  /** The same for every attempt; tells nobody how many messages there are. */
  readonly reference: string
}

export interface MessageStore {
  insert(tx: Tx, fresh: NewMessage, now: number): Promise<void>
  /** Leases messages that were due at `dueAt`. */
  claim(channel: Channel, dueAt: number, now: number): Promise<ClaimedMessage[]>
  markSent(claimed: ClaimedMessage, now: number): Promise<void>
  retryAt(claimed: ClaimedMessage, nextAttemptAt: number, reason: string): Promise<void>
  bury(claimed: ClaimedMessage, now: number, reason: string): Promise<void>
  /** What waits for a developer's eyes, and what waits in these channels, newest first. */
  shown(tenantId: string, waiting: readonly Channel[], to: string | undefined): Promise<ShownMessage[]>
  /** Buries what has run out and deletes what is over for seven days. */
  cleanUp(now: number): Promise<void>
}

const CLAIM = `
  with due as materialized (
    select tenant_id, id from message
    where status = 'queued' and channel = $1 and next_attempt_at <= $2
    order by next_attempt_at, id limit ${BATCH} for update skip locked
  )
  update message set attempts = attempts + 1, next_attempt_at = $3 from due
  where message.tenant_id = due.tenant_id and message.id = due.id
  returning message.tenant_id, message.id::text as id, kind, sealed, recipient_hash, attempts,
    created_at::text as created_at, expires_at::text as expires_at`

const OWN_LEASE = `tenant_id = $1 and id = $2 and status = 'queued' and attempts = $3`
const MARK_SENT = `update message set status = 'sent', sealed = '', sent_at = $4, last_error = null where ${OWN_LEASE}`
const RETRY = `update message set next_attempt_at = $4, last_error = $5 where ${OWN_LEASE}`
// From here on its time counts towards the clean-up.
const BURY = `update message set status = 'dead', next_attempt_at = $4, last_error = $5 where ${OWN_LEASE}`

const EXPIRE = `update message set status = 'dead', next_attempt_at = $1, last_error = 'expired' where status = 'queued' and expires_at <= $1`
const FORGET = `
  delete from message
  where (status in ('sent', 'shown') and created_at < $1) or (status = 'dead' and next_attempt_at < $1)`

/** Where a message belongs: a row copied to another company, kind or reader does not open. */
const placeOf = (tenantId: string, kind: string, recipientHash: string): string => `message/${tenantId}/${kind}/${recipientHash}`

export function messageStore(parts: {
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly keyedHash: KeyedHash
}): MessageStore {
  const { database, masterKey, keyedHash } = parts
  const recipientHashOf = (tenantId: string, channel: Channel, to: string) => keyedHash(`message/${tenantId}`, `${channel}:${to}`)
  const open = (tenantId: string, kind: string, recipientHash: string, sealed: string): MessageContent | null => {
    const opened = unseal(masterKey, placeOf(tenantId, kind, recipientHash), sealed)
    return opened === null ? null : (JSON.parse(opened.toString('utf8')) as MessageContent)
  }
  const claimedOf = (row: Record<string, unknown>): ClaimedMessage => {
    const [tenantId, id, kind] = [String(row.tenant_id), String(row.id), String(row.kind)]
    return {
      tenantId,
      id,
      kind,
      attempts: Number(row.attempts),
      createdAt: Number(row.created_at),
      expiresAt: row.expires_at === null ? null : Number(row.expires_at),
      content: open(tenantId, kind, String(row.recipient_hash), String(row.sealed)),
      reference: keyedHash('message-reference', `${tenantId}/${id}`).slice(0, 32),
    }
  }
  const report = (text: string, { tenantId, id, attempts }: ClaimedMessage, ...rest: (string | number)[]) =>
    database.system(async (tx) => void (await queryText(tx, text, [tenantId, id, attempts, ...rest])))
  return {
    async insert(tx, { tenantId, channel, kind, content, status, expiresAt }, now) {
      const recipientHash = recipientHashOf(tenantId, channel, content.to)
      const sealed = seal(masterKey, placeOf(tenantId, kind, recipientHash), Buffer.from(JSON.stringify(content)))
      await tx.insert(message).values({
        tenantId,
        channel,
        kind,
        sealed,
        recipientHash,
        status,
        nextAttemptAt: now,
        expiresAt: expiresAt ?? null,
        createdAt: now,
      })
    },
    claim: (channel, dueAt, now) =>
      database.system(async (tx) => (await queryText(tx, CLAIM, [channel, dueAt, now + LEASE_MS])).map(claimedOf)),
    markSent: (claimed, now) => report(MARK_SENT, claimed, now),
    retryAt: (claimed, nextAttemptAt, reason) => report(RETRY, claimed, nextAttemptAt, reason),
    bury: (claimed, now, reason) => report(BURY, claimed, now, reason),
    async shown(tenantId, waiting, to) {
      const isWaiting = waiting.length === 0 ? undefined : and(eq(message.status, 'queued'), inArray(message.channel, [...waiting]))
      const addressed = to === undefined ? undefined : (['email', 'sms'] as const).map((channel) => recipientHashOf(tenantId, channel, to))
      const rows = await database.withTenant(tenantId, (tx) =>
        tx
          .select()
          .from(message)
          .where(
            and(
              eq(message.tenantId, tenantId),
              or(eq(message.status, 'shown'), isWaiting),
              addressed && inArray(message.recipientHash, addressed),
            ),
          )
          .orderBy(desc(message.id))
          .limit(SHOWN_LIMIT),
      )
      return rows.flatMap(({ kind, channel, recipientHash, sealed, createdAt }) => {
        const content = open(tenantId, kind, recipientHash, sealed)
        if (content === null) return []
        return [{ channel, to: content.to, subject: content.subject, text: content.text, code: content.code, at: createdAt }]
      })
    },
    cleanUp: (now) =>
      database.system(async (tx) => {
        await queryText(tx, EXPIRE, [now])
        await queryText(tx, FORGET, [now - KEPT_MS])
      }),
  }
}
