/**
 * A thread for each processor, with a connection of its own that sees the same moment as the audit. Most of an audit is checking
 * signatures and hashes, which one processor does as fast as it can.
 *
 * Invariant: a part that a thread took and did not give back is missing for everybody: the audit ends with the reason.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AuditCrew, CrewOrder } from './audit-books'
import type { PartResult } from './audit-part'

export interface ThreadOrder extends CrewOrder {
  readonly databaseUrl: string
  /** One number of 32 bits that all share: how many parts are taken. */
  readonly taken: SharedArrayBuffer
}

/** From the sources a thread has to be told how to read them first. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './audit-thread.mjs' : './audit-thread.js', import.meta.url)

export function auditCrew(databaseUrl: string, threads = availableParallelism()): AuditCrew {
  return async (order, onResult) => {
    const workerData: ThreadOrder = { ...order, databaseUrl, taken: new SharedArrayBuffer(4) }
    let seen = 0
    const workers: Worker[] = []
    const work = () =>
      new Promise<void>((resolve, reject) => {
        const worker = new Worker(THREAD, { workerData, execArgv: [] })
        workers.push(worker)
        worker.on('message', ([index, result]: [number, PartResult]) => {
          seen += 1
          onResult(index, result)
        })
        worker.on('error', reject)
        worker.on('exit', () => resolve())
      })
    try {
      await Promise.all(Array.from({ length: Math.min(threads, order.parts.length) }, work))
    } finally {
      // What is left of them after a failure has nobody to report to.
      await Promise.all(workers.map((worker) => worker.terminate()))
    }
    if (seen < order.parts.length) throw new Error(`${order.parts.length - seen} parts of the audit were not checked`)
  }
}
