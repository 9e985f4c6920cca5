/**
 * Carries out a state-changing call at most once per idempotency key and gives the first answer to every repetition.
 *
 * Invariant: the stored reply and the effect are committed by the same transaction, so there is never one without the other.
 * A second call with the same key waits at the unique index until the first has committed or failed; it never runs beside it.
 * An answer that is not ok is stored too, but everything the call wrote is undone.
 */

import { and, eq, lt } from 'drizzle-orm'
import { ERRORS, errorNameOf } from '../../contract/errors'
import { DAY_MS } from '../../rules/durations'
import { deleteInBatches } from '../db/delete-in-batches'
import { type Database, queryText, type Tx } from '../db/open-database'
import { idempotencyKey } from '../db/schema'
import { keyHash, openReply, parametersHash, referenceOfKey, sealReply } from './idempotency-key'

export const KEPT_FOR_MS = DAY_MS
const ANONYMOUS = 'anonymous'

export interface OnceScope {
  readonly tenantId: string
  /** Null for a caller without a session: such callers share one scope a company, kept apart by the keys they choose. */
  readonly traderId: string | null
  readonly call: string
  /** Null when the client sent no key: then the call is carried out each time. */
  readonly key: string | null
  readonly input: Readonly<Record<string, unknown>>
  readonly now: number
}

interface Performed {
  readonly isOk: boolean
  readonly code: number
  readonly body: string
  /** The id of what it was about; empty where it is about no single thing. */
  readonly object?: string
  /** Writes under way in the same transaction; they are waited for before it may be committed. */
  readonly lastWrites?: readonly Promise<unknown>[]
}

interface OnceOptions {
  /** False for work that writes nothing before it knows that it will not refuse. */
  readonly canUndo?: boolean
}

type OnceAnswer =
  | { readonly kind: 'answer'; readonly code: number; readonly body: string; readonly tookEffect: boolean }
  | { readonly kind: 'key-reused' }

const CLAIM_KEY = `insert into idempotency_key (tenant_id, scope, call, key, parameters_hash, created_at, reference)
  values ($1, $2, $3, $4, $5, $6::bigint, $7) on conflict do nothing returning key`
const KEEP_REPLY =
  'update idempotency_key set reply = $5, code = $6::integer, object = $7 where tenant_id = $1 and scope = $2 and call = $3 and key = $4'

/** Undoes what the call wrote, and carries its answer out of the undone part. */
class Undone extends Error {
  constructor(readonly performed: Performed) {
    super('the call was refused and its writes are undone')
  }
}

export async function answerOnce(
  tx: Tx,
  scope: OnceScope,
  perform: (tx: Tx) => Promise<Performed>,
  options: OnceOptions = {},
): Promise<OnceAnswer> {
  if (scope.key === null) {
    const performed = await performOrUndo(tx, perform, options)
    await allWritten(performed.lastWrites ?? [])
    return { kind: 'answer', ...effectOf(performed) }
  }
  const row = {
    tenantId: scope.tenantId,
    scope: scope.traderId ?? ANONYMOUS,
    call: scope.call,
    key: keyHash(scope.key, scope.call),
    parametersHash: parametersHash(scope.input),
    createdAt: scope.now,
  }
  const isThisRow = and(
    eq(idempotencyKey.tenantId, row.tenantId),
    eq(idempotencyKey.scope, row.scope),
    eq(idempotencyKey.call, row.call),
    eq(idempotencyKey.key, row.key),
  )
  const place = [row.tenantId, row.scope, row.call, row.key] as const
  const inserted = await queryText(tx, CLAIM_KEY, [...place, row.parametersHash, row.createdAt, referenceOfKey(scope.key)])
  let claimed = inserted.length > 0
  if (!claimed) {
    const isTooOld = lt(idempotencyKey.createdAt, scope.now - KEPT_FOR_MS)
    const taken = await tx
      .update(idempotencyKey)
      .set({ parametersHash: row.parametersHash, createdAt: row.createdAt, reply: null })
      .where(and(isThisRow, isTooOld))
      .returning({ key: idempotencyKey.key })
    claimed = taken.length > 0
  }
  if (!claimed) {
    const [first] = await tx.select().from(idempotencyKey).where(isThisRow)
    if (first === undefined || first.reply === null) throw new Error('a claimed idempotency key has no reply')
    if (first.parametersHash !== row.parametersHash) return { kind: 'key-reused' }
    const body = openReply(first.reply, scope.key)
    return { kind: 'answer', body, code: (JSON.parse(body) as { code: number }).code, tookEffect: false }
  }
  const performed = await performOrUndo(tx, perform, options)
  // "Too busy, come back" is not the answer to the call: the key is given up as if it were old, so that the next try counts.
  const kept = isTransportError(performed.code)
    ? tx.update(idempotencyKey).set({ createdAt: 0 }).where(isThisRow)
    : queryText(tx, KEEP_REPLY, [...place, sealReply(performed.body, scope.key), performed.code, performed.object ?? ''])
  await allWritten([...(performed.lastWrites ?? []), kept])
  return { kind: 'answer', ...effectOf(performed) }
}

/** Removes keys that are no longer kept. Runs as the owner: the keys of all companies. */
export async function forgetOldKeys(database: Database, now: number): Promise<void> {
  await deleteInBatches(database, idempotencyKey, lt(idempotencyKey.createdAt, now - KEPT_FOR_MS))
}

function effectOf({ isOk, code, body }: Performed): { code: number; body: string; tookEffect: boolean } {
  return { code, body, tookEffect: isOk }
}

/** Waits for all of them, so that none is still under way when the transaction ends, and fails as the first did. */
async function allWritten(writes: readonly PromiseLike<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function performOrUndo(tx: Tx, perform: (tx: Tx) => Promise<Performed>, { canUndo = true }: OnceOptions): Promise<Performed> {
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
