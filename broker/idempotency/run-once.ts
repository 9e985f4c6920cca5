/**
 * Carries a state-changing call out at most once under the idempotency key that came with it, whoever calls, and gives the first answer
 * to every repetition.
 *
 * Invariants: the stored reply and the effect are committed by the same transaction, so there is never one without the other. A second
 * call with the same key waits at the unique index until the first has committed or failed; it never runs beside it. An answer that is
 * not ok is stored too, but everything the call wrote is undone. What a handler wants after its commit happens only when the call took
 * effect: a replay has none, and neither has a refusal. What it wants in doubt happens when its transaction failed, for that may have
 * been committed all the same.
 */
import { and, eq, lt } from 'drizzle-orm'
import { ERRORS, errorNameOf } from '../../contract/errors'
import { DAY_MS } from '../../rules/durations'
import { type Outcome, refused } from '../calls/handler'
import type { CallAnswer } from '../calls/write-answer'
import { deleteInBatches } from '../db/delete-in-batches'
import { type Database, queryText, type Tx } from '../db/open-database'
import { idempotencyKey } from '../db/schema'
import { isIdempotencyKey, keyHash, openReply, parametersHash, referenceOfKey, sealReply } from './idempotency-key'

export const KEPT_FOR_MS = DAY_MS
const ANONYMOUS = 'anonymous'

/** What a call leaves for its end: before the commit, once it is committed, and when nobody knows whether it was. */
export interface AfterTasks {
  /** Writes under way in the same transaction. */
  readonly writes: Promise<unknown>[]
  readonly commit: (() => void)[]
  readonly doubt: (() => void)[]
}

export async function withAfterTasks(carryOut: (after: AfterTasks) => Promise<CallAnswer>): Promise<CallAnswer> {
  const after: AfterTasks = { writes: [], commit: [], doubt: [] }
  try {
    const answer = await carryOut(after)
    for (const task of after.commit) task()
    return answer
  } catch (error) {
    for (const task of after.doubt) task()
    throw error
  }
}

/** One transaction of the company. Should it be begun anew, what its first try wanted is forgotten. */
export function inCallTransaction<Result>(
  database: Database,
  tenantId: string,
  after: AfterTasks,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const anew = (tx: Tx): Promise<Result> => {
    for (const tasks of [after.writes, after.commit, after.doubt]) tasks.length = 0
    return work(tx)
  }
  return database.withTenant(tenantId, anew, { mayBeginAnew: true })
}

interface OnceScope {
  readonly tenantId: string
  /** Null for a caller without a session: such callers share one scope a company, kept apart by the keys they choose. */
  readonly traderId: string | null
  readonly call: string
  readonly input: Readonly<Record<string, unknown>>
  readonly now: number
}

interface OnceCall {
  readonly scope: OnceScope
  readonly headers: Headers
  /** Where it only reads, a key means nothing. */
  readonly changesState: boolean
  /** False for work that writes nothing before it knows that it will not refuse. */
  readonly canUndo: boolean
  run(tx: Tx): Promise<Outcome<unknown>>
  write(outcome: Outcome<unknown>): CallAnswer
  /** The id of what it was about; empty where it is about no single thing. */
  objectOf(outcome: Outcome<unknown>): string
  /** Told, behind the handler's own tasks, once what it did is committed. */
  tookEffect(): void
}

/**
 * Without a key the call is carried out each time. With `idempotency-ask: 1` it is only asked what became of the call with this key. The
 * first answer is given again; a call that never came is answered as such, and by that answer its key is void: should it still be on its
 * way, it is refused when it arrives. So whoever lost the answer learns the truth, and nothing that they were told has not happened can
 * happen later.
 */
export async function runOnce(tx: Tx, after: AfterTasks, call: OnceCall): Promise<CallAnswer> {
  const key = call.changesState ? call.headers.get('idempotency-key') : null
  if (key !== null && !isIdempotencyKey(key)) return call.write(refused('IDEMPOTENCY_KEY_INVALID'))
  const claim = key === null ? null : claimOf(call.scope, key)
  const first = claim === null ? null : await claimedBefore(tx, claim)
  if (first === 'other') return call.write(refused('IDEMPOTENCY_KEY_REUSED'))
  if (first !== null) return first
  // Without a key there is nothing that could be asked about.
  const isQuestion = key !== null && call.headers.get('idempotency-ask') === '1'
  const performed = await performOrUndo(tx, call.canUndo, async (inner) => {
    const outcome = isQuestion ? refused('NOT_RECEIVED') : await call.run(inner)
    return { isOk: outcome.ok, ...call.write(outcome), object: call.objectOf(outcome) }
  })
  await allWritten([...after.writes, ...(claim === null ? [] : [keepReply(tx, claim, performed)])])
  if (performed.isOk) after.commit.push(call.tookEffect)
  else after.commit.length = 0
  return { code: performed.code, body: performed.body }
}

