/** Our side of FIX against the provider of `npm run demo:provider`, over TCP and TLS: prices, fills, lost connections, kills. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFixConnector } from '../../broker/fix/fix-connector'
import type { FixPeer } from '../../broker/fix/fix-line'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { memoryFixStore } from '../../broker/fix/session-store'
import { silent } from '../../broker/ground/logger'
import type { TapeTick } from '../../broker/market/tape-lines'
import type { ProviderOrder, ProviderReport } from '../../broker/providers/provider'
import type { Connector, SourcePrice } from '../../broker/sources/connector'
import { FIXED_ONE, parseFixed } from '../../rules/decimal'
import { makeCertificate } from '../../scripts/provider/make-certificate'
import type { DemoProvider } from '../../scripts/provider/start-provider'
import { runProgram, says } from '../fixtures/child-process'
import { clock, demoPeer, folderOfEach, startDemoProvider } from '../fixtures/demo-provider'
import { pause } from '../fixtures/fix-peer'
import { recordedDataFolder } from '../fixtures/recorded-data'
import { readTapesOnce } from '../fixtures/whole-tapes'

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0
const recordings = recordedDataFolder('recorded prices over FIX')
const scene = folderOfEach('candor-provider-')
const { closers } = scene
const startDemo = (changes: Parameters<typeof startDemoProvider>[1] = {}): Promise<DemoProvider> =>
  startDemoProvider(scene, { codes: ['BTCUSDT'], ...changes })

const services = () => ({ store: memoryFixStore(), clock, random: () => 0, logger: silent })

function openQuotes(peer: FixPeer, codes: readonly string[], changes = {}) {
  const quotes: SourcePrice[] = []
  const withdrawn: string[] = []
  const instruments = codes.map((code) => ({ code, symbol: code, contractSize: FIXED_ONE }))
  const options = {
    id: 'quotes',
    peer,
    isSimulated: true,
    instruments,
    marketDepth: 0,
    updates: 'incremental',
    asksSecurities: true,
  } as const
  const connector: Connector = openFixConnector({ ...options, ...changes }, services())
  connector.start({ quoted: (price) => quotes.push(price), confirmed() {}, withdrawn: (_, reason) => withdrawn.push(reason) })
  closers.push(() => connector.close())
  return { connector, quotes, withdrawn }
}

function openOrders(peer: FixPeer, store = memoryFixStore()) {
  const reports: ProviderReport[] = []
  const connections: boolean[] = []
  const provider = openFixProvider(
    { id: 'orders', peer, account: '', instruments: [{ code: 'BTCUSDT', symbol: 'BTCUSDT' }] },
    { ...services(), store },
  )
  provider.start({ reported: (report) => void reports.push(report), connected: (isUp) => void connections.push(isUp) })
  closers.push(() => provider.close())
  return { provider, reports, connections }
}

const order = (id: string, quantity: string): ProviderOrder => ({
  id,
  code: 'BTCUSDT',
  side: 'buy',
  quantity: parseFixed(quantity),
  limit: null,
})

describe.skipIf(!recordings)('a part of the recorded day of EUR/USD and XAU/USD', () => {
  test.each<[string, 'full' | 'incremental', number]>([
    ['TCP', 'incremental', 0],
    ['TCP', 'full', 1],
    ['TLS', 'incremental', 1],
  ])('over %s, %s, depth %d: each tick has its price and its time', async (transport, updates, marketDepth) => {
    if (transport === 'TLS' && !HAS_OPENSSL) return
    const tls = transport === 'TLS' ? makeCertificate(scene.folder) : null
    const directory = recordings ?? ''
    const codes = ['EURUSD', 'XAUUSD']
    const { port } = await startDemo({ tls, replay: { directory, speed: 60, from: '12:30' }, codes })
    const ours = tls === null ? null : { ca: tls.cert, serverName: 'localhost' }
    const { quotes, withdrawn } = openQuotes(demoPeer(port, 'QUOTES', { tls: ours }), codes, { updates, marketDepth })
    for (const tape of readTapesOnce(directory).filter(({ symbol }) => codes.includes(symbol))) {
      const heard = () => quotes.filter(({ code }) => code === tape.symbol)
      await expect.poll(() => heard().length, { timeout: 60_000 }).toBeGreaterThan(100)
      expect(isStretchOf(heard(), tape.ticks)).toBe(true)
    }
    expect(withdrawn).toEqual([])
  })
})

/** Whether what was heard is a stretch of the tape without a hole, all of it moved by the same whole minutes. */
function isStretchOf(heard: readonly SourcePrice[], ticks: readonly TapeTick[]): boolean {
  const isSame = (price: SourcePrice | undefined, tick: TapeTick | undefined, shift: number): boolean =>
    price !== undefined && tick !== undefined && price.bid === tick.bid && price.ask === tick.ask && price.sourceTime === tick.time + shift
  return ticks.some((first, start) => {
    const shift = (heard[0]?.sourceTime ?? 0) - first.time
    return shift % 60_000 === 0 && heard.every((price, index) => isSame(price, ticks[start + index], shift))
  })
}

