/** A broker and witnesses as whole processes over HTTP, told to each other by what their files and statements say. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrokerStatement } from '../../contract/companies'
import type { Tenant } from '../../contract/tenant'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { cosignaturesOf } from '../../rules/log/cosignature'
import { parseNoteKey } from '../../rules/log/note'
import { runProgram, says } from '../fixtures/child-process'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { runCommand } from '../fixtures/run-command'
import { open } from '../fixtures/trader-actions'

const closers: (() => unknown)[] = []
const dirs = ['one', 'two', 'three'].map((name) => ({ name, dir: mkdtempSync(path.join(tmpdir(), 'witness-')) }))
let world: World
let site: Server
let origin: string
let trader: TestTrader
let witnesses: NonNullable<Tenant['log']>['witnesses'] = []

const command = (...args: string[]) => runCommand(process.execPath, ['--import', 'tsx', 'scripts/witness.ts', ...args])
/** The company names other witnesses from now on. */
function name(changes: readonly { readonly name: string; readonly url: string }[]): void {
  witnesses = witnesses.map((one) => ({ ...one, ...changes.find(({ name: who }) => who === one.name) }))
  const tenants = world.tenants.map((tenant) => (tenant.id === 'aurora' ? { ...tenant, log: { witnesses, needed: 2 } } : tenant))
  world.broker.brands.take({ tenants, changed: ['aurora'], problems: [] })
}

beforeAll(async () => {
  for (const { name: who, dir } of dirs) {
    const { code, output } = await command('key', '--folder', dir, '--name', `${who}.example`)
    expect(code).toBe(0)
    witnesses.push({ name: who, kind: 'traders club', url: 'http://127.0.0.1:1', key: output.trim() })
  }
  world = await createWorld({ startMs: Date.now(), tenants: { aurora: { log: { witnesses, needed: 2 } } } })
  // What a proxy does: the company's host in front of the broker.
  site = createServer(async (request, response) => {
    const answer = await world.broker.fetch(new Request(`http://aurora.localhost:3000${request.url}`))
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  trader = await world.demoTrader()
  await trade()
}, 120_000)
afterAll(async () => {
  for (const close of closers) close()
  site.closeAllConnections()
  site.close()
  await world.close()
  for (const { dir } of dirs) rmSync(dir, { recursive: true })
})

/** Crypto is traded on every day. */
async function trade(): Promise<void> {
  await world.quoteAll()
  await open(world, trader, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '10' })
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const read = async (name: string) => {
  const response = await fetch(`${origin}/log/aurora/${name}`)
  return response.status === 200 ? response.text() : null
}

/** As a reader does: by the company's own statement. */
async function signersOf(name: string): Promise<string[] | null> {
  const text = await read(name)
  if (text === null) return null
  const { log } = BrokerStatement.parse(await (await fetch(`${origin}/.well-known/broker.json`)).json())
  expect([log?.needed, log?.witnesses?.map(({ kind }) => kind)]).toEqual([2, Array(3).fill('traders club')])
  const opened = openCheckpoint(
    text,
    log!.keys.map((key) => parseNoteKey(key)!),
  )
  if (!opened.ok) throw new Error(opened.problem)
  const signed = cosignaturesOf(
    opened.note,
    log!.witnesses!.map(({ key }) => parseNoteKey(key)!),
  )
  return log!.witnesses!.flatMap(({ name: who }, index) => (signed[index]?.outcome === 'signed' ? [who] : []))
}

test('a checkpoint is signed by whoever runs, and says when that is not enough', { timeout: 120_000 }, async () => {
  const [first, second] = dirs
  const run = async (at: number, ...args: string[]) => {
    const { name: who, dir } = dirs[at]!
    const url = await says(runProgram(closers, 'scripts/witness.ts', '--folder', dir, '--port', '0', ...args), /listens at (http:\S+),/)
    name([{ name: who, url }])
  }

  const shown = await command('--folder', first!.dir, '--broker', origin)
  expect(shown.output).toMatch(/says that these are the keys of its log:\n {2}\S+\/log\/aurora\+[0-9a-f]{8}\+/)
  expect(shown.output).toContain('start again with --trust')
  expect(existsSync(path.join(first!.dir, 'logs.txt'))).toBe(false)

  await run(0, '--broker', origin, '--trust')
  await world.broker.logs.cosignatures.flush()
  expect([await signersOf('checkpoint'), await signersOf('witnessed')]).toEqual([['one'], null])

  const [logKey] = readFileSync(path.join(first!.dir, 'logs.txt'), 'utf8').split('\n')
  await run(1, '--log', logKey!)
  await world.broker.logs.cosignatures.flush()
  expect([await signersOf('checkpoint'), await signersOf('witnessed')]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ])

  const before = await read('witnessed')
  await trade()
  await world.broker.logs.cosignatures.flush()
  expect(await signersOf('witnessed')).toEqual(['one', 'two'])
  expect(await read('witnessed')).not.toBe(before)
  expect(readdirSync(path.join(second!.dir, 'signed'))).toHaveLength(1)
  expect(world.complaints.map((line) => line.split(':')[0])).toEqual(
    Array(world.complaints.length).fill('a witness of the log has not signed'),
  )
  const [health] = (await world.broker.figures()).logs
  expect(health).toMatchObject({ tenantId: 'aurora', needed: 2, quorumAgeMs: 0 })
  expect(health?.witnesses).toEqual([
    { name: 'one', isBehind: false, trouble: null },
    { name: 'two', isBehind: false, trouble: null },
    { name: 'three', isBehind: true, trouble: 'unreachable' },
  ])
})

const third = ['--folder', dirs[2]!.dir]
test.each<[string, string[], number, string]>([
  ['a port that is none', ['--port', 'x'], 2, 'npm run witness -- [options]'],
  ['a flag that is none', ['--prot', '1'], 2, 'npm run witness -- [options]'],
  ['help', ['--help'], 0, 'npm run witness -- key'],
  ['no log', third, 1, 'no log is known'],
  ['a key that is none', [...third, '--log', 'abc'], 1, '"abc" is no key of a log'],
  ['a file that is not there', [...third, '--logs', '/nowhere'], 1, '--logs /nowhere: there is no such file'],
  ['a broker without https', [...third, '--broker', 'http://broker.example'], 1, 'http is for this machine alone'],
  [
    'a broker that is not there',
    [...third, '--broker', 'http://127.0.0.1:1'],
    1,
    'http://127.0.0.1:1/.well-known/broker.json does not answer',
  ],
])('the command with %s says so and ends', { timeout: 30_000 }, async (_what, args, code, words) => {
  const ended = await command(...args)
  expect([ended.code, ended.output]).toEqual([code, expect.stringContaining(words)])
})