/** Removes keys that are no longer kept. Runs as the owner: the keys of all companies. */
export async function forgetOldKeys(database: Database, now: number): Promise<void> {
  await deleteInBatches(database, idempotencyKey, lt(idempotencyKey.createdAt, now - KEPT_FOR_MS))
}

/** A key in its scope, as it stands in the table. */
interface Claim {
  readonly key: string
  readonly place: readonly [tenantId: string, scope: string, call: string, keyHash: string]
  readonly parametersHash: string
  readonly now: number
}

function claimOf({ tenantId, traderId, call, input, now }: OnceScope, key: string): Claim {
  return { key, place: [tenantId, traderId ?? ANONYMOUS, call, keyHash(key, call)], parametersHash: parametersHash(input), now }
}

function rowOf({ place: [tenantId, scope, call, hash] }: Claim) {
  return and(
    eq(idempotencyKey.tenantId, tenantId),
    eq(idempotencyKey.scope, scope),
    eq(idempotencyKey.call, call),
    eq(idempotencyKey.key, hash),
  )
}

const CLAIM_KEY = `insert into idempotency_key (tenant_id, scope, call, key, parameters_hash, created_at, reference)
  values ($1, $2, $3, $4, $5, $6::bigint, $7) on conflict do nothing returning key`
const KEEP_REPLY =
  'update idempotency_key set reply = $5, code = $6::integer, object = $7 where tenant_id = $1 and scope = $2 and call = $3 and key = $4'

/** Null when the key is this call's from now on; else the first answer, or that its parameters were others. */
async function claimedBefore(tx: Tx, claim: Claim): Promise<CallAnswer | 'other' | null> {
  const { key, place, parametersHash: hash, now } = claim
  const inserted = await queryText(tx, CLAIM_KEY, [...place, hash, now, referenceOfKey(key)])
  if (inserted.length > 0) return null
  const isTooOld = lt(idempotencyKey.createdAt, now - KEPT_FOR_MS)
  const taken = await tx
    .update(idempotencyKey)
    .set({ parametersHash: hash, createdAt: now, reply: null })
    .where(and(rowOf(claim), isTooOld))
    .returning({ key: idempotencyKey.key })
  if (taken.length > 0) return null
  const [first] = await tx.select().from(idempotencyKey).where(rowOf(claim))
  if (first === undefined || first.reply === null) throw new Error('a claimed idempotency key has no reply')
  if (first.parametersHash !== hash) return 'other'
  const body = openReply(first.reply, key)
  return { code: (JSON.parse(body) as { code: number }).code, body }
}

interface Performed extends Pick<CallAnswer, 'code' | 'body'> {
  readonly isOk: boolean
  readonly object: string
}

/** "Too busy, come back" is not the answer to the call: the key is given up as if it were old, so that the next try counts. */
function keepReply(tx: Tx, claim: Claim, { code, body, object }: Performed): PromiseLike<unknown> {
  return isTransportError(code)
    ? tx.update(idempotencyKey).set({ createdAt: 0 }).where(rowOf(claim))
    : queryText(tx, KEEP_REPLY, [...claim.place, sealReply(body, claim.key), code, object])
}

/** Waits for all of them, so that none is still under way when the transaction ends, and fails as the first did. */
async function allWritten(writes: readonly PromiseLike<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Undoes what the call wrote, and carries its answer out of the undone part. */
class Undone extends Error {
  constructor(readonly performed: Performed) {
    super('the call was refused and its writes are undone')
  }
}

async function performOrUndo(tx: Tx, canUndo: boolean, perform: (tx: Tx) => Promise<Performed>): Promise<Performed> {
  if (!canUndo) return perform(tx)
  try {
    return await tx.transaction(async (inner) => {
      const performed = await perform(inner)
      if (!performed.isOk) throw new Undone(performed)
      return performed
    })
  } catch (error) {
    if (error instanceof Undone) return error.performed
    throw error
  }
}

function isTransportError(code: number): boolean {
  const name = errorNameOf(code)
  return name !== undefined && ERRORS[name].status !== 200
}
