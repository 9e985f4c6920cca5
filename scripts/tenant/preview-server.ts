/** A site of its own for one brand: a scratch data folder, a free port, and nobody else's database, mails or broker. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../broker/ground/local-sockets'
import type { BrandPlaces } from './read-brands'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_WITHIN_MS = 120_000
/** A Wednesday afternoon in London: every market is open. */
const OPEN_MARKET = '2026-11-18T14:00:00Z'
/** An empty value counts as not set, and keeps what `.env` says out. */
const NOT_OURS = [
  'DATABASE_URL',
  'REDIS_URL',
  'NATS_URL',
  'SMTP_URL',
  'SMS_URL',
  'BROKER_ORIGIN',
  'MASTER_KEY',
  'PUBLIC_SCHEME',
  'REPLAY_DIR',
]

export interface PreviewServer {
  readonly origin: string
  stop(): Promise<void>
}

/** The brand alone, as if it were live: a draft, or one that is closed, is shown too. @returns the folder of brands. */
export function placeBrand(id: string, places: BrandPlaces, scratch: string): string {
  const tenantsDir = path.join(scratch, 'tenants')
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(tenantsDir, { recursive: true })
  cpSync(path.join(places.tenantsDir, id), path.join(tenantsDir, id), { recursive: true })
  const file = path.join(tenantsDir, id, 'tenant.json')
  const { status: _status, hosts: _hosts, ...tenant } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify(tenant))
  return tenantsDir
}

/** @throws with what the server said when it does not come up. */
export async function startPreviewServer(id: string, places: BrandPlaces, scratch: string): Promise<PreviewServer> {
  const port = await freePort()
  const { NODE_OPTIONS: _options, ...inherited } = process.env
  const child = spawn(process.execPath, ['build/program/server.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      ...Object.fromEntries(NOT_OURS.map((name) => [name, ''])),
      NODE_ENV: 'production',
      MODE: 'demo',
      FEED: 'simulated',
      START_AT: OPEN_MARKET,
      DEV_TOOLS: '1',
      LOG_LEVEL: 'error',
      PORT: String(port),
      BASE_DOMAIN: `localhost:${port}`,
      DATA_DIR: path.join(scratch, 'data'),
      TENANTS_DIR: path.join(scratch, 'tenants'),
      THEMES_DIR: places.themesDir,
    },
  })
  await untilReady(child, port)
  return { origin: `http://${id}.localhost:${port}`, stop: () => whenStopped(child) }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said = `${said}${String(text)}`.slice(-4_000)))
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the site did not start:\n${said}`)
    if (Date.now() > giveUpAt) {
      await whenStopped(child)
      throw new Error(`the site was not ready within ${READY_WITHIN_MS / 1000} s:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ host: '127.0.0.1', port, path: '/readyz', timeout: 2_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asking.on('error', () => resolve(false))
    asking.on('timeout', () => asking.destroy())
    asking.end()
  })
}

async function whenStopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const end = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await end
  clearTimeout(timer)
}
