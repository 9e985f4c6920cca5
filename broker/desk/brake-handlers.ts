/**
 * The brake of the risk desk: set by one operator for ten minutes, kept longer or lifted early by two.
 *
 * Invariants: all brakes of a company stand behind one lock, so two that come at once are judged one after the other; what is in force
 * follows after the commit and never before; who asks is never who agrees (the store itself holds that too), and only while they still
 * may act at all.
 */
import { and, eq, sql } from 'drizzle-orm'
import { BRAKE_MINUTES, EVERY_INSTRUMENT } from '../../contract/desk/brake-terms'
import type { askBrake, BrakeSpan, decideBrake, setBrake } from '../../contract/desk/risk'
import { HOUR_MS, MINUTE_MS } from '../../rules/durations'
import type { BrakeFact } from '../../rules/reexecute/brakes-in-force'
import type { AuditAction } from '../audit-trail/audit-actions'
import { type BrakeRow, isAsking, isOver, standingBrakes } from '../brakes/brake-store'
import type { Brakes } from '../brakes/brakes'
import { done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { riskControl } from '../db/schema'
import { noteFact } from '../log/note-fact'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { nameOf } from './brakes-shown'
import { type DeskCall, type DeskHandler, operatorActor, type SomeDeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'
import { recordDeskEvent } from './record-desk-event'

type BrakeServices = Pick<DeskServices, 'market' | 'database' | 'logger' | 'bus'> & { readonly brakes: Brakes }
type BrakeCall = DeskCall<typeof setBrake> | DeskCall<typeof askBrake> | DeskCall<typeof decideBrake>

/** Any number; with the company's own it keeps two brakes of a company apart. */
const BRAKES_LOCK = 7_236_122

export function brakeHandlers(services: BrakeServices) {
  return { setBrake: setHandler(services), askBrake: askHandler(services), decideBrake: decideHandler(services) } satisfies SomeDeskHandlers
}

function setHandler(services: BrakeServices): DeskHandler<typeof setBrake> {
  return async (call) => {
    const { tx, tenant, input, operator, now } = call
    const { target, mode, span, reason } = input
    if (reason === '') return refused('DESK_REASON_REQUIRED')
    if (target !== EVERY_INSTRUMENT && services.market.instrument(target)?.code !== target) return refused('INSTRUMENT_NOT_FOUND')
    await lockBrakes(tx, tenant.id)
    const standing = (await standingBrakes(tx, tenant.id)).find((row) => row.target === target)
    if (standing !== undefined) {
      // One that two people keep is not replaced by one that ends in ten minutes.
      const isTighter = standing.mode === 'close-only' && mode === 'off' && standing.keptBy === null
      if (!isOver(standing, now) && !isTighter) return refused('DESK_BRAKE_STANDS', { by: nameOf(standing.setBy) })
      await change(call, standing, { endedAt: isOver(standing, now) ? (standing.until ?? now) : now })
    }
    const actor = operatorActor(operator)
    const asks = span === 'ten-minutes' ? {} : askChange(call, 'keep', span, reason)
    const [row] = await tx
      .insert(riskControl)
      .values({ tenantId: tenant.id, target, mode, reason, setBy: actor, setAt: now, until: now + BRAKE_MINUTES * MINUTE_MS, ...asks })
      .returning()
    if (row === undefined) throw new Error('the brake was not written')
    await noteBrake(call, row, { mode, until: row.until })
    await record(call, 'risk.brake_set', row, { mode, until: row.until, ...(span !== 'ten-minutes' && { asked: span }) }, reason)
    await layAfter(services, call)
    return done({ id: row.id.toString() })
  }
}

function askHandler(services: BrakeServices): DeskHandler<typeof askBrake> {
  return async (call) => {
    const { tx, tenant, input, now } = call
    const { what, span = 'hour', reason } = input
    if (reason === '') return refused('DESK_REASON_REQUIRED')
    await lockBrakes(tx, tenant.id)
    const row = await findBrake(tx, tenant.id, input.id)
    if (row === undefined || isOver(row, now)) return refused('NOT_FOUND')
    if (isAsking(row, now)) return refused('DESK_BRAKE_STANDS', { by: nameOf(row.askBy) })
    await change(call, row, askChange(call, what, span, reason))
    await record(call, 'risk.brake_asked', row, { asked: what === 'lift' ? what : span }, reason)
    await layAfter(services, call)
    return done({ id: input.id })
  }
}

function decideHandler(services: BrakeServices): DeskHandler<typeof decideBrake> {
  return async (call) => {
    const { tx, tenant, input, operator, now } = call
    await lockBrakes(tx, tenant.id)
    const row = await findBrake(tx, tenant.id, input.id)
    if (row === undefined) return refused('NOT_FOUND')
    if (row.endedAt !== null || row.askStatus !== 'waiting') return refused('DESK_ALREADY_DECIDED', { by: nameOf(row.decidedBy) })
    if (!isAsking(row, now)) return refused('DESK_CHANGE_STALE')
    const actor = operatorActor(operator)
    const decided = { decidedBy: actor, decidedAt: now }
    if (input.decision === 'refuse') {
      await change(call, row, { askStatus: 'refused', ...decided })
      await record(call, 'risk.brake_ask_refused', row, { asked: row.ask })
      await layAfter(services, call)
      return done({ status: 'refused' as const })
    }
    if (row.askBy === actor) return refused('DESK_SAME_PERSON')
    if (!(await call.stillMay(row.askBy))) return refused('DESK_CHANGE_STALE')
    const isLift = row.ask === 'lift'
    await change(call, row, {
      askStatus: 'approved',
      ...decided,
      ...(isLift ? { endedAt: now } : { until: row.askUntil, keptBy: actor }),
    })
    await noteBrake(call, row, isLift ? { mode: 'lifted', until: now } : { mode: row.mode, until: row.askUntil })
    await record(call, isLift ? 'risk.brake_lifted' : 'risk.brake_kept', row, isLift ? {} : { until: row.askUntil })
    await layAfter(services, call)
    return done({ status: 'approved' as const })
  }
}

function askChange({ operator, now }: BrakeCall, ask: 'keep' | 'lift', span: BrakeSpan, askReason: string) {
  const askUntil = ask === 'lift' || span === 'open' ? null : now + (span === 'hour' ? HOUR_MS : BRAKE_MINUTES * MINUTE_MS)
  return {
    ask,
    askUntil,
    askReason,
    askBy: operatorActor(operator),
    askAt: now,
    askStatus: 'waiting' as const,
    decidedBy: null,
    decidedAt: null,
  }
}

async function findBrake(tx: Tx, tenantId: string, id: string): Promise<BrakeRow | undefined> {
  const [row] = await tx
    .select()
    .from(riskControl)
    .where(and(eq(riskControl.tenantId, tenantId), eq(riskControl.id, BigInt(id))))
  return row
}

async function change({ tx, tenant }: BrakeCall, { id }: BrakeRow, values: Partial<typeof riskControl.$inferInsert>): Promise<void> {
  await tx
    .update(riskControl)
    .set(values)
    .where(and(eq(riskControl.tenantId, tenant.id), eq(riskControl.id, id)))
}

/** In the log: whoever executes a day again knows why a waiting order was not filled. */
async function noteBrake({ tx, tenant, now: at }: BrakeCall, { target }: BrakeRow, value: BrakeFact['value']): Promise<void> {
  const document = canonicalText({ kind: 'settings', area: 'brake', target, value, at } satisfies BrakeFact)
  await noteFact(tx, tenant.id, { kind: 'settings', hash: Buffer.from(sha256Hex(document), 'hex'), document, at })
}

function record(call: BrakeCall, action: AuditAction, row: BrakeRow, after: Record<string, unknown>, reason?: string): Promise<void> {
  return recordDeskEvent(call, { action, object: `risk_control:${row.id}`, reason, after: { instrument: row.target, ...after } })
}

/** What is in force follows once it is committed. */
async function layAfter(services: BrakeServices, { tx, tenant, afterCommit, inDoubt }: BrakeCall): Promise<void> {
  const { brakes, bus, database, logger } = services
  const tell = () => bus.tell('brakes', { tenantId: tenant.id })
  const rows = await standingBrakes(tx, tenant.id)
  afterCommit(() => {
    brakes.lay(tenant.id, rows)
    tell()
  })
  // Nobody knows whether it was committed: what the store holds is what is laid.
  inDoubt(() => {
    tell()
    database
      .withTenant(tenant.id, (again) => standingBrakes(again, tenant.id))
      .then(
        (present) => brakes.lay(tenant.id, present),
        (error: unknown) => logger.error({ err: error }, 'the brakes of a company could not be read again'),
      )
  })
}

async function lockBrakes(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${BRAKES_LOCK}, hashtext(${tenantId}))`)
}