describe('orders', () => {
  test('are filled at what is quoted, in parts where there is not enough, and known afterwards', async () => {
    const { port } = await startDemo()
    const { quotes } = openQuotes(demoPeer(port, 'QUOTES'), ['BTCUSDT'])
    const { provider, reports } = openOrders(demoPeer(port, 'ORDERS'))
    const copies = openOrders(demoPeer(port, 'COPIES'))
    await expect.poll(() => quotes.length > 0 && provider.isConnected && copies.provider.isConnected).toBe(true)
    await provider.submit(order('A-1', '1'))
    await expect.poll(() => reports.map(({ kind }) => kind)).toEqual(['accepted', 'filled'])
    expect(quotes.map(({ ask }) => ask)).toContain(reports[1]?.lastPrice)
    await provider.submit(order('A-2', '9'))
    await expect.poll(() => reports.slice(2).map(({ kind }) => kind)).toEqual(['accepted', 'filled', 'filled', 'canceled'])
    expect(reports.at(-1)).toMatchObject({ filledQuantity: parseFixed('5'), isFinal: true })
    await provider.submit({ ...order('A-3', '1'), limit: 1n })
    await expect.poll(() => reports.at(-1)).toMatchObject({ kind: 'canceled', orderId: 'A-3', filledQuantity: 0n })
    await provider.submit(order('A-1', '1'))
    await expect.poll(() => reports.at(-1)).toMatchObject({ kind: 'rejected', orderId: 'A-1' })
    await provider.askAfter(order('A-2', '9'))
    await expect.poll(() => reports.at(-1)).toMatchObject({ kind: 'status', orderId: 'A-2', filledQuantity: parseFixed('5') })
    await provider.askAfter(order('A-9', '9'))
    await expect.poll(() => reports.at(-1)).toMatchObject({ kind: 'unknown', orderId: 'A-9' })
    expect(await provider.positions()).toEqual([{ code: 'BTCUSDT', quantity: parseFixed('6') }])
    const isCopied = ({ kind }: ProviderReport) => kind !== 'status' && kind !== 'unknown'
    await expect.poll(() => copies.reports.map(({ execId }) => execId)).toEqual(reports.filter(isCopied).map(({ execId }) => execId))
  })

  test('may be busted, corrected, refused', async () => {
    const { port } = await startDemo({ faults: { bustShare: 0.6 } })
    const { quotes } = openQuotes(demoPeer(port, 'QUOTES'), ['BTCUSDT'])
    const { provider, reports } = openOrders(demoPeer(port, 'ORDERS'))
    await expect.poll(() => quotes.length > 0 && provider.isConnected).toBe(true)
    await provider.submit(order('A-1', '1'))
    await expect.poll(() => reports.map(({ kind }) => kind)).toEqual(['accepted', 'filled', 'busted'])
    expect(reports[2]).toMatchObject({ referredExecId: reports[1]?.execId, filledQuantity: 0n })
    expect(await provider.positions()).toEqual([])
  })

  test('whose reports were missed while the line was down come after the next logon', async () => {
    const demo = await startDemo({ faults: { delayMs: 300 } })
    const { quotes } = openQuotes(demoPeer(demo.port, 'QUOTES'), ['BTCUSDT'])
    const { provider, reports, connections } = openOrders(demoPeer(demo.port, 'ORDERS'))
    await expect.poll(() => quotes.length > 0 && provider.isConnected).toBe(true)
    await provider.submit(order('A-1', '1'))
    await pause(50)
    demo.cut()
    await expect.poll(() => connections).toEqual([true, false])
    await expect(provider.submit(order('A-2', '1'))).rejects.toThrow()
    await expect.poll(() => connections).toEqual([true, false, true])
    await expect.poll(() => reports.map(({ kind, orderId }) => `${kind} ${orderId}`)).toEqual(['accepted A-1', 'filled A-1'])
    await provider.askAfter(order('A-2', '1'))
    await expect.poll(() => reports.at(-1)?.kind).toBe('unknown')
  })

  test('prices go on after a cut', async () => {
    const demo = await startDemo()
    const { quotes, withdrawn, connector } = openQuotes(demoPeer(demo.port, 'QUOTES'), ['BTCUSDT'])
    await expect.poll(() => quotes.length).toBeGreaterThan(3)
    demo.cut()
    await expect.poll(() => withdrawn).toEqual(['the connection was closed'])
    const before = quotes.length
    await expect.poll(() => quotes.length).toBeGreaterThan(before + 3)
    expect(connector.health()).toMatchObject({ state: 'live', connects: 2, gaps: 0 })
  })

  test('a wrong password is told', async () => {
    const { port } = await startDemo()
    const { provider } = openOrders(demoPeer(port, 'ORDERS', { password: 'wrong' }))
    await expect.poll(() => provider.health().reason).toContain('wrong password')
    expect(provider.isConnected).toBe(false)
  })
})

