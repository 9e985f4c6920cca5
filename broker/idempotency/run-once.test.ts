import { afterAll, beforeAll, expect, test } from 'vitest'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { ERRORS } from '../../contract/errors'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { done, type Outcome, refused } from '../calls/handler'
import type { CallAnswer } from '../calls/write-answer'
import type { Database, Tx } from '../db/open-database'
import { inCallTransaction, runOnce, withAfterTasks } from './run-once'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const write = (outcome: Outcome<unknown>): CallAnswer => {
  const code = outcome.ok ? SUCCESS_CODE : ERRORS[outcome.error].code
  return { code, body: JSON.stringify({ code }) }
}

/** Carries a call out and tells in which order its tasks ran. */
function carryOut(
  headers: Record<string, string>,
  handler: () => Promise<Outcome<unknown>>,
  { changesState = true, through = database }: { changesState?: boolean; through?: Database } = {},
) {
  const told: string[] = []
  const answered = withAfterTasks((after) =>
    inCallTransaction(through, 'aurora', after, (tx) =>
      runOnce(tx, after, {
        scope: { tenantId: 'aurora', traderId: null, call: 'test', input: {}, now: 1_000 },
        headers: new Headers(headers),
        changesState,
        canUndo: true,
        run: () => {
          after.commit.push(() => told.push('committed'))
          after.doubt.push(() => told.push('in doubt'))
          return handler()
        },
        write,
        objectOf: () => '',
        tookEffect: () => told.push('took effect'),
      }),
    ),
  )
  return answered.then(
    ({ code }) => ({ code, told }),
    (error: unknown) => ({ code: String(error), told }),
  )
}
const ok = async () => done(null)

test('what took effect runs its tasks, then tells of itself; a replay tells nothing', async () => {
  expect(await carryOut({ 'idempotency-key': 'once' }, ok)).toEqual({ code: SUCCESS_CODE, told: ['committed', 'took effect'] })
  expect(await carryOut({ 'idempotency-key': 'once' }, ok)).toEqual({ code: SUCCESS_CODE, told: [] })
})

test('a refusal has no effect', async () => {
  expect(await carryOut({}, async () => refused('ORDER_NOT_FOUND'))).toEqual({ code: ERRORS.ORDER_NOT_FOUND.code, told: [] })
})

test('a failed transaction leaves what it did in doubt', async () => {
  expect(await carryOut({}, () => Promise.reject(new Error('broken')))).toEqual({ code: 'Error: broken', told: ['in doubt'] })
})

test('a transaction that is begun anew forgets what its first try wanted', async () => {
  const twice: Database = {
    ...database,
    async withTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>) {
      await database.withTenant(tenantId, work)
      return database.withTenant(tenantId, work)
    },
  }
  expect(await carryOut({}, ok, { through: twice })).toEqual({ code: SUCCESS_CODE, told: ['committed', 'took effect'] })
})

test('whoever only asks runs nothing, and voids a key that never came', async () => {
  const ask = { 'idempotency-key': 'asked', 'idempotency-ask': '1' }
  expect(await carryOut(ask, ok)).toEqual({ code: ERRORS.NOT_RECEIVED.code, told: [] })
  expect(await carryOut({ 'idempotency-key': 'asked' }, ok)).toEqual({ code: ERRORS.NOT_RECEIVED.code, told: [] })
})

test('a key that is none is refused, and means nothing to a read', async () => {
  const none = { 'idempotency-key': 'a key' }
  expect(await carryOut(none, ok)).toEqual({ code: ERRORS.IDEMPOTENCY_KEY_INVALID.code, told: [] })
  expect(await carryOut(none, ok, { changesState: false })).toEqual({ code: SUCCESS_CODE, told: ['committed', 'took effect'] })
})
