/**
 * Carries a state-changing call out under the idempotency key that came with it, whoever calls.
 *
 * Invariants: what a handler wants after its commit happens only when the call took effect: a replay has none, and neither has a
 * refusal. What it wants in doubt happens when its transaction failed, for that may have been committed all the same.
 */
import { type Outcome, refused } from '../calls/handler'
import type { CallAnswer } from '../calls/write-answer'
import type { Database, Tx } from '../db/open-database'
import { answerOnce, type OnceScope } from './answer-once'
import { isIdempotencyKey } from './idempotency-key'

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
  return database.withTenant(tenantId, (tx) => {
    for (const tasks of [after.writes, after.commit, after.doubt]) tasks.length = 0
    return work(tx)
  })
}

interface OnceCall {
  readonly scope: Omit<OnceScope, 'key'>
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
 * With `idempotency-ask: 1` it is only asked what became of the call with this key. The first answer is given again; a call that never
 * came is answered as such, and by that answer its key is void: should it still be on its way, it is refused when it arrives. So
 * whoever lost the answer learns the truth, and nothing that they were told has not happened can happen later.
 */
export async function runOnce(tx: Tx, after: AfterTasks, call: OnceCall): Promise<CallAnswer> {
  const key = call.changesState ? call.headers.get('idempotency-key') : null
  if (key !== null && !isIdempotencyKey(key)) return call.write(refused('IDEMPOTENCY_KEY_INVALID'))
  // Without a key there is nothing that could be asked about.
  const isQuestion = key !== null && call.headers.get('idempotency-ask') === '1'
  const once = await answerOnce(
    tx,
    { ...call.scope, key },
    async (inner) => {
      const outcome = isQuestion ? refused('NOT_RECEIVED') : await call.run(inner)
      return { isOk: outcome.ok, ...call.write(outcome), object: call.objectOf(outcome), lastWrites: after.writes }
    },
    { canUndo: call.canUndo },
  )
  if (once.kind === 'key-reused') return call.write(refused('IDEMPOTENCY_KEY_REUSED'))
  if (once.tookEffect) after.commit.push(call.tookEffect)
  else after.commit.length = 0
  return { code: once.code, body: once.body }
}
