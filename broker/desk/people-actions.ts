/**
 * What the desk may do to an account: end its sessions, freeze it, thaw it. No password is set here and no money moves.
 *
 * Invariant: the trader's row is held first, so that a sign-in under way waits and then finds what was decided. A freeze of the desk
 * is lifted by the desk alone; trading goes on meanwhile, the stops protect the account's owner.
 */
import { eq } from 'drizzle-orm'
import type { endTraderSessions, freezeTrader, thawTrader } from '../../contract/desk/people'
import { trader } from '../db/schema'
import { done, refused } from '../http/handler'
import type { NoticeKind } from '../notices/notices'
import { forgetKeys } from '../users/account-keys'
import { endSessions } from '../users/session-store'
import { lockTrader } from '../users/trader-lock'
import type { TraderRow } from '../users/trader-row'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'
import type { DeskServices } from './desk-services'
import { type DeskEvent, recordDeskEvent } from './record-desk-event'
import { readReason } from './review-reason'

type Services = Pick<DeskServices, 'notices'>
type PeopleCall = DeskCall<typeof endTraderSessions> | DeskCall<typeof freezeTrader> | DeskCall<typeof thawTrader>

export function endTraderSessionsHandler(services: Services): DeskHandler<typeof endTraderSessions> {
  return async (call) => {
    const reason = readReason(call.input.reason, true)
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    const row = await lockRealTrader(call)
    if (row === undefined) return refused('NOT_FOUND')
    const ended = await endSessions(call.tx, { tenantId: call.tenant.id, traderId: row.id }, call.now)
    await leaveTrace(services, call, row, { action: 'trader.sessions-ended', notice: 'sessions-ended', reason, after: { ended } })
    return done({ ended })
  }
}

export function freezeTraderHandler(services: Services): DeskHandler<typeof freezeTrader> {
  return async (call) => {
    const { tx, tenant, operator, now } = call
    const reason = readReason(call.input.reason, true)
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    const row = await lockRealTrader(call)
    if (row === undefined) return refused('NOT_FOUND')
    if (row.frozenBy !== null) return refused('DESK_ALREADY_DECIDED')
    await tx
      .update(trader)
      .set({ frozenAt: now, frozenBy: operatorActor(operator) })
      .where(eq(trader.id, row.id))
    const ended = await endSessions(tx, { tenantId: tenant.id, traderId: row.id }, now)
    await forgetKeys(tx, row.id)
    const before = { frozen: row.frozenAt !== null }
    await leaveTrace(services, call, row, {
      action: 'trader.frozen',
      notice: 'account-frozen',
      reason,
      before,
      after: { frozen: true, ended },
    })
    return done(null)
  }
}

export function thawTraderHandler(services: Services): DeskHandler<typeof thawTrader> {
  return async (call) => {
    const reason = readReason(call.input.reason, true)
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    const row = await lockRealTrader(call)
    if (row === undefined) return refused('NOT_FOUND')
    if (row.frozenAt === null) return refused('DESK_ALREADY_DECIDED')
    await call.tx.update(trader).set({ frozenAt: null, frozenBy: null }).where(eq(trader.id, row.id))
    const states = { before: { frozen: true, by: row.frozenBy ?? 'owner' }, after: { frozen: false } }
    await leaveTrace(services, call, row, { action: 'trader.thawed', notice: 'account-thawed', reason, ...states })
    return done(null)
  }
}

async function lockRealTrader({ tx, tenant, input }: PeopleCall): Promise<TraderRow | undefined> {
  const row = await lockTrader(tx, input.id)
  return row !== undefined && row.tenantId === tenant.id && !row.isDemo ? row : undefined
}

type Trace = Pick<DeskEvent, 'action' | 'before' | 'after'> & { readonly reason: string; readonly notice: NoticeKind }

/** In the company's log and in the trader's own list. */
async function leaveTrace({ notices }: Services, call: PeopleCall, { id }: TraderRow, { notice: kind, ...event }: Trace): Promise<void> {
  const { tx, tenant, now, touched } = call
  await recordDeskEvent(call, { ...event, object: `trader:${id}`, traderId: id })
  await notices.tell(tx, { tenant, traderId: id, kind, params: { reason: event.reason }, now })
  touched(id)
}
