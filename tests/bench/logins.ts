/** How long quotes take while 500 sign-ins a second arrive, each from another address, against the same server left in peace. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { ServerProcess } from '../chaos/server-process'
import { type Figure, percentile } from './report'

const PORT = 3173
const HOST = `aurora.localhost:${PORT}`
const STORM_PER_SECOND = 500
const MEASURED_MS = 12_000
/** One reader of quotes each so many milliseconds, whether the one before was answered or not. */
const READ_EVERY_MS = 25

interface StormResult {
  /** Answers by HTTP status; 0 = no answer. */
  readonly byStatus: Readonly<Record<string, number>>
  readonly sent: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 })

function readQuotes(): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: PORT, path: '/v1/api/forex/trade_list', headers: { host: HOST, lang: 'en' }, agent },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(performance.now() - started) : reject(new Error(`quotes answered ${answer.statusCode}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

async function quoteTimes(): Promise<number[]> {
  const times: Promise<number>[] = []
  const until = performance.now() + MEASURED_MS
  while (performance.now() < until) {
    times.push(readQuotes())
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))
  }
  return (await Promise.all(times)).sort((one, other) => one - other)
}

/** The storm comes from a thread of its own, so that its own work does not count as waiting for quotes. */
function startStorm(): { stop(): Promise<StormResult> } {
  const worker = new Worker(new URL('./login-storm.mjs', import.meta.url), {
    workerData: { port: PORT, host: HOST, perSecond: STORM_PER_SECOND },
  })
  const result = new Promise<StormResult>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    async stop() {
      worker.postMessage('stop')
      const counted = await result
      await worker.terminate()
      return counted
    },
  }
}

export async function measureLogins(): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-bench-'))
  try {
    const server = await ServerProcess.start({ port: PORT, dataDir })
    try {
      await quoteTimes()
      const quiet = await quoteTimes()
      const storm = startStorm()
      const stormy = await quoteTimes()
      const { sent, byStatus } = await storm.stop()
      const seconds = MEASURED_MS / 1000
      process.stderr.write(`sign-ins by status: ${JSON.stringify(byStatus)}\n`)
      const what = 'the same server without the storm'
      return [
        { what: 'sign-ins sent', value: sent / seconds, unit: '/s', baseline: null },
        { what: 'sign-ins judged (a hash made)', value: (byStatus['200'] ?? 0) / seconds, unit: '/s', baseline: null },
        {
          what: 'quotes under the storm, median',
          value: percentile(stormy, 0.5),
          unit: 'ms',
          baseline: { what, value: percentile(quiet, 0.5) },
        },
        {
          what: 'quotes under the storm, p99',
          value: percentile(stormy, 0.99),
          unit: 'ms',
          baseline: { what, value: percentile(quiet, 0.99) },
        },
      ]
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    agent.destroy()
  }
}
