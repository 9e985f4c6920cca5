/**
 * `npm run chaos -- --rounds 25`: kill -9 under trading clients, under traders who move money and operators who decide about it, again
 * and again, and nothing that was acknowledged may be lost. Runs on the built-in store, or with CHAOS_DATABASE_URL (or DATABASE_URL) on
 * a database of its own on that server. `--kill postgres` kills the built-in PostgreSQL under our server instead, `--kill both` both;
 * `--kill both,postgres,node` kills each in its turn.
 *
 * One round: everybody works → one of the two is killed → the store is audited → it starts again → unknown outcomes are settled by their
 * keys → answered keys give their first answers again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { decideDeposit, decideWithdrawal } from '../../contract/desk/reviews'
import { killPostgres } from '../fixtures/kill-postgres'
import { makeScratchDatabase } from '../fixtures/scratch-database'
import type { ChaosClient, Deed } from './chaos-client'
import { type ChaosCrew, gatherCrew } from './chaos-crew'
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
    kill: { type: 'string', default: 'node' },
  },
})
const rounds = Number(values.rounds)
const port = Number(values.port)
const victims = values.kill.split(',')
const victimOf = (round: number) => victims[(round - 1) % victims.length]

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
  const { url, drop } = await makeScratchDatabase(server)
  const remove = async () => {
    removeFolder()
    await drop()
  }
  return { dataDir, databaseUrl: url, remove }
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
  const killedAt = Date.now()
  const victim = victimOf(round)
  const restart = await killOne(victim, server, scratch)
  await working
  const sent = deedsOf(crew.clients) - before
  const unknown = crew.clients.reduce((sum, client) => sum + client.unknown.length, 0)

  // What the store holds is looked at before a server that starts could mend it.
  const afterKill = await verifyStore(scratch.dataDir, scratch.databaseUrl, crew)
  found.push(...afterKill.violations)
  const next = await restart()
  const readyMs = Date.now() - killedAt
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
  if (victim !== 'postgres') found.push(...next.complaints().map((line) => `the server complained: ${line.slice(0, 300)}`))
  tally.acknowledged += sent - unknown
  tally.unknown += unknown
  tally.violations.push(...found.map((violation) => `round ${round}: ${violation}`))
  const { orders, deposits, withdrawals, transactions } = afterKill
  say(
    `round ${String(round).padStart(2)}: ${victim} killed after ${Math.round(killAfter)} ms, ${sent} calls (${unknown} unknown, settled by key), ` +
      `${orders} orders, ${deposits} deposits, ${withdrawals} withdrawals, ${transactions} movements kept, ready again after ` +
      `${(readyMs / 1000).toFixed(1)} s, ${found.length === 0 ? 'ok' : `${found.length} VIOLATIONS`}`,
  )
  return next
}

/** Kills our server, the built-in PostgreSQL under it, or both; the answer gives a server that works again. */
async function killOne(victim: string | undefined, server: ServerProcess, scratch: Scratch): Promise<() => Promise<ServerProcess>> {
  if (victim !== 'node') killPostgres(scratch.dataDir)
  if (victim === 'postgres') {
    await server.untilReady()
    return async () => server
  }
  server.kill()
  await server.ended
  return () => ServerProcess.start({ port, ...scratch })
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
  const where = scratch.databaseUrl ? 'on a PostgreSQL server' : 'on the built-in store'
  say(`${rounds} rounds of kill -9 (${values.kill}) under ${crew.clients.length} clients, ${where}`)
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
