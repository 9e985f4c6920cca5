/**
 * Carries out one call whose address and transport are already right: company, session, company state, actor, parameters,
 * idempotency, handler; in this order, so that a caller learns nothing about what it may not use.
 *
 * Invariant: a signed-in call sees the database only in the transaction of its own company, and the session is checked in it.
 */
import { createHash } from 'node:crypto'
import { type Endpoint, SUCCESS_CODE } from '../../contract/endpoint'
import type { EndpointName } from '../../contract/index'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { type Call, type CallClient, done, type Handler, type Outcome, type SomeHandlers, type Upload } from '../calls/handler'
import type { Budgets } from '../calls/open-budgets'
import { parseParameters, type RawParameters } from '../calls/read-parameters'
import { type CallAnswer, finish, type Refusal, refusal } from '../calls/write-answer'
import { statusRefusal } from '../companies/company-status'
import { isLeftOut } from '../companies/left-out'
import type { Database, Tx } from '../db/open-database'
import type { HostOwner, TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { Texts } from '../ground/texts'
import { type AfterTasks, inCallTransaction, runOnce, withAfterTasks } from '../idempotency/run-once'
import { tokenHashOf } from '../secrets/session-token'
import { companyOfSession, findSession, type Session } from '../sessions/session-store'
import { drawBudgets } from './call-budgets'
import type { ReadTogether } from './read-together'

export interface CallServices {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly handlers: SomeHandlers
  readonly texts: Texts
  readonly clock: Clock
  readonly budgets: Budgets
  /** Checks every answer against the contract; for tests and development, where a mismatch must be loud. */
  readonly checksOutput: boolean
  /** Called after every committed change, with the trader who made it and the call: events may wait in the outbox. */
  onCommitted(tenantId: string, traderId: string | null, call: EndpointName): void
}

/** What carries out calls: the services, and what calls do for each other. */
export interface CallRoom extends CallServices {
  readonly readTogether: ReadTogether<CallAnswer>
}

interface IncomingCall {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly headers: Headers
  readonly owner: HostOwner
  /** What the client says its company is; looked at on a shared host only, and only where no session decides. */
  readonly namedCompany: string | undefined
  readonly raw: RawParameters
  readonly language: Language
  readonly requestId: string
  readonly client: CallClient
  readonly upload: Upload | null
}

interface Caller {
  readonly tenant: Tenant | null
  readonly session: Session | null
  readonly tx: Tx | null
}

export async function answerCall(services: CallRoom, incoming: IncomingCall): Promise<CallAnswer> {
  const { database, directory } = services
  const { endpoint, owner } = incoming
  const now = services.clock.now()
  const hash = tokenHashOf(incoming.headers)
  const needsSession = endpoint.actor !== 'anonymous'
  if (needsSession && hash === undefined) return refusal(services, incoming, { ok: false, error: 'SESSION_INVALID' })

  let tenant = owner.kind === 'tenant' ? owner.tenant : null
  if (tenant === null && hash !== undefined) tenant = directory.byId((await companyOfSession(database, hash, now)) ?? '') ?? null
  if (needsSession && tenant === null) return refusal(services, incoming, { ok: false, error: 'SESSION_INVALID' })
  if (tenant === null && incoming.namedCompany !== undefined) {
    tenant = directory.byId(incoming.namedCompany) ?? null
    if (tenant === null) return refusal(services, incoming, { ok: false, error: 'COMPANY_UNKNOWN' })
  }

  const drawn = await drawBudgets(services.budgets, database, {
    ...incoming,
    tenantId: tenant?.id ?? '',
    tokenHash: hash,
    clientAddress: incoming.client.address,
    now,
  })
  if (!drawn.ok) return { ...refusal(services, incoming, { ok: false, error: 'TOO_MANY_REQUESTS' }), retryAfterMs: drawn.retryAfterMs }
  const answer = await carryOut(services, incoming, { tenant, hash, now })
  await drawn.settle(answer.code)
  return answer
}

async function carryOut(services: CallRoom, incoming: IncomingCall, arriving: Omit<Arrived, 'preparation'>): Promise<CallAnswer> {
  const { tenant, hash, now } = arriving
  const preparation = await prepare(services, incoming, tenant, hash, now)
  if (!preparation.ok) return refusal(services, incoming, preparation)
  const answer = await withAfterTasks((after) =>
    runInTransaction(services, incoming, { ...arriving, preparation: preparation.data }, after),
  )
  return settle(services, incoming, tenant, answer)
}

/** What a call has set going may end behind its transaction: the answer waits for it, the first time and every other. */
async function settle(services: CallRoom, incoming: IncomingCall, tenant: Tenant | null, answer: CallAnswer): Promise<CallAnswer> {
  const settling = services.handlers[incoming.name]?.settling ?? null
  if (settling === null || tenant === null || answer.code !== SUCCESS_CODE || !answer.body.includes(settling.mark)) return answer
  const { data } = JSON.parse(answer.body) as { data: unknown }
  const outcome = await settling.run({ tenant, data, language: incoming.language })
  return outcome === null ? answer : finish(services, incoming, outcome)
}

interface Arrived {
  readonly tenant: Tenant | null
  readonly hash: string | undefined
  readonly now: number
  readonly preparation: unknown
}

/** The slow work of a call that has some, done while no transaction is open. What is wrong with the call is found later. */
async function prepare(
  services: CallServices,
  { name, endpoint, raw, upload, client }: IncomingCall,
  tenant: Tenant | null,
  tokenHash: string | undefined,
  now: number,
): Promise<Outcome<unknown>> {
  const handler = services.handlers[name]
  const work = handler?.prepare ?? null
  if (work === null || tenant === null) return done(undefined)
  const input = parseParameters(endpoint, raw)
  if (!input.ok) return done(undefined)
  if (endpoint.actor !== 'anonymous') {
    const owner = tokenHash === undefined ? undefined : await companyOfSession(services.database, tokenHash, now)
    if (owner !== tenant.id) return done(undefined)
  }
  return work({ input: input.value as never, tenant, tokenHash, upload, client, now })
}

async function runInTransaction(services: CallRoom, incoming: IncomingCall, arrived: Arrived, after: AfterTasks): Promise<CallAnswer> {
  const { tenant, hash, now } = arrived
  const { name, endpoint } = incoming
  const needsSession = endpoint.actor !== 'anonymous'
  // An anonymous call looks at the session only where the company's state makes a difference between visitors and traders.
  const looksForSession = needsSession || (hash !== undefined && tenant?.status === 'wind-down')
  // A read that needs no session opens what it needs by itself; run inside ours it would wait for ever for the one connection.
  const hasOwn = services.handlers[name]?.transaction === 'own' || (!needsSession && !endpoint.changesState)
  const needsTransaction = looksForSession || (endpoint.changesState && !hasOwn)
  if (tenant === null || !needsTransaction) return judgeAndRun(services, incoming, { tenant, session: null, tx: null }, arrived, after)
  if (hasOwn) {
    const session = hash === undefined ? null : await services.database.withTenant(tenant.id, (tx) => findSession(tx, hash, now))
    return judgeAndRun(services, incoming, { tenant, session, tx: null }, arrived, after)
  }
  if (needsSession && hash !== undefined && !endpoint.changesState) {
    return services.readTogether({ tenantId: tenant.id, tokenHash: hash, now }, async (tx, session) =>
      session === null
        ? refusal(services, incoming, { ok: false, error: 'SESSION_INVALID' })
        : judgeAndRun(services, incoming, { tenant, session, tx }, arrived, after),
    )
  }
  return inCallTransaction(services.database, tenant.id, after, async (tx) => {
    const session = looksForSession && hash !== undefined ? await findSession(tx, hash, now) : null
    if (needsSession && session === null) return refusal(services, incoming, { ok: false, error: 'SESSION_INVALID' })
    return judgeAndRun(services, incoming, { tenant, session, tx }, arrived, after)
  })
}

async function judgeAndRun(
  services: CallServices,
  incoming: IncomingCall,
  caller: Caller,
  { now, hash, preparation }: Arrived,
  after: AfterTasks,
): Promise<CallAnswer> {
  const { name, endpoint } = incoming
  const { tenant, session, tx } = caller
  const refuse = (outcome: Refusal) => refusal(services, incoming, outcome)
  const closed = tenant === null ? undefined : statusRefusal(tenant, name, session !== null)
  if (closed !== undefined) return refuse({ ok: false, error: closed })
  if (endpoint.actor === 'real' && session?.isDemo !== false) return refuse({ ok: false, error: 'DEMO_RESTRICTED' })
  if (endpoint.actor === 'demo' && session?.isDemo !== true) return refuse({ ok: false, error: 'DEMO_ONLY' })
  if (endpoint.stepUp && session !== null && needsStepUp(session, now)) return refuse({ ok: false, error: 'TWO_STEP_CONFIRM_REQUIRED' })
  if (tenant === null && endpoint.changesState) return refuse({ ok: false, error: 'COMPANY_UNKNOWN' })
  const handler = services.handlers[name] as Handler<Endpoint> | undefined
  if (handler === undefined || isLeftOut(tenant, name)) return refuse({ ok: false, error: 'NOT_AVAILABLE_YET' })
  const input = parseParameters(endpoint, incoming.raw)
  if (!input.ok) return refuse({ ok: false, error: input.error, details: { ...input.details, parameter: input.parameter ?? '' } })

  const call: Call<Endpoint> = {
    input: input.value,
    tenant,
    trader: session,
    tx,
    language: incoming.language,
    now,
    requestId: incoming.requestId,
    client: incoming.client,
    tokenHash: hash,
    upload: incoming.upload,
    preparation,
    writeLast: (write) => after.writes.push(write),
    afterCommit: (task) => after.commit.push(task),
    inDoubt: (task) => after.doubt.push(task),
  }
  if (!endpoint.changesState || tx === null || tenant === null) {
    const outcome = await handler.run(call)
    if (endpoint.changesState && tenant !== null) after.commit.push(() => services.onCommitted(tenant.id, null, name))
    return finish(services, incoming, outcome)
  }
  return runOnce(tx, after, {
    scope: { tenantId: tenant.id, traderId: session?.id ?? null, call: name, input: sentWith(incoming, input.value), now },
    headers: incoming.headers,
    changesState: true,
    canUndo: !handler.writesLast,
    run: (inner) => handler.run({ ...call, tx: inner }),
    write: (outcome) => finish(services, incoming, outcome),
    objectOf: (outcome) => objectOf(session, outcome, input.value),
    tookEffect: () => services.onCommitted(tenant.id, session?.id ?? null, name),
  })
}

/** A trader with two-step sign-in gives a code again before what moves money out; the others never. */
function needsStepUp({ hasTwoStep, stepUpUntil }: Session, now: number): boolean {
  return hasTwoStep && stepUpUntil <= now
}

/** What makes a call the same as an earlier one: its parameters and, of an upload, its picture. */
function sentWith({ upload }: IncomingCall, input: unknown): Record<string, unknown> {
  const parameters = input as Record<string, unknown>
  return upload === null ? parameters : { ...parameters, file: createHash('sha256').update(upload.bytes).digest('hex') }
}

/** The id of what a call made, changed or ended; empty for a visitor's, and where it is about several things or none. */
function objectOf(session: Session | null, outcome: Outcome<unknown>, input: unknown): string {
  if (session === null) return ''
  for (const place of [outcome.ok ? outcome.data : null, input]) {
    const { Id, id } = (place ?? {}) as { readonly Id?: unknown; readonly id?: unknown }
    const found = Id ?? id
    if (typeof found === 'string') return found
  }
  return ''
}
