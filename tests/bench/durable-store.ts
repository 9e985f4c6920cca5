/** A store as durable as in life: the folder is a real one and the disk is waited for. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBuiltInStore } from '../../broker/store/built-in-store'

export async function withDurableStore<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-bench-'))
  const store = await openBuiltInStore({ dataDir, logger: { debug() {}, info() {}, warn() {}, error() {} } })
  try {
    return await work(store.url)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
