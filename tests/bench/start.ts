/** How long `npm start` takes until it says that it is ready: on an empty folder, on the same data after a clean end, and after `kill -9`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Figure } from './report'

const PORT = 3175
const ROUNDS = 3
const root = fileURLToPath(new URL('../..', import.meta.url))

export async function measureStart(): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-bench-'))
  try {
    const fresh = await startOnce(dataDir)
    await end(fresh.child, 'SIGTERM')
    const [clean, killed]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const again = await startOnce(dataDir)
      clean.push(again.seconds)
      await end(again.child, 'SIGKILL')
      const afterKill = await startOnce(dataDir)
      killed.push(afterKill.seconds)
      await end(afterKill.child, 'SIGTERM')
    }
    const bare = { what: 'a Node program that does nothing', value: await bareStart() }
    const figure = (what: string, value: number): Figure => ({ what: `npm start, ${what}`, value, unit: 's', baseline: bare })
    return [
      figure('on an empty data folder', fresh.seconds),
      figure(`again after a clean end, median of ${ROUNDS}`, median(clean)),
      figure(`again after kill -9, median of ${ROUNDS}`, median(killed)),
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<{ readonly child: ChildProcess; readonly seconds: number }> {
  const { DATABASE_URL: _notTheOperators, REDIS_URL: _neither, NATS_URL: _norThis, ...inherited } = process.env
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    // A group of its own, so that npm, its shell and the server are ended together.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...inherited, PORT: String(PORT), BASE_DOMAIN: `localhost:${PORT}`, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += String(text)
      if (said.includes('Candor is ready.')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${said}`)))
  })
  return { child, seconds: (performance.now() - startedAt) / 1000 }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const group = -(child.pid ?? 0)
  process.kill(group, signal)
  // npm goes at once; the server takes its time to end in order.
  while (isAlive(group)) await wait(20)
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}

async function bareStart(): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
  await once(child, 'exit')
  return (performance.now() - startedAt) / 1000
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
