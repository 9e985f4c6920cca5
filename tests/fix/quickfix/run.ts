/**
 * A second opinion on our side of FIX: QuickFIX as the acceptor, over a line that is cut again and again. Needs its library
 * (`libquickfix-dev`), g++, and its dictionary of FIX 4.4, which Debian leaves out: `FIX_DICTIONARY=…/FIX44.xml`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFixConnector } from '../../../broker/fix/fix-connector'
import { openFixProvider } from '../../../broker/fix/fix-provider'
import { memoryFixStore } from '../../../broker/fix/session-store'
import { silent } from '../../../broker/ground/logger'
import type { ProviderReport } from '../../../broker/providers/provider'
import { FIXED_ONE, formatFixed, formatFixedShort, parseFixed } from '../../../rules/decimal'
import { pause } from '../../fixtures/fix-peer'

const SECONDS = 30
const CUT_EVERY_MS = 1_700
const ORDER_EVERY_MS = 20
const STEP = parseFixed('0.00001')
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const folder = mkdtempSync(path.join(tmpdir(), 'candor-quickfix-'))
const problems: string[] = []
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]

async function findPort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function compile(): string {
  const program = path.join(folder, 'acceptor')
  const source = path.join(import.meta.dirname, 'acceptor.cpp')
  const { status, stderr } = spawnSync('g++', ['-std=c++14', '-w', source, '-o', program, '-lquickfix', '-lpthread'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the acceptor could not be compiled:\n${stderr}`)
  return program
}

/** @returns its port, and what it said. */
async function startAcceptor(dictionary: string): Promise<{ port: number; said: string[] }> {
  const port = await findPort()
  const session = (target: string) => `[SESSION]\nBeginString=FIX.4.4\nSenderCompID=QF\nTargetCompID=${target}\n`
  const common = { ConnectionType: 'acceptor', SocketAcceptPort: port, FileStorePath: `${folder}/store`, FileLogPath: `${folder}/log` }
  const rest = { StartTime: '00:00:00', EndTime: '00:00:00', UseDataDictionary: 'Y', DataDictionary: dictionary }
  const lines = Object.entries({ ...common, ...rest }).map(([key, value]) => `${key}=${value}\n`)
  const settings = path.join(folder, 'settings.cfg')
  writeFileSync(settings, `[DEFAULT]\n${lines.join('')}${session('QUOTES')}${session('ORDERS')}`)
  const child = spawn(compile(), [settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  closers.push(() => child.kill('SIGKILL'))
  const said: string[] = []
  child.stdout.on('data', (chunk) => said.push(...String(chunk).split('\n').filter(Boolean)))
  while (!said.includes('listening')) await pause(50)
  return { port, said }
}

/** A line to the acceptor that can be cut. */
async function openLine(target: number): Promise<{ port: number; cut: () => void }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as net.AddressInfo).port, cut }
}

function openQuotes(port: number): { count: () => number } {
  let count = 0
  let last: bigint | null = null
  const connector = openFixConnector(
    {
      id: 'quotes',
      peer: letter(port, 'QUOTES', true),
      isSimulated: true,
      instruments: ['EUR/USD', 'NONE'].map((symbol) => ({ code: symbol.replace('/', ''), symbol, contractSize: FIXED_ONE })),
      marketDepth: 0,
      updates: 'incremental',
      asksSecurities: true,
    },
    { store: memoryFixStore(), clock, random: Math.random, logger: silent },
  )
  connector.start({
    quoted({ code, bid, ask }) {
      count += 1
      if (last !== null && bid - last !== STEP) problems.push(`${code} went from ${formatFixed(last, 5)} to ${formatFixed(bid, 5)}`)
      if (ask - bid !== 10n * STEP) problems.push(`${code} is ${formatFixed(bid, 8)}/${formatFixed(ask, 8)}`)
      last = bid
    },
    confirmed() {},
    withdrawn(codes) {
      if (codes.includes('EURUSD')) last = null
    },
  })
  closers.push(() => connector.close())
  return { count: () => count }
}

const letter = (port: number, us: string, resetsAtLogon: boolean) => {
  return { host: '127.0.0.1', port, tls: null, parties: { us, them: 'QF' }, heartbeatSeconds: 2, resetsAtLogon, times: null }
}

async function trade(port: number): Promise<string> {
  const fills = new Map<string, ProviderReport>()
  const ended = new Set<string>()
  const sent = new Set<string>()
  const provider = openFixProvider(
    { id: 'orders', peer: letter(port, 'ORDERS', false), account: 'house', instruments: [{ code: 'EURUSD', symbol: 'EUR/USD' }] },
    { store: memoryFixStore(), clock, random: Math.random, logger: silent },
  )
  const order = (id: string) => ({ id, code: 'EURUSD', side: 'buy', quantity: parseFixed('1000'), limit: parseFixed('1.2') }) as const
  provider.start({
    reported(report) {
      if (report.kind === 'filled') fills.set(report.execId, report)
      if (report.isFinal) ended.add(report.orderId)
    },
    connected(isConnected) {
      if (isConnected) for (const id of sent) if (!ended.has(id)) provider.askAfter(order(id)).catch(() => {})
    },
  })
  closers.push(() => provider.close())
  let refused = 0
  for (let count = 0; count < (SECONDS * 1_000) / ORDER_EVERY_MS; count++) {
    const id = `${count % 10 === 9 ? 'R' : 'A'}${count}`
    provider.submit(order(id)).then(
      () => sent.add(id),
      () => {
        refused += 1
      },
    )
    await pause(ORDER_EVERY_MS)
  }
  isCutting = false
  await pause(6_000)
  for (const id of sent) if (!ended.has(id)) problems.push(`nothing more was said of ${id}`)
  const filled = [...fills.values()].reduce((sum, { lastQuantity }) => sum + lastQuantity, 0n)
  const [position] = await provider.positions()
  if (position?.quantity !== filled)
    problems.push(`fills of ${formatFixedShort(filled)}, a position of ${formatFixedShort(position?.quantity ?? 0n)}`)
  const { connects, gaps } = provider.health()
  return `${sent.size} orders sent, ${refused} refused for want of a line, ${fills.size} fills; ${connects} logons, ${gaps} holes`
}

let isCutting = true

async function run(): Promise<void> {
  const dictionary = process.env.FIX_DICTIONARY
  if (dictionary === undefined) throw new Error('FIX_DICTIONARY names no dictionary of FIX 4.4')
  const { port, said } = await startAcceptor(path.resolve(dictionary))
  const line = await openLine(port)
  const timer = setInterval(() => {
    if (isCutting) line.cut()
  }, CUT_EVERY_MS)
  closers.push(() => clearInterval(timer))
  const { count } = openQuotes(line.port)
  const summary = await trade(line.port)
  for (const text of said) if (text.startsWith('reject')) problems.push(text.replaceAll('\x01', '|'))
  if (count() < SECONDS * 20) problems.push(`only ${count()} prices came`)
  console.log(`${count()} prices; ${summary}`)
}

try {
  await run()
} finally {
  for (const close of closers.reverse()) await close()
}
for (const problem of problems.slice(0, 20)) console.error(problem)
console.log(problems.length === 0 ? 'as expected' : `${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
