/**
 * Carries out one call of the desk whose address and transport are already right: session, company, permission, parameters,
 * idempotency, handler; in this order, so that an operator learns nothing about what they may not use.
 *
 * Invariants: the permission is looked up in the company the call names, from the roles as they are now; a company in which the operator
 * has no role does not exist for them. A call runs in one transaction of its company and an outcome that is not ok undoes all of
 * it. The permission is looked at again in it, and an operator cannot be shut out before it ends (operator-standing.ts). What the
 * company's site is (closed, winding down) does not matter here.
 */
import type { DeskEndpointName } from '../../contract/desk'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { permissionsOf } from '../../contract/desk/roles'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { CallClient } from '../calls/handler'
import { parseParameters, type RawParameters } from '../calls/read-parameters'
import { type CallAnswer, finish, refusal } from '../calls/write-answer'
import type { Tx } from '../db/open-database'
import { type AfterTasks, inCallTransaction, runOnce, withAfterTasks } from '../idempotency/run-once'
import { tokenHashOf } from '../secrets/session-token'
import { type CallOperator, type Colleague, type DeskCall, type DeskHandler, type DeskHandlers, isOwnCall } from './desk-handler'
import type { DeskServices } from './desk-services'
import { findOperatorSession, type OperatorSession } from './operator-sessions'
import { holdPermission, mayStill } from './operator-standing'
import { colleaguesIn, rolesIn } from './operators'
import type { OwnOutcome, SessionHandlers, SignedInCall } from './session-handlers'

interface DeskCallServices extends Pick<DeskServices, 'database' | 'directory' | 'clock' | 'texts'> {
  readonly handlers: DeskHandlers
  readonly own: SessionHandlers
  /** Checks every answer against the contract; for tests and development. */
  readonly checksOutput: boolean
  /** Called after every call that was committed: a look at papers is written down, too. */
  committed(done: { readonly tenantId: string; readonly isChange: boolean; readonly touched: readonly bigint[] }): void
}

export interface IncomingDeskCall {
  readonly name: DeskEndpointName
  readonly endpoint: DeskEndpoint
  readonly headers: Headers
  readonly raw: RawParameters
  readonly language: Language
  readonly requestId: string
  readonly client: CallClient
}

/** Calls that need to know who else works in the company: operators stand outside the companies' own rows. */
const WITH_COLLEAGUES: ReadonlySet<DeskEndpointName> = new Set(['listApprovers'] satisfies DeskEndpointName[])

/** What a page of the desk asks by itself: an operator who is away does not stay signed in by it. */
const UNSEEN: ReadonlySet<DeskEndpointName> = new Set(['createDeskTicket', 'getDeskCounts'] satisfies DeskEndpointName[])

export async function answerDeskCall(services: DeskCallServices, incoming: IncomingDeskCall): Promise<CallAnswer> {
  const { endpoint, name, raw, headers } = incoming
  const now = services.clock.now()
  if (endpoint.access === 'anyone' && isOwnCall(name)) return answerOwn(services, incoming, services.own[name] as OwnHandler, null, now)
  const hash = tokenHashOf(headers)
  const isSeen = !UNSEEN.has(name)
  const session = hash === undefined ? null : await services.database.system((tx) => findOperatorSession(tx, hash, now, { isSeen }))
  if (session === null) return refusal(services, incoming, { ok: false, error: 'SESSION_INVALID' })
  if (isOwnCall(name)) return answerOwn(services, incoming, services.own[name] as OwnHandler, session, now)
  const tenant = namedCompany(services, raw)
  const roles = tenant === undefined ? [] : rolesIn(session.operator, tenant.id)
  if (tenant === undefined || roles.length === 0) return refusal(services, incoming, { ok: false, error: 'COMPANY_UNKNOWN' })
  const permissions = permissionsOf(roles)
  const { access } = endpoint
  if (access !== 'operator' && (access === 'anyone' || !permissions.has(access)))
    return refusal(services, incoming, { ok: false, error: 'DESK_FORBIDDEN' })
  const { id, name: operatorName, displayName } = session.operator
  return answerForCompany(services, incoming, services.handlers[name] as DeskHandler<DeskEndpoint>, {
    tenant,
    operator: { id: id.toString(), name: operatorName, displayName, permissions },
    colleagues: WITH_COLLEAGUES.has(name) ? await services.database.system((tx) => colleaguesIn(tx, tenant.id)) : [],
    now,
  })
}

