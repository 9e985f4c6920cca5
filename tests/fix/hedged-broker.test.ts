/**
 * A broker with a hedged instrument and the provider of `npm run demo:provider`, over TCP, each killed in turn while real accounts trade: at the
 * end both hold the same, and the audit is clean. HEDGING_ROUNDS kills (3 when it is not set).
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runProgram, says } from '../fixtures/child-process'
import { pause } from '../fixtures/fix-peer'
import { createOnServer, testServerUrl } from '../fixtures/test-database'

const rounds = Number(process.env.HEDGING_ROUNDS ?? '3')
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const kill = (child: ChildProcess): Promise<unknown> => {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.reject(new Error('it had ended by itself'))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  return gone
}

test(
  'killed at any point, on either side: no cover order is lost or doubled, and both sides hold the same',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'candor-hedging-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const database = await createOnServer(testServerUrl())
    closers.push(() => database.drop())
    const faults = ['--bust', '0.1', '--correct', '0.1', '--reject', '0.1', '--delay', '5']
    const startDemo = async (port: string) => {
      const names = ['--orders', 'ORDERS', '--copies', '', '--codes', 'BTCUSDT', '--folder', folder, '--depth', '100,100']
      const child = runProgram(closers, 'scripts/demo-provider.ts', '--port', port, ...names, ...faults)
      return { child, port: await says(child, /listens at [\d.]+:(\d+)/) }
    }
    let demo = await startDemo('0')
    for (let round = 0; round < rounds; round++) {
      const victim = (['ours', 'theirs', 'both'] as const)[round % 3]
      const ours = runProgram(closers, 'tests/fix/hedging-process.ts', database.url, demo.port, 'trade')
      await says(ours, /(trading)/)
      await pause(500 + Math.random() * 1_000)
      if (victim !== 'ours') {
        await kill(demo.child)
        if (victim === 'both') await kill(ours)
        demo = await startDemo(demo.port)
        await pause(500 + Math.random() * 1_500)
      }
      if (victim !== 'both') await kill(ours)
    }
    const last = runProgram(closers, 'tests/fix/hedging-process.ts', database.url, demo.port, 'settle')
    const settled = JSON.parse(await says(last, /settled (\{.*\})/))
    expect(settled).toMatchObject({ findings: [] })
    expect(settled.held).toBe(settled.net)
    const { orders } = JSON.parse(readFileSync(path.join(folder, 'provider.json'), 'utf8')) as { orders: Record<string, unknown> }
    expect(Object.keys(orders).length).toBeGreaterThan(rounds)
  },
  90_000 + rounds * 15_000,
)
