/** The command by which a running server copies its embedded store for a backup. */
import path from 'node:path'
import { z } from 'zod'
import type { Database } from '../db/open-database'
import { type OperatorCommands, OperatorRefusal } from '../identity/operator-socket'
import type { Logger } from '../logger'
import { writeStore } from './embedded-store'

export const COPY_STORE_COMMAND = 'store.copy'

const Input = z.object({ file: z.string().refine((file) => path.isAbsolute(file)) })

export function storeCommands({ database, logger }: { readonly database: Database; readonly logger: Logger }): OperatorCommands {
  return {
    [COPY_STORE_COMMAND]: async (input, operator) => {
      const asked = Input.safeParse(input)
      if (!asked.success) throw new OperatorRefusal('name the file by its whole path')
      if (database.copy === null) throw new OperatorRefusal('the store is a PostgreSQL server: its own tools copy it')
      const copy = await database.copy()
      await writeStore(copy, asked.data.file).catch((error: Error) => {
        throw new OperatorRefusal(`${asked.data.file} could not be written: ${error.message}`)
      })
      logger.info({ operator, bytes: copy.size }, 'the store was copied')
      return { bytes: copy.size }
    },
  }
}
