/**
 * A process that grows a log and is killed before it has committed: `node --import tsx dying-growth-process.ts <database> <company>
 * <origin> <signing|committing>`. It kills itself as `kill -9` does, so that the moment is exact: nothing of it runs any more, and
 * the store hears nothing but the end of a connection.
 */
import { openDatabase } from '../db/open-database'
import { silent as logger } from '../ground/logger'
import { growLog } from './grow-log'

const [databaseUrl = '', tenantId = '', origin = '', moment = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const database = await openDatabase({ databaseUrl, poolSize: 1, logger, migrates: false })
await database.system(async (tx) => {
  const sign = (text: string) => {
    // Entries and tiles are written; the checkpoint is not.
    if (moment === 'signing') die()
    return text
  }
  await growLog(tx, tenantId, { origin, sign }, Date.now())
  die()
})