function namedCompany({ directory }: DeskCallServices, raw: RawParameters): Tenant | undefined {
  const named = raw.filter(([name]) => name === 'company')
  const [first] = named
  return named.length === 1 && typeof first?.[1] === 'string' ? directory.byId(first[1]) : undefined
}

type OwnHandler = (call: SignedInCall<DeskEndpoint>) => Promise<OwnOutcome<unknown>>

async function answerOwn(
  services: DeskCallServices,
  incoming: IncomingDeskCall,
  handler: OwnHandler,
  session: OperatorSession | null,
  now: number,
): Promise<CallAnswer> {
  const { endpoint, raw, client } = incoming
  const input = parseParameters(endpoint, raw)
  if (!input.ok)
    return refusal(services, incoming, { ok: false, error: input.error, details: { ...input.details, parameter: input.parameter ?? '' } })
  const outcome = await handler({ input: input.value, client, now, session: session as OperatorSession })
  const answer = finish(services, incoming, outcome)
  return 'retryAfterMs' in outcome ? { ...answer, retryAfterMs: outcome.retryAfterMs } : answer
}

interface Acting {
  readonly tenant: Tenant
  readonly operator: CallOperator
  readonly colleagues: readonly Colleague[]
  readonly now: number
}

async function answerForCompany(
  services: DeskCallServices,
  incoming: IncomingDeskCall,
  handler: DeskHandler<DeskEndpoint>,
  acting: Acting,
): Promise<CallAnswer> {
  const { name, endpoint, raw, headers } = incoming
  const { tenant, operator, now } = acting
  const input = parseParameters(endpoint, raw)
  if (!input.ok)
    return refusal(services, incoming, { ok: false, error: input.error, details: { ...input.details, parameter: input.parameter ?? '' } })

  return withAfterTasks((after) =>
    inCallTransaction(services.database, tenant.id, after, async (tx) => {
      if (!(await holdPermission(tx, { tenantId: tenant.id, operator, access: endpoint.access })))
        return refusal(services, incoming, { ok: false, error: 'DESK_FORBIDDEN' })
      const touched = new Set<bigint>()
      return runOnce(tx, after, {
        // Nobody's id but an operator's begins so: the keys of traders and operators never meet.
        scope: { tenantId: tenant.id, traderId: `operator:${operator.id}`, call: name, input: input.value as Record<string, unknown>, now },
        headers,
        changesState: endpoint.changesState,
        canUndo: true,
        run: (inner) => handler(deskCallOf(incoming, acting, { input: input.value, tx: inner, after, touched })),
        write: (outcome) => finish(services, incoming, outcome),
        objectOf: () => '',
        tookEffect: () => services.committed({ tenantId: tenant.id, isChange: endpoint.changesState, touched: [...touched] }),
      })
    }),
  )
}

interface Open {
  readonly input: unknown
  readonly tx: Tx
  readonly after: AfterTasks
  readonly touched: Set<bigint>
}

function deskCallOf(
  { endpoint: { access }, language, requestId, client }: IncomingDeskCall,
  { tenant, operator, colleagues, now }: Acting,
  { input, tx, after, touched }: Open,
): DeskCall<DeskEndpoint> {
  return {
    input,
    tenant,
    operator,
    colleagues,
    stillMay: (actor) => mayStill(tx, tenant.id, access, actor),
    tx,
    language,
    now,
    requestId,
    client,
    afterCommit: (task) => after.commit.push(task),
    inDoubt: (task) => after.doubt.push(task),
    touched: (traderId) => touched.add(traderId),
  }
}
