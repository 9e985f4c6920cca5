/** The tables `fix_session` and `fix_message`: of no tenant, written by the connections alone. */
import { and, asc, between, eq, lte } from 'drizzle-orm'
import type { Database } from '../db/open-database'
import { fixMessage, fixSession } from '../db/schema'
import { type FixStore, type KeptMessage, MAX_KEPT } from './session-store'

/** `id` tells the session from all others of this database; a market's file gives its connections names. */
export function databaseFixStore(database: Database, id: string): FixStore {
  return {
    async load() {
      const [row] = await database.system((tx) => tx.select().from(fixSession).where(eq(fixSession.id, id)))
      return row ?? null
    },
    async restart(numbers) {
      await database.system(async (tx) => {
        await tx
          .insert(fixSession)
          .values({ id, ...numbers })
          .onConflictDoUpdate({ target: fixSession.id, set: numbers })
        await tx.delete(fixMessage).where(eq(fixMessage.sessionId, id))
      })
    },
    async keepOut(nextOut, message) {
      await database.system(async (tx) => {
        await tx.update(fixSession).set({ nextOut }).where(eq(fixSession.id, id))
        if (message === null) return
        await tx.insert(fixMessage).values({ sessionId: id, ...message })
        await tx.delete(fixMessage).where(and(eq(fixMessage.sessionId, id), lte(fixMessage.seq, message.seq - MAX_KEPT)))
      })
    },
    async keepIn(nextIn) {
      await database.system((tx) => tx.update(fixSession).set({ nextIn }).where(eq(fixSession.id, id)))
    },
    async findKept(from, to): Promise<KeptMessage[]> {
      const rows = await database.system((tx) =>
        tx
          .select()
          .from(fixMessage)
          .where(and(eq(fixMessage.sessionId, id), between(fixMessage.seq, from, to)))
          .orderBy(asc(fixMessage.seq)),
      )
      return rows.map(({ seq, fields, sentAt }) => ({ seq, fields, sentAt }))
    },
  }
}
