/** How many price updates a second reach 500 clients while 99 of 100 are at most 50 ms old: more and more are offered until they are not. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { type Figure, percentile } from './report'

const CLIENTS = 500
const PORT = 3173
const SETTLE_MS = 700
const MEASURED_MS = 2_000
const OLDEST_MS = 50
/** New prices a second for each client. A site of 33 instruments has 330 at most. */
const OFFERED = [33, 66, 100, 150, 200, 270, 330, 500, 700, 1_000, 1_500, 2_000, 3_000]

interface Delivered {
  readonly updatesPerSecond: number
  /** Milliseconds from the making of a message to its arrival. */
  readonly p99: number
}

const TS = '"ts":'
const timeOf = (message: Buffer): number => {
  const at = message.indexOf(TS) + TS.length
  return Number(message.toString('latin1', at, at + 13))
}
const pricesIn = (message: Buffer): number => (JSON.parse(message.toString()) as { data: unknown[] }).data.length

async function offer(server: ChildProcess, offered: number, heard: { take: (message: Buffer) => void }): Promise<Delivered> {
  let updates = 0
  let isMeasured = false
  const ages: number[] = []
  // A price is some 180 bytes long: what a message of a length holds is counted once, so that counting costs nobody any time.
  const prices = new Map<number, number>()
  heard.take = (message) => {
    if (!isMeasured) return
    ages.push(Date.now() - timeOf(message))
    const known = prices.get(message.length) ?? pricesIn(message)
    prices.set(message.length, known)
    updates += known
  }
  server.send(offered)
  await pause(SETTLE_MS)
  isMeasured = true
  const startedAt = performance.now()
  await pause(MEASURED_MS)
  const seconds = (performance.now() - startedAt) / 1000
  server.send(0)
  heard.take = () => {}
  await pause(SETTLE_MS)
  ages.sort((one, other) => one - other)
  return { updatesPerSecond: updates / seconds, p99: percentile(ages, 0.99) }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The most that was delivered in time. */
async function mostDelivered(kind: 'candor' | 'bare'): Promise<Delivered> {
  const script = fileURLToPath(new URL('./fan-out-server.ts', import.meta.url))
  const server = fork(script, [String(PORT), kind], { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } })
  await once(server, 'message')
  const clients = Array.from({ length: CLIENTS }, () => new WebSocket(`ws://127.0.0.1:${PORT}`, { perMessageDeflate: false }))
  const heard = { take: (_message: Buffer) => {} }
  try {
    await Promise.all(clients.map((client) => once(client, 'open')))
    for (const client of clients) client.on('message', (message: Buffer) => heard.take(message))
    await offer(server, 20, heard)
    let best: Delivered = { updatesPerSecond: 0, p99: Number.NaN }
    let missed = 0
    for (const offered of OFFERED) {
      const delivered = await offer(server, offered, heard)
      const isInTime = delivered.p99 <= OLDEST_MS
      if (isInTime && delivered.updatesPerSecond > best.updatesPerSecond) best = delivered
      missed = isInTime ? 0 : missed + 1
      // One late step may be the machine's doing.
      if (missed === 3) break
    }
    return best
  } finally {
    for (const client of clients) client.terminate()
    server.kill()
    await once(server, 'exit')
  }
}

export async function measureFanOut(): Promise<Figure[]> {
  const bare = await mostDelivered('bare')
  const ours = await mostDelivered('candor')
  const what = 'bare ws, one message for each price'
  return [
    {
      what: `prices delivered to ${CLIENTS} clients, p99 within ${OLDEST_MS} ms, 3 × at least`,
      value: ours.updatesPerSecond,
      unit: 'updates/s',
      baseline: { what, value: bare.updatesPerSecond },
    },
    { what: 'their age when they arrive, p99', value: ours.p99, unit: 'ms', baseline: { what, value: bare.p99 } },
  ]
}
