import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { factEntry, receiptEntry } from '../../rules/log/entry'
import { parseNoteKey } from '../../rules/log/note'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { open } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'
import { type FactKind, noteFact } from './note-fact'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const trader = await world.demoTrader()
  await world.quoteAll()
  await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
})
afterAll(() => world.close())

const hashOf = (document: string) => createHash('sha256').update(document).digest()

const note = (kind: FactKind, document: string, tenantId = 'aurora') =>
  world.broker.database.withTenant(tenantId, (tx) =>
    noteFact(tx, tenantId, { kind, hash: hashOf(document), document, at: world.clock.now() }),
  )

async function grown(): Promise<void> {
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

interface EntryRow extends Record<string, unknown> {
  readonly salt: string
  readonly entry: string
  readonly fact: string | null
  readonly receipt: string | null
}
const entriesOf = () =>
  world.broker.database.system((tx) =>
    queryRows<EntryRow>(
      tx,
      sql`select encode(e.salt, 'hex') as salt, encode(e.entry, 'hex') as entry, f.hash as fact, r.hash as receipt from log_entry e
          left join log_fact f on f.tenant_id = e.tenant_id and f.id = e.fact_id
          left join receipt r on r.tenant_id = e.tenant_id and r.id = e.receipt_id where e.tenant_id = 'aurora' order by e.index`,
    ),
  )

const findings = async () => (await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings: found }) => found)

describe('a fact', () => {
  test('that is a document is one once, of one company, and under its own kind', async () => {
    const first = await note('prices', 'a day')
    expect(await note('prices', 'a day')).toBe(first)
    expect(await note('prices', 'another day')).not.toBe(first)
    expect(await note('ranking', 'a day')).not.toBe(first)
    expect(await note('prices', 'a day', 'meridian')).not.toBe(first)
  })

  test('that holds until it changes is one again when it comes back', async () => {
    // Numbers of more digits are newer, too.
    for (let count = 0; count < 12; count++) await note('terms', `of time ${count}`)
    const [first, again] = [await note('terms', 'high'), await note('terms', 'high')]
    const second = await note('terms', 'low')
    const third = await note('terms', 'high')
    expect(again).toBe(first)
    expect(new Set([first, second, third]).size).toBe(3)
  })

  test('that ten note at once is there once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, at) => note(at % 2 === 0 ? 'rules' : 'execution', 'the same')))
    expect(new Set(ids).size).toBe(2)
  })

  test.each(['statement', 'decision'] as const)('of somebody (%s) is never published', async (kind) => {
    await expect(note(kind, 'of somebody')).rejects.toThrow()
  })

  test('whose hash is of another document is refused, by the store as well', async () => {
    const wrong = { kind: 'prices', hash: hashOf('one'), document: 'other', at: 0 } as const
    await expect(world.broker.database.withTenant('aurora', (tx) => noteFact(tx, 'aurora', wrong))).rejects.toThrow()
    const insert = sql`insert into log_fact (tenant_id, kind, hash, document, created_at) values ('aurora', 'prices', ${hashOf('one').toString('hex')}, 'other', 0)`
    await expect(world.broker.database.withTenant('aurora', (tx) => tx.execute(insert))).rejects.toThrow()
  })

  test('is an entry of the log as a receipt is, each once', async () => {
    await note('solvency', 'a root')
    await grown()
    await note('solvency', 'a root')
    await note('settings', 'a limit')
    await grown()
    const entries = await entriesOf()
    const logged = entries.flatMap(({ fact }) => fact ?? [])
    const noted = await world.broker.database.system((tx) =>
      queryRows<{ hash: string }>(tx, sql`select hash from log_fact where tenant_id = 'aurora' order by id`),
    )
    expect(logged.toSorted()).toEqual(noted.map(({ hash }) => hash).toSorted())
    expect(entries.filter(({ receipt }) => receipt !== null).length).toBeGreaterThan(0)
    for (const { salt, entry, fact, receipt } of entries) {
      const worked =
        fact === null
          ? receiptEntry(Buffer.from(salt, 'hex'), Buffer.from(receipt!, 'hex'))
          : factEntry(Buffer.from(salt, 'hex'), Buffer.from(fact, 'hex'))
      expect(Buffer.from(worked).toString('hex')).toBe(entry)
    }
    const keys = world.broker.logs.published('aurora')!.keys.map((key) => parseNoteKey(key)!)
    const opened = openCheckpoint((await world.broker.logs.answer('aurora', 'checkpoint'))!.body as string, keys)
    expect(opened.ok && opened.checkpoint.size).toBe(entries.length)
    expect(await findings()).toEqual([])
  })
})

/** As the owner of the tables, whom no role holds back. */
async function asOwner<T>(
  statements: readonly string[],
  look: (tx: Parameters<Parameters<World['broker']['database']['system']>[0]>[0]) => Promise<T>,
) {
  const undone = new Error('taken back')
  let seen: T | undefined
  await world.broker.database
    .system(async (tx) => {
      await tx.execute(sql`select 1`)
      await tx.execute(sql`reset role`)
      for (const statement of statements) await tx.execute(sql.raw(statement))
      seen = await look(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return seen!
}

const OF_FACT = "where tenant_id = 'aurora' and fact_id is not null"

test.each([
  "update log_fact set document = null where tenant_id = 'aurora'",
  "delete from log_fact where tenant_id = 'aurora'",
  `update log_entry set salt = null ${OF_FACT}`,
  `update log_entry set fact_id = fact_id + 1 ${OF_FACT}`,
  "insert into log_entry (tenant_id, index, salt, entry) values ('aurora', 9999, '', '')",
])('the store refuses: %s', async (statement) => {
  await expect(asOwner([statement], async () => null)).rejects.toThrow()
})

test.each([
  ['log_entry', 'I19', `update log_entry set salt = decode(repeat('00', 32), 'hex') ${OF_FACT}`],
  ['log_entry', 'I19', `update log_entry set salt = null ${OF_FACT}`],
  ['log_entry', 'I19', "delete from log_fact where tenant_id = 'aurora' and kind = 'solvency'"],
  ['log_fact', 'I7', "delete from log_fact where tenant_id = 'aurora' and kind = 'solvency'"],
  ['log_fact', 'I7', "update log_fact set kind = 'prices' where tenant_id = 'aurora' and kind = 'solvency'"],
  ['log_fact', 'I19', `delete from log_entry ${OF_FACT} and index = (select max(index) from log_entry ${OF_FACT})`],
])('the audit finds in %s by %s: %s', async (table, name, statement) => {
  const found = await asOwner(['set local session_replication_role = replica', statement], async (tx) => {
    const results = await auditBooks({ atOneMoment: (work) => work(tx) }, world.tenants)
    return results.find(({ invariant }) => invariant === name)!.findings.map((one) => one.table)
  })
  expect(found).toContain(table)
})
