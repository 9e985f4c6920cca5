/**
 * `npm run chaos:takeover -- --rounds 25`: two nodes on one PostgreSQL, one of which serves and one of which stands by, under 20 traders and
 * two operators. Each round takes the serving one away: kill -9, a standstill of 60 s (SIGSTOP), its line to PostgreSQL frozen, its
 * session ended. Nothing that was acknowledged may be lost, nothing done twice, no stop overlooked. `--minutes 60` trades at an
 * ordinary pace for that long, with one fault each five minutes. Needs CHAOS_DATABASE_URL (or DATABASE_URL).
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { type Database, openDatabase } from '../../broker/db/open-database'
import { SERVING_LOCK } from '../../broker/db/serving-lock'
import { silent as logger } from '../../broker/ground/logger'
import { listInstruments } from '../../contract/market'
import { makeScratchDatabase } from '../fixtures/scratch-database'
import { type ChaosCrew, gatherCrew } from './chaos-crew'
import { FreezableLine } from './freezable-line'
import { Line } from './line'
import { ServerProcess } from './server-process'
import { verifyStore } from './verify-store'
import { overdue, verifyTriggers } from './verify-triggers'

const KINDS = ['kill -9', 'SIGSTOP', 'line frozen', 'session ended'] as const
type Kind = (typeof KINDS)[number]
const TRADERS = 16
const STANDSTILL_MS = 60_000
const TAKEOVER_WITHIN_MS = 60_000
const LONG_PAUSE_MS = 1_500

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    minutes: { type: 'string' },
    'every-seconds': { type: 'string', default: '300' },
    port: { type: 'string', default: '3130' },
  },
})
const port = Number(values.port)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

interface Node {
  readonly port: number
  readonly line: FreezableLine
  server: ServerProcess
}

interface Scene {
  readonly nodes: readonly Node[]
  readonly databaseUrl: string
  readonly dataDir: string
  readonly database: Database
  readonly crew: ChaosCrew
  readonly prices: Line
  serving: Node
}

interface Tally {
  readonly tookMs: number[]
  readonly violations: string[]
  /** Why the other node took over when nobody had done anything: a machine that is too busy loses no call by it, only a second or two. */
  readonly byItself: string[]
  acknowledged: number
  unknown: number
  fired: number
}

function spawnNode(nodePort: number, line: FreezableLine, dataDir: string, key: string): ServerProcess {
  // Both nodes have the time of the machine: a clock that begins at each start would differ between them.
  const env = { BASE_DOMAIN: `localhost:${port}`, MASTER_KEY: key, START_AT: '' }
  return ServerProcess.spawn({ port: nodePort, dataDir, databaseUrl: line.url, env })
}

const otherOf = (scene: Scene, node: Node): Node => scene.nodes.find((each) => each !== node) ?? node

async function strike(kind: Kind, scene: Scene, admin: pg.Client): Promise<void> {
  const { server, line } = scene.serving
  if (kind === 'kill -9') server.kill()
  if (kind === 'SIGSTOP') server.freeze()
  if (kind === 'line frozen') line.freeze()
  if (kind === 'session ended') {
    const name = new URL(scene.databaseUrl).pathname.slice(1)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = $2)`,
      [SERVING_LOCK, name],
    )
  }
}

/** Which of the two serves next; after a session was ended it may be the same one. Milliseconds since the fault. */
async function untilServed(scene: Scene, kind: Kind, faultAt: number): Promise<number> {
  const candidates = kind === 'session ended' ? scene.nodes : [otherOf(scene, scene.serving)]
  // The one that fell may not have noticed yet.
  if (kind === 'session ended') await wait(50)
  for (;;) {
    for (const node of candidates) {
      if (await node.server.isReady()) {
        scene.serving = node
        return performance.now() - faultAt
      }
    }
    if (performance.now() - faultAt > TAKEOVER_WITHIN_MS) throw new Error(`nobody took over:\n${otherOf(scene, scene.serving).server.said}`)
    await wait(20)
  }
}

/** The node that serves now. Where it is another one than was thought, the one before has said why it stepped down. */
async function findServing(scene: Scene, tally: Tally): Promise<void> {
  const before = scene.serving
  const giveUpAt = Date.now() + TAKEOVER_WITHIN_MS
  while (!(await scene.serving.server.isReady())) {
    if (Date.now() > giveUpAt) throw new Error(`nobody serves:\n${before.server.said}`)
    scene.serving = otherOf(scene, scene.serving)
    await wait(20)
  }
  if (scene.serving === before) return
  const reasons = [...before.server.said.matchAll(/"reason":"([^"]*)","msg":"this node stands by/g)].map(([, reason]) => reason)
  tally.byItself.push(reasons.at(-1) ?? 'no reason was said')
}

/** The node that fell is back and stands by; one that stood still has done nothing since. */
async function bringBack(
  kind: Kind,
  fallen: Node,
  scene: Scene,
  key: string,
  faultAt: number,
  working: () => Promise<void>,
): Promise<void> {
  if (kind === 'kill -9') {
    await fallen.server.ended
    fallen.server = spawnNode(fallen.port, fallen.line, scene.dataDir, key)
  }
  if (kind === 'SIGSTOP') {
    const rest = working()
    await wait(Math.max(0, STANDSTILL_MS - (performance.now() - faultAt)))
    fallen.server.goOn()
    await rest
  }
  if (kind === 'line frozen') fallen.line.thaw()
  if (fallen === scene.serving) return
  const giveUpAt = Date.now() + TAKEOVER_WITHIN_MS
  while ((await stateOf(fallen.port)) !== 'standing by') {
    if (Date.now() > giveUpAt) throw new Error(`the node that fell does not stand by:\n${fallen.server.said}`)
    await wait(100)
  }
}

function stateOf(nodePort: number): Promise<string> {
  return new Promise((resolve) => {
    const asking = request({ host: '127.0.0.1', port: nodePort, path: '/readyz', timeout: 2_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(response.statusCode === 200 ? 'ready' : String((JSON.parse(text) as { state?: string }).state)))
    })
    asking.on('error', () => resolve('down'))
    asking.on('timeout', () => asking.destroy())
    asking.end()
  })
}

/** A socket of the node, and whether it is over; the status where the node refuses it. */
function openSocket(nodePort: number): Promise<{ readonly socket: WebSocket } | { readonly refusedWith: number }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${nodePort}/v1/ws`, { headers: { host: `aurora.localhost:${port}` } })
    socket.on('open', () => resolve({ socket }))
    socket.on('unexpected-response', (_asking, response) => {
      resolve({ refusedWith: response.statusCode ?? 0 })
      socket.terminate()
    })
    // Told by the other two, or by its state.
    socket.on('error', () => {})
  })
}

