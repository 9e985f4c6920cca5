import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { type BareBroker, openBareBroker } from '../../tests/fixtures/bare-broker'
import { done, forTrader, refused } from '../calls/handler'
import { queryRows } from '../db/open-database'
import { auditEvent, idempotencyKey, trader } from '../db/schema'
import { forgetOldKeys } from './run-once'

/** Each run leaves a line in the audit table, so that runs can be counted; id `refused` is refused, `broken` throws. */
let broker: BareBroker
let runs = 0
let afterCommits = 0
let token: string

beforeAll(async () => {
  broker = await openBareBroker({
    handlers: {
      deletePayoutMethod: forTrader(async ({ tx, tenant, trader: caller, input, now, afterCommit }) => {
        runs += 1
        afterCommit(() => {
          afterCommits += 1
        })
        await tx
          .insert(auditEvent)
          .values({ tenantId: tenant.id, actor: `trader:${caller.id}`, action: 'test', object: input.id, detail: { runs }, createdAt: now })
        if (input.id === 'refused') return refused('ORDER_NOT_FOUND')
        if (input.id === 'busy') return refused('TOO_MANY_REQUESTS')
        if (input.id === 'broken') throw new Error('broken')
        return done(null)
      }),
      bindPayoutMethod: forTrader(async () => {
        runs += 1
        return done({ id: String(runs) })
      }),
    },
  })
  token = await newToken()
})
afterAll(() => broker.close())
beforeEach(() => {
  runs = 0
  afterCommits = 0
})

const newToken = async () => (await broker.client.call(ENDPOINTS.createDemoAccount, {})).data.token
const remove = (id: string, key?: string, as = token, lang = 'en') =>
  broker.client.call(ENDPOINTS.deletePayoutMethod, { id }, { token: as, headers: { lang }, ...(key === undefined ? {} : { key }) })
const bind = (key: string) => broker.client.call(ENDPOINTS.bindPayoutMethod, { draw_id: '1', type: '1' }, { token, key })
const auditLines = async (object: string) =>
  (await broker.database.system((tx) => queryRows(tx, sql`select id from audit_event where object = ${object}`))).length

describe('the same key and parameters', () => {
  test('give the first answer again, byte for byte, without a second effect', async () => {
    const first = await bind('k-bind')
    expect([first.outcome, first.data]).toEqual(['ok', { id: '1' }])
    expect((await bind('k-bind')).text).toBe(first.text)
    expect(runs).toBe(1)
  })

  test('50 at the same time: one effect, one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove('parallel', 'k-parallel')))
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size).toBe(1)
    expect([runs, afterCommits, await auditLines('parallel')]).toEqual([1, 1, 1])
  })

  test('the answer stays in the language of the first call', async () => {
    const first = await remove('refused', 'k-language', token, 'en')
    expect((await remove('refused', 'k-language', token, 'ar')).text).toBe(first.text)
  })

  test('parameters count by value: order, method and unknown ones do not matter', async () => {
    const path = ENDPOINTS.bindPayoutMethod.path
    const post = (body: string, type: string) =>
      broker.client.send(path, { method: 'POST', body, headers: { 'content-type': type } }, { token, key: 'k-order' })
    const first = await post('draw_id=1&type=2&memo=x', 'application/x-www-form-urlencoded')
    expect((await post('{"type":2,"draw_id":"1","t":99}', 'application/json')).text).toBe(first.text)
    expect(runs).toBe(1)
  })
})

describe('asking only what became of a call', () => {
  const ask = (id: string, key?: string) =>
    broker.client.call(
      ENDPOINTS.deletePayoutMethod,
      { id },
      { token, headers: { lang: 'en', 'idempotency-ask': '1' }, ...(key === undefined ? {} : { key }) },
    )

  test('gives the first answer, done or refused, and does nothing', async () => {
    const [didIt, refusedIt] = [await remove('asked', 'k-asked'), await remove('refused', 'k-asked-refused')]
    expect((await ask('asked', 'k-asked')).text).toBe(didIt.text)
    expect((await ask('refused', 'k-asked-refused')).text).toBe(refusedIt.text)
    expect([runs, await auditLines('asked')]).toEqual([2, 1])
  })

  test('a call that never came is said not to have come, and cannot come any more', async () => {
    expect((await ask('late', 'k-late')).outcome).toBe('NOT_RECEIVED')
    expect((await remove('late', 'k-late')).outcome).toBe('NOT_RECEIVED')
    expect([runs, afterCommits, await auditLines('late')]).toEqual([0, 0, 0])
  })

  test('and the call itself at the same time agree, whichever is first', async () => {
    const both = await Promise.all([remove('race', 'k-race'), ask('race', 'k-race'), ask('race', 'k-race')])
    expect(new Set(both.map(({ text }) => text)).size).toBe(1)
    expect([runs, await auditLines('race')]).toEqual(both[0].outcome === 'ok' ? [1, 1] : [0, 0])
  })

  test('without a key there is nothing to ask about: the call is carried out', async () => {
    expect((await ask('keyless')).outcome).toBe('ok')
    expect(runs).toBe(1)
  })
})

