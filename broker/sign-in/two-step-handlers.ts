/**
 * Two-step sign-in: turning it on and off, recovery codes, and a code given again in a running session.
 *
 * Invariant: nothing is on before a code has proven that the authenticator holds the secret; a secret that is being set up opens
 * nothing. Who sets it up proves to be the owner first: a stolen session must not shut the owner out.
 */
import { eq } from 'drizzle-orm'
import { generateURI } from 'otplib'
import type { Endpoint, OutputOf } from '../../contract/endpoint'
import { STEP_UP_MINUTES } from '../../contract/told-limits'
import type { confirmTwoStep, disableTwoStep, enableTwoStep, getTwoStep, renewRecoveryCodes, startTwoStep } from '../../contract/two-step'
import { MINUTE_MS } from '../../rules/durations'
import {
  done,
  forTrader,
  type Handler,
  inOwnTransactions,
  type Outcome,
  type Preparing,
  refused,
  type SomeHandlers,
  type TraderCall,
  withPreparation,
} from '../calls/handler'
import { session, trader } from '../db/schema'
import { endSessions } from '../sessions/session-store'
import { auditAccount } from '../traders/account-audit'
import { lockTrader } from '../traders/trader-lock'
import { findTrader, type TraderRow } from '../traders/trader-row'
import { dropTwoStep } from './drop-two-step'
import { loginTwoStepHandler } from './login-two-step'
import { notMeLink } from './not-me-link'
import { judgeOwner, type OwnerProof, takeOwnerProof } from './owner-proof'
import { codesLeft, renewCodes } from './recovery-codes'
import { tellOwner } from './tell-owner'
import { newTwoStepSecret, plainCode, sealTwoStepSecret, takeAuthenticatorCode, takeCode } from './two-step-code'
import type { UserServices } from './user-services'

const STEP_UP_MS = STEP_UP_MINUTES * MINUTE_MS

export function twoStepHandlers(services: UserServices) {
  return {
    loginTwoStep: inOwnTransactions(loginTwoStepHandler(services)),
    getTwoStep: getHandler,
    startTwoStep: startHandler(services),
    enableTwoStep: enableHandler(services),
    disableTwoStep: disableHandler(services),
    renewRecoveryCodes: renewHandler(services),
    confirmTwoStep: confirmHandler(services),
  } satisfies SomeHandlers
}

const getHandler: Handler<typeof getTwoStep> = forTrader(async ({ tx, trader: caller }) => {
  const since = (await findTrader(tx, caller.id))?.twoStepSince ?? null
  if (since === null) return done({ is_on: 0, turned_on_at: 0, recovery_codes_left: 0 })
  return done({ is_on: 1, turned_on_at: since, recovery_codes_left: await codesLeft(tx, caller.id) })
})

/** The owner gives the proof here and not when it is turned on: only who was given the secret can turn it on. */
function startHandler(services: UserServices): Handler<typeof startTwoStep> {
  return withPreparation(
    async (call: Preparing<typeof startTwoStep>) => done(await judgeOwner(services, call)),
    (judged: Outcome<OwnerProof>) =>
      forTrader<typeof startTwoStep>(async (open) => {
        const { tx, tenant } = open
        const row = await lockCaller(open)
        if (!judged.ok) return judged
        if (row.twoStepSince !== null) return refused('TWO_STEP_ALREADY_ON')
        const proven = await takeOwnerProof(services, open, row, judged.data)
        if (!proven.ok) return proven
        const secret = newTwoStepSecret()
        await tx
          .update(trader)
          .set({ twoStepSecret: sealTwoStepSecret(services.masterKey, row, secret), twoStepLastStep: null })
          .where(eq(trader.id, row.id))
        return done({ secret, uri: generateURI({ issuer: tenant.name, label: row.email ?? row.mobile ?? row.uid, secret }) })
      }),
  )
}

function enableHandler(services: UserServices): Handler<typeof enableTwoStep> {
  return forTrader(async (call) => {
    const { tx, tenant, input, now, language, trader: caller } = call
    if (plainCode(input.code) === '') return refused('CODE_REQUIRED')
    const row = await lockCaller(call)
    if (row.twoStepSince !== null) return refused('TWO_STEP_ALREADY_ON')
    if (row.twoStepSecret === null) return refused('TWO_STEP_NOT_STARTED')
    if (!(await takeAuthenticatorCode(tx, services, row, input.code, now))) return refused('TWO_STEP_CODE_WRONG')
    await tx.update(trader).set({ twoStepSince: now }).where(eq(trader.id, row.id))
    const codes = await renewCodes(tx, services.keyedHash, row)
    // Sessions that began with a password alone must not outlive the day it stopped being enough.
    const owner = { tenantId: tenant.id, traderId: row.id }
    const ended = await endSessions(tx, { ...owner, except: caller.sessionHash }, now)
    await auditAccount(tx, owner, 'account.two-step-on', { ended }, now)
    const values = { time: String(now), link: await notMeLink(tx, tenant, row, now) }
    await tellOwner(tx, services, { tenant, row, language, kind: 'two-step-on', values }, now)
    return done({ recovery_codes: codes })
  })
}

function disableHandler(services: UserServices): Handler<typeof disableTwoStep> {
  return withCode(services, async ({ tx, tenant, now, language }, row) => {
    await dropTwoStep(tx, row)
    await auditAccount(tx, { tenantId: tenant.id, traderId: row.id }, 'account.two-step-off', {}, now)
    await tellOwner(tx, services, { tenant, row, language, kind: 'two-step-off', values: { time: String(now) } }, now)
    return null
  })
}

function renewHandler(services: UserServices): Handler<typeof renewRecoveryCodes> {
  return withCode(services, async ({ tx, tenant, now }, row) => {
    await auditAccount(tx, { tenantId: tenant.id, traderId: row.id }, 'account.recovery-codes-renewed', {}, now)
    return { recovery_codes: await renewCodes(tx, services.keyedHash, row) }
  })
}

function confirmHandler(services: UserServices): Handler<typeof confirmTwoStep> {
  return withCode(services, async ({ tx, now, trader: caller }) => {
    const until = now + STEP_UP_MS
    await tx.update(session).set({ stepUpUntil: until }).where(eq(session.tokenHash, caller.sessionHash))
    return { until }
  })
}

type CodeEndpoint = typeof disableTwoStep | typeof renewRecoveryCodes | typeof confirmTwoStep

/** A call that takes a code of two-step sign-in that is on, and uses it up. */
function withCode<E extends CodeEndpoint>(
  services: UserServices,
  work: (call: TraderCall<E>, row: TraderRow) => Promise<OutputOf<E>>,
): Handler<E> {
  return forTrader<E>(async (call) => {
    const { code } = call.input as { readonly code: string }
    if (plainCode(code) === '') return refused('CODE_REQUIRED')
    const row = await lockCaller(call)
    if (row.twoStepSince === null) return refused('TWO_STEP_NOT_ON')
    if (!(await takeCode(call.tx, services, row, code, call.now))) return refused('TWO_STEP_CODE_WRONG')
    return done(await work(call, row))
  })
}

async function lockCaller({ tx, trader: caller }: Pick<TraderCall<Endpoint>, 'tx' | 'trader'>): Promise<TraderRow> {
  const row = await lockTrader(tx, caller.id)
  if (row === undefined) throw new Error('a session without its trader')
  return row
}
