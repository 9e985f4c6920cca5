import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LogFact, LogFacts } from '../../contract/companies'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { factEntry } from '../../rules/log/entry'
import { parseNoteKey } from '../../rules/log/note'
import { readEntryBundle, tilePath } from '../../rules/log/tiles'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { queryRows } from '../db/open-database'
import { noteFact } from '../log/note-fact'
import { startStandingFacts } from './standing-facts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await grown()
})
afterAll(() => world.close())

async function grown(): Promise<void> {
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const ask = (path: string) => world.broker.fetch(new Request(`http://aurora.localhost:3000/log/aurora/${path}`))

async function factsFrom(index: number): Promise<LogFacts> {
  const response = await ask(`facts/${index}`)
  expect(response.status).toBe(200)
  return LogFacts.parse(await response.json())
}

const ofKind = (facts: readonly LogFact[], kind: LogFact['kind']) => facts.filter((one) => one.kind === kind)

test('a company that is served has its rules and terms in its log, as anybody can work out', async () => {
  const { facts, next } = await factsFrom(0)
  expect(next).toBeNull()
  expect([ofKind(facts, 'rules').length, ofKind(facts, 'terms').length]).toEqual([1, 1])
  const keys = world.broker.logs.published('aurora')!.keys.map((key) => parseNoteKey(key)!)
  const opened = openCheckpoint(await (await ask('checkpoint')).text(), keys)
  const size = opened.ok ? opened.checkpoint.size : 0
  const bundle = await ask(tilePath({ level: 'entries', index: 0, width: size }))
  const entries = readEntryBundle(new Uint8Array(await bundle.arrayBuffer()))!
  for (const { index, salt, hash, document } of facts) {
    expect(createHash('sha256').update(document!).digest('hex')).toBe(hash)
    expect(entries[index]).toEqual(factEntry(Buffer.from(salt!, 'hex'), Buffer.from(hash!, 'hex')))
  }
})

test('the rules name every source that numbers are worked out by, and no test', async () => {
  const [rules] = ofKind((await factsFrom(0)).facts, 'rules')
  const { files } = JSON.parse(rules!.document!) as { files: Record<string, string> }
  expect(Object.keys(files)).toContain('rules/margin.ts')
  expect(Object.keys(files)).toContain('rules/log/merkle.ts')
  expect(Object.keys(files)).toContain('rules/market-calendars.json')
  expect(Object.keys(files).filter((file) => file.includes('.test.'))).toEqual([])
})

test('a day has one ranking, which names nobody', async () => {
  const { database } = world.broker
  const logger = { debug() {}, info() {}, warn() {}, error: (fields: object) => expect(fields).toBeNull() }
  const parts = {
    database,
    turn: { isMine: () => true, database },
    directory: { tenants: world.tenants },
    clock: world.clock,
    logger,
    noted() {},
  }
  for (let start = 0; start < 2; start++) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = await startStandingFacts(parts)
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await stop()
  }
  await grown()
  const rankings = ofKind((await factsFrom(0)).facts, 'ranking')
  expect(rankings).toHaveLength(1)
  const { real, demo } = JSON.parse(rankings[0]!.document!) as { real: object[]; demo: object[] }
  expect([...real, ...demo].filter((entry) => 'user' in entry)).toEqual([])
})

test('what is somebody’s own shows neither hash nor salt', async () => {
  const hash = createHash('sha256').update('of somebody').digest()
  await world.broker.database.withTenant('aurora', (tx) => noteFact(tx, 'aurora', { kind: 'statement', hash, at: 5 }))
  await grown()
  const [statement] = ofKind((await factsFrom(0)).facts, 'statement')
  expect(statement).toEqual({ index: expect.any(Number), kind: 'statement', at: 5, salt: null, hash: null, document: null })
  expect(await (await ask('facts/0')).text()).not.toContain(hash.toString('hex'))
})

test('a page that is full stays for ever, and the next begins behind it', async () => {
  await world.broker.database.system(async (tx) => {
    for (let day = 0; day < 300; day++) {
      const document = `{"day":${day}}`
      await noteFact(tx, 'aurora', { kind: 'prices', hash: createHash('sha256').update(document).digest(), document, at: day })
    }
  })
  await grown()
  const first = await ask('facts/0')
  expect(first.headers.get('cache-control')).toContain('immutable')
  const full = LogFacts.parse(await first.json())
  expect(full.facts).toHaveLength(256)
  const rest = await ask(`facts/${full.next}`)
  expect(rest.headers.get('cache-control')).toBe('public, max-age=1')
  const last = LogFacts.parse(await rest.json())
  expect(last.next).toBeNull()
  const noted = await world.broker.database.system((tx) => queryRows(tx, sql`select 1 from log_fact where tenant_id = 'aurora'`))
  expect(full.facts.length + last.facts.length).toBe(noted.length)
  expect(await factsFrom(0)).toEqual(full)
})

test.each(['facts', 'facts/', 'facts/-1', 'facts/01', 'facts/1.5', 'facts/9999999999999999'])('%s is not there', async (path) => {
  expect((await ask(path)).status).toBe(404)
})