describe('what is kept', () => {
  test('a refusal is kept and everything it wrote is undone', async () => {
    const first = await remove('refused', 'k-refused')
    expect(first.outcome).toBe('ORDER_NOT_FOUND')
    expect((await remove('refused', 'k-refused')).text).toBe(first.text)
    expect([runs, afterCommits, await auditLines('refused')]).toEqual([1, 0, 0])
  })

  test('without a key a refusal is undone too', async () => {
    expect((await remove('refused')).outcome).toBe('ORDER_NOT_FOUND')
    expect([afterCommits, await auditLines('refused')]).toEqual([0, 0])
  })

  test('a failure is not kept: the same key may try again', async () => {
    expect((await remove('broken', 'k-broken')).status).toBe(500)
    expect((await remove('broken', 'k-broken')).status).toBe(500)
    expect([runs, await auditLines('broken')]).toEqual([2, 0])
  })

  test('"too busy" is not kept either', async () => {
    expect((await remove('busy', 'k-busy')).status).toBe(429)
    expect((await remove('busy', 'k-busy')).status).toBe(429)
    expect(runs).toBe(2)
  })

  test('neither key nor reply nor token can be read in the table', async () => {
    const key = 'k-secret-of-this-client'
    const created = (await broker.client.call(ENDPOINTS.createDemoAccount, {}, { key })).data
    const dump = JSON.stringify(await broker.database.system((tx) => tx.select().from(idempotencyKey)))
    expect(dump).not.toContain(key)
    expect(dump).not.toContain(created.token)
    expect(dump).not.toContain(created.demo_id)
  })

  test('24 hours, then the key is free', async () => {
    await bind('k-day')
    broker.clock.advance(24 * 3600_000 - 1)
    await bind('k-day')
    expect(runs).toBe(1)
    broker.clock.advance(2)
    await bind('k-day')
    expect(runs).toBe(2)
    broker.clock.advance(24 * 3600_000 + 1)
    await forgetOldKeys(broker.database, broker.clock.now())
    expect(await broker.database.system((tx) => tx.select().from(idempotencyKey))).toEqual([])
  })
})

describe('scope', () => {
  test('other parameters under the same key are an error and have no effect', async () => {
    await remove('one', 'k-reused')
    expect((await remove('two', 'k-reused')).outcome).toBe('IDEMPOTENCY_KEY_REUSED')
    expect([runs, await auditLines('two')]).toEqual([1, 0])
  })

  test('another trader, another call and another company have their own keys', async () => {
    await remove('scope', 'k-scope')
    await remove('scope', 'k-scope', await newToken())
    await bind('k-scope')
    expect(runs).toBe(3)
    const here = await broker.client.call(ENDPOINTS.createDemoAccount, {}, { key: 'k-company' })
    const there = await broker.client.call(ENDPOINTS.createDemoAccount, {}, { key: 'k-company', host: 'meridian.localhost:3000' })
    expect(there.data.token).not.toBe(here.data.token)
  })

  test('a repeated demo account call without a session opens one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => broker.client.call(ENDPOINTS.createDemoAccount, {}, { key: 'k-demo' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const rows = await broker.database.withTenant('aurora', (tx) => tx.select().from(trader).where(sql`uid = ${answers[0]?.data.uid}`))
    expect(rows).toHaveLength(1)
  })
})

describe('the key itself', () => {
  test.each(['', 'a b', 'é', 'x'.repeat(65), '\t'])('%j is no key', async (key) => {
    expect((await remove('key', key)).outcome).toBe('IDEMPOTENCY_KEY_INVALID')
  })

  test('64 visible characters are one, and a read does not look at it', async () => {
    expect((await remove('key', '~'.repeat(64))).outcome).toBe('ok')
    expect((await broker.client.call(ENDPOINTS.getTrader, {}, { token, key: 'a b' })).outcome).toBe('ok')
  })
})
