/**
 * What the desk may do to an account: end its sessions, freeze it, thaw it, take two-step sign-in off. No password is set here and no
 * money moves.
 *
 * Invariant: the trader's row is held first, so that a sign-in under way waits and then finds what was decided. A freeze of the desk
 * is lifted by the desk alone; trading goes on meanwhile, the stops protect the account's owner. Two-step sign-in is taken off by two
 * operators, both of whom still may when it is done; payouts wait afterwards.
 */
import { eq } from 'drizzle-orm'
import type { endTraderSessions, freezeTrader, keepTwoStep, takeTwoStepOff, thawTrader } from '../../contract/desk/people'
import { nextStanding, standingOf } from '../../rules/account-standing'
import { done, refused } from '../calls/handler'
import { trader } from '../db/schema'
import type { NoticeKind } from '../notices/notices'
import { forgetKeys } from '../sessions/account-keys'
import { endSessions } from '../sessions/session-store'
import { dropTwoStep, NOBODY_ASKS } from '../sign-in/drop-two-step'
import { heldFromNow } from '../traders/payout-hold'
import { lockTrader } from '../traders/trader-lock'
import type { TraderRow } from '../traders/trader-row'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'
import type { DeskServices } from './desk-services'
import { type DeskEvent, recordDeskEvent } from './record-desk-event'
import { readReason } from './review-reason'

type Services = Pick<DeskServices, 'notices'>
type PeopleEndpoint = typeof endTraderSessions | typeof freezeTrader | typeof thawTrader | typeof takeTwoStepOff | typeof keepTwoStep
type PeopleCall = DeskCall<PeopleEndpoint>

export function endTraderSessionsHandler(services: Services): DeskHandler<typeof endTraderSessions> {
  return onTrader(async (call, row, reason) => {
    const ended = await endSessions(call.tx, { tenantId: call.tenant.id, traderId: row.id }, call.now)
    await leaveTrace(services, call, row, { action: 'trader.sessions-ended', notice: 'sessions-ended', reason, after: { ended } })
    return done({ ended })
  })
}

export function freezeTraderHandler(services: Services): DeskHandler<typeof freezeTrader> {
  return onTrader(async (call, row, reason) => {
    const { tx, tenant, operator, now } = call
    if (nextStanding(standingOf(row), 'company-freezes') === null) return refused('DESK_ALREADY_DECIDED')
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
  })
}

export function thawTraderHandler(services: Services): DeskHandler<typeof thawTrader> {
  return onTrader(async (call, row, reason) => {
    if (nextStanding(standingOf(row), 'company-unfreezes') === null) return refused('DESK_ALREADY_DECIDED')
    await call.tx.update(trader).set({ frozenAt: null, frozenBy: null }).where(eq(trader.id, row.id))
    const states = { before: { frozen: true, by: row.frozenBy ?? 'owner' }, after: { frozen: false } }
    await leaveTrace(services, call, row, { action: 'trader.thawed', notice: 'account-thawed', reason, ...states })
    return done(null)
  })
}

export function takeTwoStepOffHandler(services: Services): DeskHandler<typeof takeTwoStepOff> {
  return onTrader(async (call, row, reason) => {
    const { tx, tenant, operator, now } = call
    if (row.twoStepSince === null) return refused('DESK_ALREADY_DECIDED')
    const first = row.twoStepOffBy
    if (first === operatorActor(operator)) return refused('DESK_SAME_PERSON')
    if (!(await call.stillMay(first))) {
      await tx
        .update(trader)
        .set({ twoStepOffBy: operatorActor(operator), twoStepOffAt: now, twoStepOffReason: reason })
        .where(eq(trader.id, row.id))
      await recordDeskEvent(call, { action: 'trader.two-step-off-asked', object: `trader:${row.id}`, traderId: row.id, reason })
      return done({ outcome: 'asked' as const })
    }
    await dropTwoStep(tx, row)
    const heldUntil = heldFromNow(tenant, row, now)
    await tx.update(trader).set({ payoutsHeldUntil: heldUntil }).where(eq(trader.id, row.id))
    const ended = await endSessions(tx, { tenantId: tenant.id, traderId: row.id }, now)
    await forgetKeys(tx, row.id)
    await leaveTrace(services, call, row, {
      action: 'trader.two-step-off',
      notice: 'two-step-taken-off',
      reason,
      before: { two_step: true, asked_by: first ?? '' },
      after: { two_step: false, ended, payouts_held_until: heldUntil },
    })
    return done({ outcome: 'off' as const })
  })
}

export function keepTwoStepHandler(): DeskHandler<typeof keepTwoStep> {
  return onTrader(async (call, row, reason) => {
    if (row.twoStepOffBy === null) return refused('DESK_ALREADY_DECIDED')
    await call.tx.update(trader).set(NOBODY_ASKS).where(eq(trader.id, row.id))
    const before = { asked_by: row.twoStepOffBy }
    await recordDeskEvent(call, { action: 'trader.two-step-kept', object: `trader:${row.id}`, traderId: row.id, reason, before })
    return done(null)
  })
}

/** Holds the trader's row, and has a reason for what is done to the account. */
function onTrader<E extends PeopleEndpoint>(
  decide: (call: DeskCall<E>, row: TraderRow, reason: string) => ReturnType<DeskHandler<E>>,
): DeskHandler<E> {
  return async (call) => {
    const reason = readReason(call.input.reason, true)
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    const row = await lockRealTrader(call)
    return row === undefined ? refused('NOT_FOUND') : decide(call, row, reason)
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
