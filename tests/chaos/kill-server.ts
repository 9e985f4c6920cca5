/**
 * `npm run chaos -- --rounds 25`: kill -9 under trading clients, under traders who move money and operators who decide about it, again
 * and again, and nothing that was acknowledged may be lost. Runs on the embedded store, or with CHAOS_DATABASE_URL (or DATABASE_URL) on a
 * database of its own on that server. `--postgres-bin FOLDER` starts a PostgreSQL of its own and kills that instead of our server.
 *
 * One round: everybody works → one of the two is killed → the store is audited → it starts again → unknown outcomes are settled by their
 * keys → answered keys give their first answers again.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { decideDeposit, decideWithdrawal } from '../../contract/desk/reviews'
import type { ChaosClient, Deed } from './chaos-client'
import { type ChaosCrew, gatherCrew } from './chaos-crew'
import { PostgresProcess } from './postgres-process'
import { tryToOpenTwice } from './second-opener'
import { ServerProcess } from './server-process'
import { verifyStore } from './verify-store'

const REPLAYED_KEYS = 4
/** One more key of everybody is sent again this often at the same time. */
const AT_ONCE = 50

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    port: { type: 'string', default: '3107' },
    'min-ms': { type: 'string', default: '300' },
    'max-ms': { type: 'string', default: '2500' },
    'postgres-bin': { type: 'string' },
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
  /** Ours to kill. */
  readonly postgres: PostgresProcess | null
  remove(): Promise<void>
}

