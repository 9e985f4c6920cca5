/**
 * The PostgreSQL server of a test run: the one that TEST_DATABASE_URL names, or the built-in one in a folder of its own. What it keeps
 * is thrown away, so it does not wait for the disk.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBuiltInStore } from '../broker/store/built-in-store'

const THROWN_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** Names the server for this process and those that it starts. @returns the way to end it. */
export default async function openTestServer(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-tests-'))
  const logger = { debug() {}, info() {}, warn: console.warn, error: console.error }
  const store = await openBuiltInStore({ dataDir, logger, settings: THROWN_AWAY })
  process.env.TEST_DATABASE_URL = store.url
  process.env.TEST_SERVER = 'built-in'
  return async () => {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
