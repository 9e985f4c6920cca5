/** Price updates delivered to 500 clients a second; a push carries one update for each of the 33 instruments. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import type { Figure } from './report'

const CLIENTS = 500
const PORT = 3173
const SETTLE_MS = 1_500
const MEASURED_MS = 5_000

async function pushesPerSecond(kind: 'candor' | 'bare'): Promise<{ pushes: number; rows: number }> {
  const script = fileURLToPath(new URL('./fan-out-server.ts', import.meta.url))
  const server = fork(script, [String(PORT), kind], { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } })
  await once(server, 'message')
  let delivered = 0
  let last = ''
  const clients = Array.from({ length: CLIENTS }, () => new WebSocket(`ws://127.0.0.1:${PORT}`, { perMessageDeflate: false }))
  try {
    await Promise.all(clients.map((client) => once(client, 'open')))
    for (const client of clients) {
      client.on('message', (data: Buffer) => {
        delivered += 1
        if (delivered % 10_000 === 1) last = data.toString()
      })
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const before = delivered
    const startedAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, MEASURED_MS))
    const pushes = (delivered - before) / ((performance.now() - startedAt) / 1000)
    return { pushes, rows: (JSON.parse(last) as { data: unknown[] }).data.length }
  } finally {
    for (const client of clients) client.terminate()
    server.kill()
    await once(server, 'exit')
  }
}

export async function measureFanOut(): Promise<Figure[]> {
  const bare = await pushesPerSecond('bare')
  const ours = await pushesPerSecond('candor')
  return [
    {
      what: `price updates delivered to ${CLIENTS} clients`,
      value: ours.pushes * ours.rows,
      unit: 'updates/s',
      baseline: { what: 'bare ws, one finished text of that size', value: bare.pushes * bare.rows },
    },
    {
      what: `pushes delivered to ${CLIENTS} clients`,
      value: ours.pushes,
      unit: 'pushes/s',
      baseline: { what: 'the same (a site needs 10 a second and client)', value: bare.pushes },
    },
  ]
}