async function makeScratch(): Promise<Scratch> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-chaos-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (values['postgres-bin'] !== undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'candor-chaos-postgres-'))
    const own = await PostgresProcess.create({ bin: values['postgres-bin'], folder, port: port + 2 })
    const remove = async () => {
      removeFolder()
      await own.kill()
      rmSync(folder, { recursive: true, force: true })
    }
    return { dataDir, databaseUrl: own.url, postgres: own, remove }
  }
  const server = process.env.CHAOS_DATABASE_URL ?? process.env.DATABASE_URL
  if (!server) return { dataDir, databaseUrl: undefined, postgres: null, remove: async () => removeFolder() }
  const name = `candor_chaos_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    postgres: null,
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

const deedsOf = (clients: readonly ChaosClient[]) => clients.reduce((sum, { deeds }) => sum + deeds.length, 0)

async function runRound(round: number, server: ServerProcess, crew: ChaosCrew, scratch: Scratch, tally: Tally): Promise<ServerProcess> {
  const found: string[] = []
  const before = deedsOf(crew.clients)
  const working = Promise.all(crew.clients.map((client) => client.workUntilCut()))
  const killAfter = Number(values['min-ms']) + Math.random() * (Number(values['max-ms']) - Number(values['min-ms']))
  await new Promise((resolve) => setTimeout(resolve, killAfter))
  const restart = await killOne(server, scratch)
  await working
  const sent = deedsOf(crew.clients) - before
  const unknown = crew.clients.reduce((sum, client) => sum + client.unknown.length, 0)

  // What the store holds is looked at before anybody can mend it; only a killed PostgreSQL must run for that.
  const startedAt = Date.now()
  if (scratch.postgres !== null) await scratch.postgres.start()
  const afterKill = await verifyStore(scratch.dataDir, scratch.databaseUrl, crew)
  found.push(...afterKill.violations)
  const next = await restart()
  const startMs = Date.now() - startedAt
  for (const client of crew.clients) {
    await client.settle()
    for (const deed of sample(client.deeds, REPLAYED_KEYS)) {
      if (!(await client.isAnswerKept(deed))) found.push(`key ${deed.key} was answered otherwise after the restart`)
    }
    for (const deed of sample(client.deeds, 1)) {
      if (!(await client.isAnswerKept(deed, AT_ONCE))) found.push(`key ${deed.key}, sent ${AT_ONCE} times at once, was answered otherwise`)
    }
  }
  // A server whose store was taken away may say so.
  if (scratch.postgres === null) found.push(...next.complaints().map((line) => `the server complained: ${line.slice(0, 300)}`))
  tally.acknowledged += sent - unknown
  tally.unknown += unknown
  tally.violations.push(...found.map((violation) => `round ${round}: ${violation}`))
  const { orders, deposits, withdrawals, transactions } = afterKill
  say(
    `round ${String(round).padStart(2)}: killed after ${Math.round(killAfter)} ms, ${sent} calls (${unknown} unknown, settled by key), ` +
      `${orders} orders, ${deposits} deposits, ${withdrawals} withdrawals, ${transactions} movements kept, ready again after ` +
      `${(startMs / 1000).toFixed(1)} s, ${found.length === 0 ? 'ok' : `${found.length} VIOLATIONS`}`,
  )
  return next
}

/** Kills our server, or the PostgreSQL under it; the answer gives a server that works again. */
async function killOne(server: ServerProcess, scratch: Scratch): Promise<() => Promise<ServerProcess>> {
  if (scratch.postgres === null) {
    server.kill()
    await server.ended
    return () => ServerProcess.start({ port, ...scratch })
  }
  await scratch.postgres.kill()
  return async () => {
    await server.untilReady()
    return server
  }
}

function sample(all: readonly Deed[], count: number): Deed[] {
  return Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(Math.random() * all.length)] as Deed)
}

/** How long everybody works on in peace for every way of the money to have been taken to its end. */
const LAST_SHIFT_MS = 60_000

/** Few and short rounds may end before a payout has found its two operators: the audit at the end shall have seen one. */
async function finishEveryWay({ clients, operators }: ChaosCrew): Promise<void> {
  const deadline = Date.now() + LAST_SHIFT_MS
  const hasEnded = ({ path: way }: { readonly path: string }, outcome: string) =>
    operators.some(({ deeds }) => deeds.some(({ path: sent, told }) => sent === way && told?.data?.outcome === outcome))
  const isEnough = () =>
    Date.now() > deadline ||
    (hasEnded(decideDeposit, 'completed') && hasEnded(decideWithdrawal, 'completed') && hasEnded(decideWithdrawal, 'rejected'))
  await Promise.all(clients.map((client) => client.workUntilCut(isEnough)))
}

async function main(): Promise<number> {
  const scratch = await makeScratch()
  const tally: Tally = { acknowledged: 0, unknown: 0, violations: [] }
  const crew = gatherCrew(port)
  let server: ServerProcess | undefined
  const where = scratch.postgres ? 'of PostgreSQL itself' : scratch.databaseUrl ? 'on PostgreSQL' : 'on the embedded store'
  say(`${rounds} rounds of kill -9 under ${crew.clients.length} clients, ${where}`)
  try {
    server = await ServerProcess.start({ port, ...scratch })
    await crew.begin(scratch.dataDir)
    if (scratch.databaseUrl === undefined) {
      const refusal = await tryToOpenTwice(scratch.dataDir, port + 1)
      tally.violations.push(...refusal)
      say(`a second server on the same folder: ${refusal.length === 0 ? 'refused, and it said why' : 'NOT refused as it should be'}`)
    }
    for (let round = 1; round <= rounds; round++) server = await runRound(round, server, crew, scratch, tally)
    await finishEveryWay(crew)
    const { code } = await server.stop()
    if (code !== 0) tally.violations.push(`the last server ended with ${code} when it was asked to stop`)
    // Every outcome is known now: the store must hold exactly what everybody was told.
    const final = await verifyStore(scratch.dataDir, scratch.databaseUrl, crew)
    tally.violations.push(...final.violations.map((violation) => `at the end: ${violation}`))
    say(`decided at the desk: ${final.credited} credits, ${final.paid} payouts, ${final.returned} returned`)
    if (final.credited === 0 || final.paid === 0 || final.returned === 0) tally.violations.push('not every way of the money was taken')
  } catch (error) {
    tally.violations.push(error instanceof Error ? error.message : String(error))
  } finally {
    server?.kill()
    await server?.ended
    for (const client of crew.clients) client.disconnect()
    await scratch.remove()
  }
  say('')
  say(`${tally.acknowledged} calls acknowledged, ${tally.unknown} unknown and settled, ${tally.violations.length} violations`)
  for (const violation of tally.violations) say(`  - ${violation}`)
  return tally.violations.length === 0 ? 0 : 1
}

process.exitCode = await main()