/** No socket outlives the serving of its node, and one that stands by takes none. */
async function wrongSockets(held: Awaited<ReturnType<typeof openSocket>>, fallen: Node, scene: Scene): Promise<string[]> {
  const found: string[] = []
  if ('refusedWith' in held) found.push(`the node that served refused a socket with ${held.refusedWith}`)
  else if (held.socket.readyState !== WebSocket.CLOSED) found.push('a socket of the node that fell is still open')
  if ('socket' in held) held.socket.terminate()
  if (fallen === scene.serving) return found
  const tried = await openSocket(fallen.port)
  if ('socket' in tried) {
    found.push('the node that stands by took a socket')
    tried.socket.terminate()
  } else if (tried.refusedWith !== 503) found.push(`the node that stands by refused a socket with ${tried.refusedWith}`)
  return found
}

async function pricesNow({ prices }: Scene): Promise<Map<string, { bid: string; ask: string }>> {
  const list = await prices.ask<{ Code: string; ForexQuotations: { Bid: string; Ask: string } }[]>(listInstruments.path, {}, 'GET')
  return new Map(list.map(({ Code, ForexQuotations: { Bid, Ask } }) => [Code, { bid: Bid, ask: Ask }]))
}

/** What the price has reached in three looks a second apart has been overlooked. */
async function overlooked(scene: Scene): Promise<string[]> {
  let still: Set<string> | null = null
  for (let look = 0; look < 3; look++) {
    const found = await overdue(scene.database, await pricesNow(scene))
    still = still === null ? found : new Set([...found].filter((one) => still?.has(one)))
    if (still.size === 0) return []
    await wait(1_000)
  }
  return [...(still ?? [])].map((one) => `the price has reached a level of order ${one} and it is open`)
}

const deedsOf = ({ clients }: ChaosCrew) => clients.reduce((sum, { deeds }) => sum + deeds.length, 0)

async function runRound(round: number, kind: Kind, scene: Scene, tally: Tally, key: string, admin: pg.Client): Promise<void> {
  const { crew } = scene
  const found: string[] = []
  await findServing(scene, tally)
  const before = deedsOf(crew)
  const isLong = values.minutes !== undefined
  const pauseMs = isLong ? LONG_PAUSE_MS : 0
  let isCut = false
  const work = (isEnough: () => boolean) => Promise.all(crew.clients.map((client) => client.workUntilCut(isEnough, pauseMs))).then(() => {})
  const working = work(() => isCut)
  await wait(isLong ? Number(values['every-seconds']) * 1_000 : 1_500 + Math.random() * 2_500)
  await findServing(scene, tally)
  const fallen = scene.serving
  const held = await openSocket(fallen.port)
  const [faultAt, from] = [performance.now(), Date.now()]
  await strike(kind, scene, admin)
  const tookMs = await untilServed(scene, kind, faultAt)
  const until = Date.now()
  isCut = true
  // Whoever waits for an answer of the node that fell waits no longer.
  for (const client of crew.clients) client.disconnect()
  await working
  const unknown = crew.clients.reduce((sum, client) => sum + client.unknown.length, 0)
  for (const client of crew.clients) await client.settle()
  const restMs = () => performance.now() - faultAt
  await bringBack(kind, fallen, scene, key, faultAt, () => work(() => restMs() > STANDSTILL_MS + 3_000))
  for (const client of crew.clients) await client.settle()
  found.push(...(await wrongSockets(held, fallen, scene)))
  found.push(...(await overlooked(scene)))
  const triggers = await verifyTriggers(scene.database, { from, until })
  found.push(...triggers.violations)
  for (const client of crew.clients) {
    const deed = client.deeds[Math.floor(Math.random() * client.deeds.length)]
    if (deed !== undefined && !(await client.isAnswerKept(deed))) found.push(`key ${deed.key} was answered otherwise after the takeover`)
  }
  const store = await verifyStore(scene.dataDir, scene.databaseUrl, crew)
  found.push(...store.violations)
  tally.tookMs.push(tookMs)
  tally.acknowledged += deedsOf(crew) - before
  tally.unknown += unknown
  tally.fired += triggers.fired
  tally.violations.push(...found.map((violation) => `round ${round} (${kind}): ${violation}`))
  say(
    `round ${String(round).padStart(2)}: ${kind.padEnd(13)} served again after ${(tookMs / 1000).toFixed(2)} s, ${deedsOf(crew) - before} calls ` +
      `(${unknown} unknown, settled by key), ${triggers.fired} stops and targets reached since, ${store.orders} orders kept, ` +
      `${found.length === 0 ? 'ok' : `${found.length} VIOLATIONS`}`,
  )
}

