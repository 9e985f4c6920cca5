/**
 * `npm run chaos -- --rounds 25`: kill -9 under eight trading clients, again and again, and nothing that was acknowledged may
 * be lost. Runs on the embedded store, or with CHAOS_DATABASE_URL (or DATABASE_URL) on a database of its own on that server.
 *
 * One round: traders trade → the server is killed → the store is opened and audited → the server starts again (taking over
 * the dead one's lock) → unknown outcomes are settled by their keys → answered keys give their first answers again.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { ChaosTrader } from './chaos-trader'
import { tryToOpenTwice } from './second-opener'
import { ServerProcess } from './server-process'
import { verifyStore } from './verify-store'

const TRADERS = 8
const REPLAYED_KEYS = 5

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    port: { type: 'string', default: '3107' },
    'min-ms': { type: 'string', default: '300' },
    'max-ms': { type: 'string', default: '2500' },
  },
})
const rounds = Number(values.rounds)
const port = Number(values.port)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

interface Scratch {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  remove(): Promise<void>
}

async function makeScratch(): Promise<Scratch> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-chaos-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  const server = process.env.CHAOS_DATABASE_URL ?? process.env.DATABASE_URL
  if (!server) return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() }
  const name = `candor_chaos_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      removeFolder()
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

interface Tally {
  acknowledged: number
  unknown: number
  violations: string[]
}

async function runRound(
  round: number,
  server: ServerProcess,
  traders: readonly ChaosTrader[],
  scratch: Scratch,
  tally: Tally,
): Promise<ServerProcess> {
  const found: string[] = []
  const before = traders.reduce((sum, { deeds }) => sum + deeds.length, 0)
  const trading = Promise.all(traders.map((trader) => trader.tradeUntilCut()))
  const killAfter = Number(values['min-ms']) + Math.random() * (Number(values['max-ms']) - Number(values['min-ms']))
  await new Promise((resolve) => setTimeout(resolve, killAfter))
  server.kill()
  await Promise.all([server.ended, trading])
  const sent = traders.reduce((sum, { deeds }) => sum + deeds.length, 0) - before
  const unknown = traders.reduce((sum, trader) => sum + trader.unknown.length, 0)

  const afterKill = await verifyStore(scratch.dataDir, scratch.databaseUrl, traders)
  found.push(...afterKill.violations)

  const startedAt = Date.now()
  const next = await ServerProcess.start({ port, ...scratch })
  const startMs = Date.now() - startedAt
  for (const trader of traders) {
    await trader.settle()
    for (const deed of sample(trader.deeds, REPLAYED_KEYS)) {
      if (!(await trader.isAnswerKept(deed))) found.push(`key ${deed.key} was answered otherwise after the restart`)
    }
  }
  found.push(...next.complaints().map((line) => `the server complained: ${line.slice(0, 300)}`))
  tally.acknowledged += sent - unknown
  tally.unknown += unknown
  tally.violations.push(...found.map((violation) => `round ${round}: ${violation}`))
  say(
    `round ${String(round).padStart(2)}: killed after ${Math.round(killAfter)} ms, ${sent} calls (${unknown} unknown, settled by key), ` +
      `${afterKill.orders} orders and ${afterKill.transactions} movements kept, next start ${(startMs / 1000).toFixed(1)} s, ${found.length === 0 ? 'ok' : `${found.length} VIOLATIONS`}`,
  )
  return next
}

function sample<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(Math.random() * all.length)] as T)
}

async function main(): Promise<number> {
  const scratch = await makeScratch()
  const tally: Tally = { acknowledged: 0, unknown: 0, violations: [] }
  const traders = Array.from({ length: TRADERS }, (_, index) => new ChaosTrader(index + 1, port))
  let server: ServerProcess | undefined
  say(`${rounds} rounds of kill -9 under ${TRADERS} traders on ${scratch.databaseUrl ? 'PostgreSQL' : 'the embedded store'}`)
  try {
    server = await ServerProcess.start({ port, ...scratch })
    for (const trader of traders) await trader.begin()
    if (scratch.databaseUrl === undefined) {
      const refusal = await tryToOpenTwice(scratch.dataDir, port + 1)
      tally.violations.push(...refusal)
      say(`a second server on the same folder: ${refusal.length === 0 ? 'refused, and it said why' : 'NOT refused as it should be'}`)
    }
    for (let round = 1; round <= rounds; round++) server = await runRound(round, server, traders, scratch, tally)
    const { code } = await server.stop()
    if (code !== 0) tally.violations.push(`the last server ended with ${code} when it was asked to stop`)
    // Every outcome is known now: the store must hold exactly what the traders were told.
    const final = await verifyStore(scratch.dataDir, scratch.databaseUrl, traders)
    tally.violations.push(...final.violations.map((violation) => `at the end: ${violation}`))
  } catch (error) {
    tally.violations.push(error instanceof Error ? error.message : String(error))
  } finally {
    server?.kill()
    await server?.ended
    for (const trader of traders) trader.disconnect()
    await scratch.remove()
  }
  say('')
  say(`${tally.acknowledged} calls acknowledged, ${tally.unknown} unknown and settled, ${tally.violations.length} violations`)
  for (const violation of tally.violations) say(`  - ${violation}`)
  return tally.violations.length === 0 ? 0 : 1
}

process.exitCode = await main()
