/** Server-rendered pages a second, measured from outside with ten connections, one server at a time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServerProcess } from '../chaos/server-process'
import type { Figure } from './report'

const CONNECTIONS = 10
const WARM_UP_S = 3
const MEASURED_S = 8
const BARE_PORT = 3172
const SITE_PORT = 3171

interface Result {
  readonly requests: { readonly average: number }
  readonly latency: { readonly p50: number; readonly p99: number }
  readonly non2xx: number
  readonly errors: number
}

// The package has no types of its own.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Record<string, unknown>) => Promise<Result>

async function load(port: number, host: string): Promise<Result> {
  // The broker's budget counts by client address; each request comes from another, as visitors do.
  let visitor = 0
  const requests = [
    {
      path: '/',
      setupRequest: (one: { headers?: Record<string, string> }) => {
        visitor += 1
        return {
          ...one,
          headers: { host, accept: 'text/html', 'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` },
        }
      },
    },
  ]
  const run = (duration: number) => autocannon({ url: `http://127.0.0.1:${port}`, connections: CONNECTIONS, duration, requests })
  await run(WARM_UP_S)
  const result = await run(MEASURED_S)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not pages, ${result.errors} requests failed`)
  return result
}

async function loadBareRemix(): Promise<Result> {
  const script = fileURLToPath(new URL('./bare-remix-server.tsx', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(BARE_PORT)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    await answering(BARE_PORT)
    return await load(BARE_PORT, 'localhost')
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const asking = request({ host: '127.0.0.1', port, timeout: 5_000 }, (response) => {
        response.resume()
        resolve(true)
      })
      asking.on('error', () => resolve(false))
      asking.end()
    })
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the bare server does not answer')
}

async function loadHome(): Promise<Result> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-bench-'))
  try {
    const server = await ServerProcess.start({ port: SITE_PORT, dataDir })
    try {
      return await load(SITE_PORT, `aurora.localhost:${SITE_PORT}`)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function measurePages(): Promise<Figure[]> {
  const bare = await loadBareRemix()
  const home = await loadHome()
  const what = 'a bare Remix route of 33 rows'
  return [
    {
      what: 'home page, server-rendered, live feed running',
      value: home.requests.average,
      unit: 'req/s',
      baseline: { what, value: bare.requests.average },
    },
    { what: 'home page, median', value: home.latency.p50, unit: 'ms', baseline: { what, value: bare.latency.p50 } },
    { what: 'home page, p99', value: home.latency.p99, unit: 'ms', baseline: { what, value: bare.latency.p99 } },
  ]
}
