import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { type BareBroker, openBareBroker } from '../../tests/fixtures/bare-broker'
import { done, forTrader } from '../calls/handler'
import { queryRows, type Tx } from './open-database'
import { gaveWay, repeatConflicts } from './repeat-conflicts'

const failure = (code: string): Error => new Error('the query failed', { cause: Object.assign(new Error(code), { code }) })

describe('what is tried again', () => {
  test.each(['40001', '40P01'])('%s, as often as it may, each time after a longer pause, and then it is told', async (code) => {
    const pauses: number[] = []
    let tries = 0
    const failing = repeatConflicts(
      () => {
        tries += 1
        return Promise.reject(failure(code))
      },
      async (atMostMs) => pauses.push(atMostMs),
    )
    await expect(failing).rejects.toThrow('the query failed')
    expect([tries, pauses]).toEqual([6, [10, 20, 40, 80, 160]])
  })

  test.each(['23505', '57014', '08006', '55P03'])('never %s: nobody knows that it was undone, or it would fail again', async (code) => {
    let tries = 0
    const failing = repeatConflicts(() => {
      tries += 1
      return Promise.reject(failure(code))
    })
    await expect(failing).rejects.toThrow('the query failed')
    expect([tries, gaveWay(failure(code))]).toEqual([1, false])
  })
})

/** Lets everybody on when so many have come; later ones pass. */
function meetingOf(count: number): () => Promise<void> {
  let come = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    come += 1
    if (come >= count) open()
    return opened
  }
}

describe('two calls that take the same rows the other way round', () => {
  let broker: BareBroker
  let tokens: readonly string[]
  let ids: readonly bigint[]
  let meet: () => Promise<void>
  let begun = 0
  const told: string[] = []
  const touch = (tx: Tx, id: bigint | undefined) =>
    tx.execute(sql`update trader set two_step_last_step = coalesce(two_step_last_step, 0) + 1 where tenant_id = 'aurora' and id = ${id}`)
  const touches = async () => {
    const query = sql`select two_step_last_step::text as count from trader where tenant_id = 'aurora'`
    return (await broker.database.withTenant('aurora', (tx) => queryRows<{ count: string | null }>(tx, query))).map(({ count }) => count)
  }

  beforeAll(async () => {
    broker = await openBareBroker({
      handlers: {
        readNotices: forTrader(async ({ tx, trader, afterCommit }) => {
          begun += 1
          afterCommit(() => told.push(trader.id))
          const [first, second] = BigInt(trader.id) === ids[0] ? ids : ids.toReversed()
          await touch(tx, first)
          await meet()
          await touch(tx, second)
          return done(null)
        }),
      },
    })
    const made = [await broker.client.call(ENDPOINTS.createDemoAccount, {}), await broker.client.call(ENDPOINTS.createDemoAccount, {})]
    tokens = made.map(({ data }) => data.token)
    ids = made.map(({ data }) => BigInt(data.id))
  })
  afterAll(() => broker.close())

  test('are both answered, once each; the caller sees nothing of it', async () => {
    for (let round = 1; round <= 3; round++) {
      meet = meetingOf(2)
      begun = 0
      told.length = 0
      const answers = await Promise.all(
        tokens.map((token, index) =>
          broker.client.call(
            ENDPOINTS.readNotices,
            {},
            { token, headers: { 'idempotency-key': `round-${round}-of-caller-${index}-0001` } },
          ),
        ),
      )
      expect(answers.map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
      // PostgreSQL ended one of the two, which began anew.
      expect(begun).toBe(3)
      expect(await touches()).toEqual([String(2 * round), String(2 * round)])
      // What is told behind the commit is told once, and not by the try that was undone.
      expect(told.toSorted()).toEqual(ids.map(String).toSorted())
    }
    expect(broker.failures).toEqual([])
  })

  test('work that has not said that it may begin anew fails as before', async () => {
    meet = meetingOf(2)
    const run = ([first, second]: readonly bigint[]) =>
      broker.database.withTenant('aurora', async (tx) => {
        await touch(tx, first)
        await meet()
        await touch(tx, second)
      })
    const ended = await Promise.allSettled([run(ids), run(ids.toReversed())])
    const failed = ended.flatMap((end) => (end.status === 'rejected' ? [gaveWay(end.reason)] : []))
    expect(failed).toEqual([true])
  })
})
