/** One of the threads of an audit's crew, see audit-crew.ts; ends when no part is left. */
import { parentPort, workerData } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../db/open-database'
import { silent } from '../ground/logger'
import { readTerms } from './audit-books'
import type { ThreadOrder } from './audit-crew'
import { lookAtPart } from './audit-part'

const { databaseUrl, taken, snapshot, tenants, parts } = workerData as ThreadOrder
const database = await openDatabase({ databaseUrl, poolSize: 1, migrates: false, logger: silent })
try {
  await database.atOneMoment(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const terms = await readTerms(tx, tenants)
    const counter = new Int32Array(taken)
    for (let index = Atomics.add(counter, 0, 1); ; index = Atomics.add(counter, 0, 1)) {
      const part = parts[index]
      if (part === undefined) return
      parentPort?.postMessage([index, await lookAtPart(tx, part, terms)])
    }
  }, snapshot)
} finally {
  await database.close()
}
