/** kill -9 for the built-in PostgreSQL of a data folder and every one of its processes, as if the machine had lost them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { clusterPlaces } from '../../broker/store/cluster-places'

export function killPostgres(dataDir: string): void {
  const pid = Number.parseInt(readFileSync(path.join(clusterPlaces(dataDir).data, 'postmaster.pid'), 'utf8'), 10)
  for (const each of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It had ended by itself.
    }
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
