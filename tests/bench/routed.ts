/**
 * From a trader's call to its answer where a provider fills the order, over FIX on this machine, against the company's own fill. The provider is
 * a process of its own, and the two kinds of orders take turns, so that what else the machine does meets both alike.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { memoryFixStore } from '../../broker/fix/session-store'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { close, PLAIN_TERMS, submit } from '../fixtures/trader-actions'
import { type Figure, percentile } from './report'

const ORDERS = 500
const WARM_UP = 50
const root = path.join(import.meta.dirname, '../..')
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

export async function measureRouted(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-bench-routed-'))
  const demo = await startDemo(folder)
  const session = { tls: null, parties: { us: 'ORDERS', them: 'DEMO' }, heartbeatSeconds: 5, resetsAtLogon: false, times: null }
  const provider = openFixProvider(
    {
      id: 'demo',
      peer: { host: '127.0.0.1', port: demo.port, ...session },
      account: '',
      instruments: [{ code: 'EURUSD', symbol: 'EURUSD' }],
    },
    { store: memoryFixStore(), clock, random: () => 0, logger: silent },
  )
  const execution = { EURUSD: { model: 'stp' as const, provider: 'demo' } }
  const world = await createWorld({
    tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading, execution } } },
    broker: { providers: [{ provider, symbols: { EURUSD: 'EURUSD' }, isSimulated: true }], checksOutput: false },
  })
  try {
    while (!world.broker.orders.isConnected('demo')) await new Promise((resolve) => setTimeout(resolve, 20))
    const trader = await world.realTrader()
    await fund(world, trader, '10000000')
    const [own, routed]: [number[], number[]] = [[], []]
    for (let order = 0; order < ORDERS + WARM_UP; order++) {
      const [ownMs, routedMs] = [await fill(world, trader, 'GBPUSD'), await fill(world, trader, 'EURUSD')]
      if (order < WARM_UP) continue
      own.push(ownMs)
      routed.push(routedMs)
    }
    for (const taken of [own, routed]) taken.sort((a, b) => a - b)
    return [0.5, 0.99].map((share) => ({
      what: `click → provider → fill, p${share * 100}`,
      value: percentile(routed, share),
      unit: 'ms',
      baseline: { what: 'click → the company’s own fill', value: percentile(own, share) },
    }))
  } finally {
    await world.close()
    demo.child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}

function startDemo(folder: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const names = ['--orders', 'ORDERS', '--copies', '', '--codes', 'EURUSD', '--folder', folder, '--depth', '100000000', '--port', '0']
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo-provider.ts', ...names], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += String(text)
      const found = /listens at [\d.]+:(\d+)/.exec(said)
      if (found) resolve({ child, port: Number(found[1]) })
    })
    child.once('exit', () => reject(new Error(`the provider ended: ${said}`)))
  })
}

/** Milliseconds of the order; it is closed again, which is not counted. */
async function fill(world: World, trader: RealTrader, code: string): Promise<number> {
  const sentAt = performance.now()
  // Whatever the provider quotes is within the bound.
  const { outcome, msg, data } = await submit(world, trader, 'buy', code, { lots: '0.01', price: '2.00000', maxSlippage: '0.50000' })
  const taken = performance.now() - sentAt
  if (outcome !== 'ok') throw new Error(`${outcome} ${msg}`)
  await close(trader, data.Id)
  return taken
}
