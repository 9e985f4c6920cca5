import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows } from '../db/open-database'
import { databaseFixStore } from './database-fix-store'
import { type FixStore, MAX_KEPT, memoryFixStore } from './session-store'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const message = (seq: number) => ({
  seq,
  fields: [
    [35, 'j'],
    [58, `n${seq}`],
  ] as const,
  sentAt: '20261118-12:00:00.000',
})

describe.each<[string, () => FixStore]>([
  ['in memory', memoryFixStore],
  ['in the database', () => databaseFixStore(database, `session ${Math.random()}`)],
])('a store %s', (_, open) => {
  test('knows nothing of a session that never was', async () => {
    expect(await open().load()).toBeNull()
  })

  test('keeps numbers, and messages in their order', async () => {
    const store = open()
    await store.restart({ nextIn: 1, nextOut: 1, startedAt: 5 })
    await store.keepOut(2, null)
    await store.keepOut(3, message(2))
    await store.keepOut(4, message(3))
    await store.keepIn(9)
    expect(await store.load()).toMatchObject({ nextIn: 9, nextOut: 4, startedAt: 5 })
    expect(await store.findKept(1, 2)).toEqual([message(2)])
    expect(await store.findKept(1, 99)).toEqual([message(2), message(3)])
  })

  test('forgets the oldest messages', async () => {
    const store = open()
    await store.restart({ nextIn: 1, nextOut: 1, startedAt: 5 })
    await store.keepOut(2, message(1))
    await store.keepOut(3, message(2))
    await store.keepOut(MAX_KEPT + 2, message(MAX_KEPT + 1))
    expect((await store.findKept(1, 10_000)).map(({ seq }) => seq)).not.toContain(1)
  })

  test('forgets messages when the numbers begin again', async () => {
    const store = open()
    await store.restart({ nextIn: 7, nextOut: 7, startedAt: 5 })
    await store.keepOut(8, message(7))
    await store.restart({ nextIn: 1, nextOut: 1, startedAt: 6 })
    expect(await store.load()).toMatchObject({ nextIn: 1, nextOut: 1, startedAt: 6 })
    expect(await store.findKept(1, 99)).toEqual([])
  })
})

test('sessions of one database do not touch each other, and no company sees them', async () => {
  const [one, other] = [databaseFixStore(database, 'one'), databaseFixStore(database, 'other')]
  await one.restart({ nextIn: 3, nextOut: 3, startedAt: 1 })
  await other.restart({ nextIn: 5, nextOut: 5, startedAt: 1 })
  await one.keepOut(4, message(3))
  expect(await other.load()).toMatchObject({ nextIn: 5, nextOut: 5 })
  expect(await other.findKept(1, 99)).toEqual([])
  for (const table of ['fix_session', 'fix_message']) {
    await expect(database.withTenant('aurora', (tx) => queryRows(tx, sql`select * from ${sql.identifier(table)}`))).rejects.toThrow()
  }
})
