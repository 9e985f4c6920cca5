/** The store for a command on the machine: the one that DATABASE_URL names, or the built-in one, beside its server or without. */
import { type Database, type DatabaseOptions, openDatabase } from '../db/open-database'
import { borrowBuiltInStore } from './built-in-store'

interface BorrowOptions extends Omit<DatabaseOptions, 'databaseUrl'> {
  readonly databaseUrl: string | undefined
  /** Absolute; read where there is no `databaseUrl`. */
  readonly dataDir: string
}

export interface BorrowedDatabase extends Database {
  /** For connections besides its own, until it is closed. */
  readonly url: string
}

/** @throws StoreProblem or FolderInUseError where nothing was ever kept, or it cannot be opened. */
export async function borrowDatabase({ databaseUrl, dataDir, ...options }: BorrowOptions): Promise<BorrowedDatabase> {
  if (databaseUrl !== undefined) return { ...(await openDatabase({ ...options, databaseUrl })), url: databaseUrl }
  const store = await borrowBuiltInStore({ dataDir, logger: options.logger })
  try {
    const database = await openDatabase({ ...options, databaseUrl: store.url })
    return { ...database, url: store.url, close: () => database.close().finally(() => store.close()) }
  } catch (error) {
    await store.close()
    throw error
  }
}
