/**
 * The company's audit trail, read newest first by its key.
 *
 * Invariants: nothing is written but that it was looked at. Of an entry's detail only reason, address, trader and the values before
 * and after are shown, so what a writer adds to it is not shown by accident. Who may not freeze sees traders' addresses only masked.
 */
import { and, count, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEvent, listAuditEvents } from '../../contract/desk/audit'
import { PAGE_SIZE } from '../../contract/primitives'
import { AUDIT_ROWS_MAX } from '../../contract/told-limits'
import { readHead } from '../audit/chain-head'
import { badCursor, done } from '../calls/handler'
import { maskedAddress } from '../calls/ip-address'
import type { Tx } from '../db/open-database'
import { readPage } from '../db/read-page'
import { auditEvent, trader } from '../db/schema'
import { changeOf } from './audit-change'
import { rememberLooks } from './audit-look'
import type { CallOperator, DeskCall, DeskHandler } from './desk-handler'

type TrailCall = DeskCall<typeof listAuditEvents>
type EventRow = typeof auditEvent.$inferSelect

export function listAuditEventsHandler(): DeskHandler<typeof listAuditEvents> {
  const recordLook = rememberLooks()
  return async (call) => {
    const { tx, tenant, operator, input } = call
    const wanted = wantedEvents(call)
    const size = Number(input.size ?? PAGE_SIZE)
    // How much of the log a filter leaves differs by a million: each is planned for what was typed, not once for all.
    await tx.execute(sql`set local plan_cache_mode = force_custom_plan`)
    const older = input.before === undefined ? undefined : lt(auditEvent.id, BigInt(input.before))
    const page = await readPage(tx, auditEvent, { list: 'audit', where: and(wanted, older), by: [auditEvent.id], size }, input)
    if (page === undefined) return badCursor()
    const { rows, next } = page
    const some = tx
      .select({ id: auditEvent.id })
      .from(auditEvent)
      .where(wanted)
      .limit(AUDIT_ROWS_MAX + 1)
      .as('some')
    const [all] = await tx.select({ total: count() }).from(some)
    const { ends, settled, newestEvent = settled.audit_event } = await readHead(tx)
    const traders = await namedTraders(tx, tenant.id, rows)
    const end = ends[tenant.id]
    // Last: what is answered does not hold the look itself.
    await recordLook(call, { action: 'audit.viewed', object: `audit:${tenant.id}` })
    return done({
      data: rows.map((row) => ({
        ...shownEvent(row, operator),
        ...shownTrader(traders.get(traderNamedIn(row) ?? '')),
        is_sealed: row.id <= BigInt(newestEvent),
      })),
      total: all?.total ?? 0,
      next,
      chain: { links: end?.seq ?? 0, hash: end?.hash ?? '' },
    })
  }
}

/** What a person typed means itself: `%` and `_` find nothing but themselves. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function wantedEvents({ tenant, input }: TrailCall): SQL | undefined {
  const words = (input.q ?? '').trim()
  const anywhere = `%${literally(words)}%`
  return and(
    eq(auditEvent.tenantId, tenant.id),
    wholeOrBeginning(auditEvent.actor, input.actor),
    wholeOrBeginning(auditEvent.action, input.action),
    wholeOrBeginning(auditEvent.object, input.object),
    input.from === undefined ? undefined : gte(auditEvent.createdAt, Number(input.from)),
    input.to === undefined ? undefined : lt(auditEvent.createdAt, Number(input.to)),
    words === ''
      ? undefined
      : or(
          ilike(auditEvent.actor, anywhere),
          ilike(auditEvent.action, anywhere),
          ilike(auditEvent.object, anywhere),
          sql`${auditEvent.detail} ->> 'reason' ilike ${anywhere}`,
        ),
  )
}

/** `deposit:12` is that deposit and not the 120th; `deposit:` is all of them. */
function wholeOrBeginning(column: typeof auditEvent.actor | typeof auditEvent.action | typeof auditEvent.object, typed = '') {
  const text = typed.trim()
  if (text === '') return undefined
  if (!/[.:]$/.test(text)) return eq(column, text)
  // By bytes, as their index is ordered. Not `like`: row-level security keeps that from an index. No sign stands between a dot and the next.
  const end = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1)
  return sql`${column} ~>=~ ${text} and ${column} ~<~ ${end}`
}

interface EventDetail {
  readonly reason?: unknown
  readonly address?: unknown
  readonly trader?: unknown
  readonly before?: unknown
  readonly after?: unknown
}

function detailOf({ detail }: Pick<EventRow, 'detail'>): EventDetail {
  return typeof detail === 'object' && detail !== null ? detail : {}
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function shownEvent(
  row: EventRow,
  { permissions }: Pick<CallOperator, 'permissions'>,
): Omit<AuditEvent, 'trader_id' | 'trader_uid' | 'is_sealed'> {
  const { reason, address, before, after } = detailOf(row)
  const isWhole = !row.actor.startsWith('trader:') || permissions.has('traders.freeze')
  const from = textOf(address)
  return {
    id: row.id.toString(),
    at: row.createdAt,
    actor: row.actor,
    action: row.action,
    object: row.object,
    change: changeOf(before, after),
    reason: textOf(reason),
    address: isWhole || from === '' ? from : maskedAddress(from),
  }
}

/** Id of the trader whose history shows the entry. */
function traderNamedIn(row: EventRow): string | undefined {
  const named = [textOf(detailOf(row).trader), /^trader:(.*)$/.exec(row.object)?.[1], /^trader:(.*)$/.exec(row.actor)?.[1]]
  return named.find((id) => id !== undefined && /^\d{1,18}$/.test(id))
}

interface NamedTrader {
  readonly id: bigint
  readonly uid: string
  readonly isDemo: boolean
}

async function namedTraders(tx: Tx, tenantId: string, rows: readonly EventRow[]): Promise<ReadonlyMap<string, NamedTrader>> {
  const ids = [...new Set(rows.map(traderNamedIn).filter((id) => id !== undefined))].map(BigInt)
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ id: trader.id, uid: trader.uid, isDemo: trader.isDemo })
    .from(trader)
    .where(and(eq(trader.tenantId, tenantId), inArray(trader.id, ids)))
  return new Map(found.map((one) => [one.id.toString(), one]))
}

function shownTrader(one: NamedTrader | undefined): Pick<AuditEvent, 'trader_id' | 'trader_uid'> {
  return { trader_id: one === undefined || one.isDemo ? '' : one.id.toString(), trader_uid: one?.uid ?? '' }
}