describe('kills', () => {
  const startDemoProcess = async (port: string): Promise<{ child: ChildProcess; port: string }> => {
    const names = ['--orders', 'ORDERS', '--copies', '', '--codes', 'BTCUSDT', '--folder', scene.folder]
    const child = runProgram(closers, 'scripts/demo-provider.ts', '--port', port, ...names)
    return { child, port: await says(child, /listens at [\d.]+:(\d+)/) }
  }

  test('of either side lose no report and no fill', async () => {
    let demo = await startDemoProcess('0')
    for (const [round, victim] of (['ours', 'theirs', 'both', 'ours'] as const).entries()) {
      const ours = runProgram(closers, 'tests/fix/trading-process.ts', demo.port, scene.folder, `R${round}`, '50')
      await says(ours, /(connected)/)
      await pause(700 + Math.random() * 600)
      if (victim !== 'ours') {
        demo.child.kill('SIGKILL')
        demo = await startDemoProcess(demo.port)
        await pause(1_500)
      }
      ours.kill('SIGKILL')
    }
    const last = runProgram(closers, 'tests/fix/trading-process.ts', demo.port, scene.folder, 'L', '0')
    const positions = await says(last, /positions (\S+)/)
    const lines = readFileSync(path.join(scene.folder, 'reports.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    const fills = new Map(lines.filter(([kind]) => kind === 'filled').map(([, , execId, quantity]) => [execId, Number(quantity)]))
    const filled = [...fills.values()].reduce((sum, quantity) => sum + quantity, 0)
    expect(filled).toBe(Number(positions))
    expect(filled).toBeGreaterThan(20)
    const orders = JSON.parse(readFileSync(path.join(scene.folder, 'provider.json'), 'utf8')).orders
    const ended = new Set(lines.filter(([kind]) => kind === 'filled' || kind === 'canceled' || kind === 'rejected').map(([, id]) => id))
    expect(Object.keys(orders).filter((id) => !ended.has(id) && orders[id].filled !== '0')).toEqual([])
  })
})
