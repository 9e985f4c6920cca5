import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { type Database, queryText, type Tx } from '../db/open-database'
import { hashSecret } from '../secrets/session-token'
import { type Read, readsTogether } from './read-together'

let world: World
let ada: RealTrader
let bo: RealTrader
beforeAll(async () => {
  world = await createWorld()
  ada = await world.realTrader()
  bo = await world.realTrader()
})
afterAll(() => world.close())

const readerOf = ({ token }: RealTrader) => ({ tenantId: 'aurora', tokenHash: hashSecret(token) ?? '', now: world.clock.now() })

/** The reads of a broker that counts its transactions. */
function counted() {
  const { database } = world.broker
  let transactions = 0
  const counting: Database = {
    ...database,
    withTenant: (tenantId, work) => {
      transactions += 1
      return database.withTenant(tenantId, work)
    },
  }
  return { read: readsTogether<string>(counting), transactions: () => transactions }
}

const whoAsks: Read<string> = async (_tx, session) => session?.id ?? 'nobody'
const divided = async (tx: Tx) => String((await queryText(tx, 'select 1/0 as n', []))[0]?.n)
const asked = (word: string) => async (tx: Tx) => String((await queryText(tx, 'select $1::text as word', [word]))[0]?.word)

test('reads of one turn share a transaction, and each has its own answer', async () => {
  const { read, transactions } = counted()
  const answers = await Promise.all([read(readerOf(ada), whoAsks), read(readerOf(ada), asked('one')), read(readerOf(ada), asked('two'))])
  expect(answers).toEqual([ada.id, 'one', 'two'])
  expect(transactions()).toBe(1)
  expect(await read(readerOf(ada), asked('later'))).toBe('later')
  expect(transactions()).toBe(2)
})

test('two sessions never share one', async () => {
  const { read, transactions } = counted()
  const answers = await Promise.all([
    read(readerOf(ada), whoAsks),
    read(readerOf(bo), whoAsks),
    read(readerOf(ada), whoAsks),
    read(readerOf(bo), whoAsks),
  ])
  expect(answers).toEqual([ada.id, bo.id, ada.id, bo.id])
  expect(transactions()).toBe(2)
})

test('a read that fails costs nobody else an answer', async () => {
  const { read } = counted()
  const [before, failed, after] = await Promise.allSettled([
    read(readerOf(ada), asked('before')),
    read(readerOf(ada), divided),
    read(readerOf(ada), asked('after')),
  ])
  expect(before).toMatchObject({ value: 'before' })
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(after).toMatchObject({ value: 'after' })
})

test('a session that has ended is nobody’s, for all of them', async () => {
  const { read } = counted()
  const reader = { ...readerOf(ada), tokenHash: '0'.repeat(64) }
  expect(await Promise.all([read(reader, whoAsks), read(reader, whoAsks)])).toEqual(['nobody', 'nobody'])
})

test('where the store cannot be asked, every one of them is told', async () => {
  const down = readsTogether<string>({ ...world.broker.database, withTenant: () => Promise.reject(new Error('no store')) })
  const told = await Promise.allSettled([down(readerOf(ada), whoAsks), down(readerOf(ada), whoAsks)])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
