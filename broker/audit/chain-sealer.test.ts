import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { auditEvent, auditLink, ledgerEntry, ledgerTransaction, receipt, tradeOrder, trader } from '../db/schema'
import { openAccount } from '../ledger/open-account'
import { type LinkItem, linkHash } from './chain-link'
import { type ChainSealer, startChainSealer } from './chain-sealer'
import { ADDED_COLUMNS, HASHED_COLUMNS } from './sealed-rows'

const clock = frozenClock()
const complaints: string[] = []
const logger = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: object, message: string) => complaints.push(`${message} ${JSON.stringify(fields)}`),
}
let database: Database
let sealers: ChainSealer[]
beforeEach(async () => {
  database = await openTestDatabase()
  sealers = []
  complaints.length = 0
})
afterEach(async () => {
  await Promise.all(sealers.map((sealer) => sealer.close()))
  await database.close()
  expect(complaints).toEqual([])
})

function start(quietMs?: number): ChainSealer {
  const sealer = startChainSealer({
    database,
    tenants: () => ['aurora', 'graphite'],
    clock,
    logger,
    ...(quietMs === undefined ? {} : { quietMs }),
  })
  sealers.push(sealer)
  return sealer
}

const insertEvent = (tx: Tx, tenantId: string, object: string) =>
  tx.insert(auditEvent).values({ tenantId, actor: 'system', action: 'test', object, detail: {}, createdAt: clock.now() })
const event = (object: string, tenantId = 'aurora') => database.withTenant(tenantId, (tx) => insertEvent(tx, tenantId, object))
async function events(count: number, tenantId = 'aurora'): Promise<void> {
  await database.withTenant(tenantId, (tx) =>
    tx.execute(sql`insert into audit_event (tenant_id, actor, action, object, detail, created_at)
      select ${tenantId}, 'system', 'test', n::text, '{}', 0 from generate_series(1, ${count}::int) as n`),
  )
}
const links = (tenantId = 'aurora') =>
  database.system((tx) => tx.select().from(auditLink).where(sql`tenant_id = ${tenantId}`).orderBy(auditLink.seq))
const itemsOf = async (tenantId = 'aurora') => (await links(tenantId)).flatMap(({ items }) => items as LinkItem[])
const ids = async (table: string, tenantId = 'aurora') =>
  (
    await database.system((tx) =>
      queryRows<{ id: string }>(tx, sql`select t.id::text as id from ${sql.raw(table)} t where t.tenant_id = ${tenantId} order by t.id`),
    )
  ).map(({ id }) => id)

test('every column of a sealed row is part of its hash', () => {
  for (const [name, table] of Object.entries({
    ledger_transaction: ledgerTransaction,
    ledger_entry: ledgerEntry,
    receipt,
    audit_event: auditEvent,
    trade_order: tradeOrder,
  })) {
    const columns = getTableConfig(table).columns.map((column) => column.name)
    expect([
      name,
      [...HASHED_COLUMNS[name as keyof typeof HASHED_COLUMNS], ...(ADDED_COLUMNS[name as keyof typeof HASHED_COLUMNS] ?? [])].sort(),
    ]).toEqual([name, columns.sort()])
  }
})

test('committed rows are sealed in the order of their ids, once, each link naming the one before it', async () => {
  const sealer = start()
  await event('one')
  await event('two')
  await sealer.flush()
  await event('three')
  await sealer.flush()
  await sealer.flush()
  const chain = await links()
  expect(chain.map(({ seq }) => seq)).toEqual([1, 2])
  expect((await itemsOf()).map(({ id }) => id)).toEqual(await ids('audit_event'))
  let previousHash = ''
  for (const link of chain) {
    expect(link.previousHash).toBe(previousHash)
    expect(link.hash).toBe(linkHash({ ...link, items: link.items as LinkItem[] }))
    previousHash = link.hash
  }
})

test('a ledger transaction is sealed with its entries, each company in its own chain', async () => {
  const sealer = start()
  for (const tenantId of ['aurora', 'graphite']) {
    await database.withTenant(tenantId, async (tx) => {
      const [row] = await tx.insert(trader).values({ tenantId, uid: '1', isDemo: true, inviteCode: '1', createdAt: 0 }).returning()
      await openAccount(tx, { tenantId, traderId: row!.id, isDemo: true }, 500n, 0)
    })
  }
  await sealer.flush()
  for (const tenantId of ['aurora', 'graphite']) {
    const items = await itemsOf(tenantId)
    expect(items.map(({ kind, id }) => [kind, id])).toEqual(
      (await ids('ledger_transaction', tenantId)).map((id) => ['ledger_transaction', id]),
    )
  }
  const [one] = await itemsOf('aurora')
  const [other] = await itemsOf('graphite')
  expect(one?.hash).not.toBe(other?.hash)
})

