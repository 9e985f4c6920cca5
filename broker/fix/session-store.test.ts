import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFixPort } from '../../tests/fixtures/fix-peer'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows } from '../db/open-database'
import { silent } from '../ground/logger'
import { databaseFixStore } from './database-fix-store'
import { FixLine } from './fix-line'
import { type FixStore, MAX_KEPT, memoryFixStore } from './session-store'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }
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

test('a session goes on from the database in another process', async () => {
  const port = await openFixPort()
  const openLine = (): FixLine => {
    const parties = { us: 'CANDOR', them: 'PEER' }
    const letter = { host: '127.0.0.1', port: port.port, tls: null, parties, heartbeatSeconds: 30, resetsAtLogon: false, times: null }
    const services = { store: databaseFixStore(database, 'lasting'), clock, random: () => 0, logger: silent }
    const events = { opened() {}, received() {}, heard() {}, holed() {}, mended() {}, closed() {} }
    const line = new FixLine('lasting', letter, services, ['W', 'j'], events)
    line.start()
    return line
  }
  const before = openLine()
  const peer = await port.meet()
  await peer.hear('A')
  peer.say('A', '98=0|108=30')
  peer.say('W', '55=EURUSD')
  peer.say('D', '11=1')
  const refused = await peer.hear('j')
  await expect.poll(() => databaseFixStore(database, 'lasting').load()).toMatchObject({ nextIn: 4, nextOut: 3 })
  await Promise.all([before.close(), peer.hear('5').then(() => peer.say('5'))])
  const after = openLine()
  const again = await port.meet()
  expect((await again.hear('A'))['34']).toBe('4')
  again.say('A', '98=0|108=30', { seq: 5 })
  again.say('2', '7=2|16=0', { seq: 6 })
  expect(await again.hear('j')).toMatchObject({ '34': '2', '43': 'Y', '122': refused['52'], '372': 'D' })
  await Promise.all([after.close(), again.hear('5').then(() => again.say('5', '', { seq: 7 }))])
  await port.close()
})
