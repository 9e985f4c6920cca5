/**
 * Reads of one session that come in the same turn share one transaction: a page asks four things of its trader at once, and one
 * look at the session answers for all of them.
 *
 * Invariant: reads only, and of one session of one company only. A read that fails beside others is asked again alone, so none of
 * them pays for the failure of another.
 */
import type { Database, Tx } from '../db/open-database'
import { findSession, type Session } from '../sessions/session-store'

export interface Reader {
  readonly tenantId: string
  /** SHA-256 of the session's token, lower-case hex. */
  readonly tokenHash: string
  /** Unix milliseconds. */
  readonly now: number
}

/** What reads, given the open transaction and the living session; null where there is none. */
export type Read<Answer> = (tx: Tx, session: Session | null) => Promise<Answer>
export type ReadTogether<Answer> = (reader: Reader, read: Read<Answer>) => Promise<Answer>

interface Waiting<Answer> {
  readonly reader: Reader
  readonly read: Read<Answer>
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (reason: unknown) => void
}

export function readsTogether<Answer>(database: Database): ReadTogether<Answer> {
  const gathering = new Map<string, Waiting<Answer>[]>()

  async function readAll(waiting: readonly Waiting<Answer>[]): Promise<PromiseSettledResult<Answer>[]> {
    const [{ reader }] = waiting as [Waiting<Answer>]
    return database.withTenant(reader.tenantId, async (tx) => {
      const session = await findSession(tx, reader.tokenHash, reader.now)
      return Promise.allSettled(waiting.map(({ read }) => read(tx, session)))
    })
  }

  async function answerAll(waiting: readonly Waiting<Answer>[]): Promise<void> {
    try {
      const settled = await readAll(waiting)
      for (const [index, outcome] of settled.entries()) {
        const asked = waiting[index] as Waiting<Answer>
        if (outcome.status === 'fulfilled') asked.resolve(outcome.value)
        else if (waiting.length === 1) asked.reject(outcome.reason)
        else void answerAll([asked])
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  return (reader, read) =>
    new Promise((resolve, reject) => {
      const key = `${reader.tenantId} ${reader.tokenHash}`
      const asked = { reader, read, resolve, reject }
      const others = gathering.get(key)
      if (others !== undefined) {
        others.push(asked)
        return
      }
      const gathered = [asked]
      gathering.set(key, gathered)
      setImmediate(() => {
        gathering.delete(key)
        void answerAll(gathered)
      })
    })
}