test('many rows fill many links, none longer than 500', async () => {
  await events(1_203)
  await events(40, 'graphite')
  await start().flush()
  expect((await links()).map(({ items }) => (items as LinkItem[]).length).every((length) => length <= 500)).toBe(true)
  expect((await itemsOf()).map(({ id }) => id)).toEqual(await ids('audit_event'))
  expect((await itemsOf('graphite')).map(({ id }) => id)).toEqual(await ids('audit_event', 'graphite'))
})

test('what was committed before a crash and not sealed is sealed by the next process', async () => {
  const first = start()
  await event('sealed')
  await first.close()
  await event('left behind')
  await start().flush()
  expect((await links()).map(({ seq }) => seq)).toEqual([1, 2])
  expect((await itemsOf()).map(({ id }) => id)).toEqual(await ids('audit_event'))
})

test('closing seals what is left', async () => {
  const sealer = start()
  await event('last')
  await sealer.close()
  expect((await itemsOf()).map(({ id }) => id)).toEqual(await ids('audit_event'))
})

test('an id that appears after larger ones were sealed is sealed late', async () => {
  const insertAs = (id: number, tenantId = 'aurora') =>
    database.withTenant(tenantId, (tx) =>
      tx.execute(sql`insert into audit_event (id, tenant_id, actor, action, object, detail, created_at) overriding system value
        values (${id}, ${tenantId}, 'system', 'test', 'x', '{}', 0)`),
    )
  const sealer = start(15_000)
  await insertAs(50)
  await sealer.flush()
  await insertAs(20, 'graphite')
  await insertAs(60)
  await sealer.flush()
  await insertAs(30)
  await sealer.flush()
  expect((await itemsOf()).map(({ id }) => id)).toEqual(['50', '60', '30'])
  expect((await itemsOf('graphite')).map(({ id }) => id)).toEqual(['20'])

  // A process that takes over knows them from the links and seals none twice.
  await sealer.close()
  await insertAs(31)
  await start(15_000).flush()
  expect((await itemsOf()).map(({ id }) => id)).toEqual(['50', '60', '30', '31'])
})

test('after the quiet time only what is newer is looked at, also by the next process', async () => {
  const sealer = start(15_000)
  const settled = async () => {
    const value = sql`select value->'settled'->>'audit_event' as id from market_state where key = 'audit-chain'`
    return (await database.system((tx) => queryRows<{ id: string }>(tx, value)))[0]?.id ?? '0'
  }
  await event('first')
  await sealer.flush()
  await event('second')
  await sealer.flush()
  expect(await settled()).toBe('0')
  // On a server other databases' transactions are waited for, too: rounds may pass until the longest of them has ended.
  for (let round = 0; round < 600 && (await settled()) === '0'; round++) {
    if (round > 20) await pause(50)
    clock.advance(15_000)
    await event(`round ${round}`)
    await sealer.flush()
  }
  expect(await ids('audit_event')).toContain(await settled())
  await sealer.close()
  await event('after')
  await start(15_000).flush()
  expect((await itemsOf()).map(({ id }) => id)).toEqual(await ids('audit_event'))
})

test('two sealers at once make one chain', async () => {
  const both = [start(), start()]
  for (let round = 0; round < 8; round++) {
    await Promise.all([event(`a${round}`), event(`b${round}`), ...both.map((sealer) => sealer.flush())])
  }
  await Promise.all(both.map((sealer) => sealer.flush()))
  const chain = await links()
  expect(chain.map(({ seq }) => seq)).toEqual(chain.map((_, index) => index + 1))
  const sealed = (await itemsOf()).map(({ id }) => id)
  expect([...sealed].sort((a, b) => Number(a) - Number(b))).toEqual(await ids('audit_event'))
})

describe('beside a slow transaction', () => {
  test('a transaction that holds a small id while larger ones are sealed is sealed when it commits, however long it took', async () => {
    const sealer = start()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasId = () => {}
    const taken = new Promise<void>((resolve) => {
      hasId = resolve
    })
    const slow = database.withTenant('aurora', async (tx) => {
      await insertEvent(tx, 'aurora', 'slow')
      hasId()
      await held
    })
    await taken
    for (let round = 0; round < 6; round++) {
      await event(`fast ${round}`)
      await sealer.flush()
      clock.advance(20_000)
    }
    expect(await itemsOf()).toHaveLength(6)
    release()
    await slow
    await sealer.flush()
    const sealed = (await itemsOf()).map(({ id }) => id)
    expect(sealed.at(-1)).toBe((await ids('audit_event'))[0])
    expect(sealed).toHaveLength(7)
  })
})
