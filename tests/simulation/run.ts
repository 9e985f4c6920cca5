/**
 * `npm run simulate -- --seeds N [--events M] [--seed S] [--workers W]`: N seeds from S on, M events each, W of them at a time.
 * Prints how fast it went and one hash over the state hashes of all seeds in their order: the same numbers, the same hash.
 * A seed that fails is printed with the event, the invariant, the row and the command that repeats it; the exit code is 1.
 */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { SeedReport } from './worker'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    events: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(8, availableParallelism())) },
  },
})
const [seeds, events, first, workers] = [values.seeds, values.events, values.seed, values.workers].map((text) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new RangeError(`not a positive whole number: ${text}`)
  return number
}) as [number, number, number, number]

/** Small enough that no worker waits long for the last one. */
const BATCH = 10
const PROGRESS_EVERY_MS = 30_000

const reports = new Map<number, SeedReport>()
const startedAt = performance.now()
let next = first

function takeBatch(): number[] {
  const batch: number[] = []
  while (batch.length < BATCH && next < first + seeds) batch.push(next++)
  return batch
}

function runWorker(): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
    const giveWork = () => {
      const batch = takeBatch()
      if (batch.length > 0) worker.send({ seeds: batch, events })
      else worker.disconnect()
    }
    worker.on('error', reject)
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))))
    worker.on('message', (done) => {
      for (const report of done as SeedReport[]) {
        reports.set(report.seed, report)
        if (report.failure !== null) tell(report)
      }
      giveWork()
    })
    giveWork()
  })
}

function tell({ failure }: SeedReport): void {
  if (failure === null) return
  const { seed, event, invariant, row } = failure
  console.log(`seed ${seed} fails at event ${event}: ${invariant}: ${row}`)
  console.log(`  npm run simulate -- --seed ${seed} --seeds 1 --events ${events}`)
}

const progress = setInterval(() => {
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${reports.size} of ${seeds} seeds after ${seconds.toFixed(0)} s`)
}, PROGRESS_EVERY_MS)
await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(seeds / BATCH)) }, runWorker))
clearInterval(progress)

const inOrder = [...reports.values()].sort((a, b) => a.seed - b.seed)
const hash = createHash('sha256')
for (const report of inOrder) hash.update(report.hash)
const failed = inOrder.filter(({ failure }) => failure !== null)
const seconds = (performance.now() - startedAt) / 1000
console.log(
  `${seeds} seeds × ${events} events in ${seconds.toFixed(1)} s: ${(seeds / seconds).toFixed(1)} seeds/s, ` +
    `${Math.round((seeds * events) / seconds)} events/s, ${failed.length} failed, hash ${hash.digest('hex')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