function percentile(all: readonly number[], share: number): string {
  const sorted = [...all].sort((one, other) => one - other)
  return ((sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0) / 1000).toFixed(2)
}

async function openScene(databaseUrl: string, dataDir: string, key: string): Promise<Scene> {
  const nodes: Node[] = []
  for (const nodePort of [port, port + 1]) {
    const line = await FreezableLine.open(databaseUrl, nodePort + 10)
    const server = spawnNode(nodePort, line, dataDir, key)
    nodes.push({ port: nodePort, line, server })
    // The first one serves, the second one finds it.
    if (nodes.length === 1) await server.untilReady()
  }
  const [first, second] = nodes as [Node, Node]
  while ((await stateOf(second.port)) !== 'standing by') await wait(100)
  const target = () => scene.serving.port
  const scene: Scene = {
    nodes,
    databaseUrl,
    dataDir,
    database: await openDatabase({ databaseUrl, poolSize: 2, migrates: false, logger }),
    crew: gatherCrew(port, { traders: TRADERS, target, setsStops: true }),
    prices: new Line({ port, target, site: 'aurora', address: '10.0.3.1' }),
    serving: first,
  }
  return scene
}

async function main(): Promise<number> {
  const server = process.env.CHAOS_DATABASE_URL ?? process.env.DATABASE_URL
  if (!server) throw new Error('set CHAOS_DATABASE_URL to a PostgreSQL server whose user may create databases')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-takeover-'))
  const { url: databaseUrl, admin, drop } = await makeScratchDatabase(server)
  const key = randomBytes(32).toString('hex')
  const tally: Tally = { tookMs: [], violations: [], byItself: [], acknowledged: 0, unknown: 0, fired: 0 }
  let scene: Scene | undefined
  try {
    scene = await openScene(databaseUrl, dataDir, key)
    await scene.crew.begin(dataDir, Date.now())
    const endAt = Date.now() + Number(values.minutes ?? 0) * 60_000
    const rounds = Number(values.rounds)
    say(
      `two nodes on one PostgreSQL, ${scene.crew.clients.length} clients, ${values.minutes ? `${values.minutes} minutes` : `${rounds} rounds`}`,
    )
    for (let round = 1; values.minutes === undefined ? round <= rounds : Date.now() < endAt; round++) {
      const kind = KINDS[(round - 1) % KINDS.length] ?? 'kill -9'
      await runRound(round, kind, scene, tally, key, admin)
    }
    for (const { server: node } of scene.nodes) {
      const { code } = await node.stop()
      if (code !== 0) tally.violations.push(`a node ended with ${code} when it was asked to stop:\n${node.said.slice(-3_000)}`)
    }
    const final = await verifyStore(dataDir, databaseUrl, scene.crew)
    tally.violations.push(...final.violations.map((violation) => `at the end: ${violation}`))
    say(`audit ${final.violations.length === 0 ? 'clean' : 'NOT clean'}: ${final.orders} orders, ${final.transactions} movements`)
  } catch (error) {
    tally.violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    for (const { server: node, line } of scene?.nodes ?? []) {
      node.goOn()
      node.kill()
      line.close()
    }
    for (const client of scene?.crew.clients ?? []) client.disconnect()
    scene?.prices.disconnect()
    await scene?.database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  say(`takeover p50 ${percentile(tally.tookMs, 0.5)} s, p99 ${percentile(tally.tookMs, 0.99)} s over ${tally.tookMs.length}`)
  say(
    `${tally.acknowledged} calls acknowledged, ${tally.unknown} unknown and settled, ${tally.fired} stops and targets after a fault, ` +
      `${tally.violations.length} violations`,
  )
  for (const reason of tally.byItself) say(`  the other node took over by itself: ${reason}`)
  for (const violation of tally.violations) say(`  - ${violation}`)
  return tally.violations.length === 0 ? 0 : 1
}

process.exitCode = await main()
