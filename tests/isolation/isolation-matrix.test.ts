/**
 * Every call of the contract × everybody who should not get anything by it. The calls come from ENDPOINTS, so one that is added
 * is covered the day it is written.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows } from '../../broker/db/open-database'
import { TENANT_TABLES } from '../../broker/db/tenant-tables'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import type { Answer } from '../fixtures/broker-client'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { sampleInputs } from '../fixtures/sample-inputs'

const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
const SIGNED_IN = CALLS.filter(([, endpoint]) => endpoint.actor !== 'anonymous')
/** Calls that name something of a trader's: asked with another's id they must answer as if it did not exist. */
const NAMING: readonly EndpointName[] = [
  'closeOrder',
  'cancelOrder',
  'setStopPrice',
  'listReceipts',
  'listOrderTicks',
  'deletePayoutMethod',
  'revokeSession',
]

let world: World
let victim: TestTrader
let sibling: TestTrader
let stranger: TestTrader
let revoked: string
let victimOrder: string
let victimSession: string
let instrumentId: string
let secrets: string[]

beforeAll(async () => {
  world = await createWorld()
  ;[victim, sibling, stranger] = [await world.demoTrader(), await world.demoTrader(), await world.demoTrader('meridian')]
  instrumentId = world.broker.market.instrument('EURUSD')?.id ?? ''
  const order = await victim.call(ENDPOINTS.submitOrder, sampleInputs({ orderId: '', instrumentId }).submitOrder)
  expect(order.outcome).toBe('ok')
  victimOrder = order.data.Id
  victimSession = (await victim.call(ENDPOINTS.listSessions, {})).data[0]?.id ?? ''
  expect(victimSession).not.toBe('')
  const leaving = await world.demoTrader()
  await leaving.call(ENDPOINTS.logout, {})
  revoked = leaving.token
  const { uid, invite_code } = (await victim.call(ENDPOINTS.getTrader, {})).data
  secrets = [victim.token, victim.demoId, uid, invite_code, victimSession]
})
afterAll(() => world.close())

const call = (
  name: EndpointName,
  options: { token?: string; host?: string; orderId?: string; sessionId?: string },
): Promise<Answer<unknown>> => {
  const endpoint: Endpoint = ENDPOINTS[name]
  const input = sampleInputs({
    orderId: options.orderId ?? victimOrder,
    sessionId: options.sessionId ?? victimSession,
    instrumentId,
  })[name]
  return world.client.call(endpoint, input as never, {
    host: options.host ?? victim.host,
    token: options.token,
    ...(endpoint.multipart ? { headers: { 'content-type': 'multipart/form-data; boundary=x' } } : {}),
  })
}

/** Everything the store knows of the victim, as text. */
async function victimState(): Promise<string> {
  const rows = await world.broker.database.system(async (tx) => {
    // Keys and chain links are the company's, not a trader's.
    const others = [
      'outbox',
      'idempotency_key',
      'socket_ticket',
      'trader',
      'audit_event',
      'receipt_key',
      'audit_link',
      'company_log',
      'log_fact',
      'log_entry',
      'log_tile',
      'log_key',
      'log_cosignature',
      'order_refusal',
      'execution_day',
      'solvency_hour',
      'solvency_tile',
      'verification_code',
      'captcha',
      'message',
      'tenant_key',
      'deposit_network',
      'collection_account',
      'withdraw_currency',
      'desk_claim',
      'risk_control',
      'provider_report',
      'cover_position',
      'cover_fill',
      'provider_copy',
      'reconciliation_run',
      'reconciliation_difference',
      'provider_statement',
      'provider_charge',
      'setting_change',
      'tenant_setting',
      'article',
      'funding_rollover',
    ]
    const tables = TENANT_TABLES.filter((table) => !others.includes(table))
    return Promise.all(
      tables.map((table) =>
        queryRows(
          tx,
          sql`select * from ${sql.identifier(table)} where trader_id = ${victim.id}::bigint and tenant_id = 'aurora' order by 1, 2`,
        ),
      ),
    )
  })
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

describe.each(SIGNED_IN)('%s', (name, endpoint) => {
  test('is code 999 for nobody, for a made-up token, for a revoked one and for one of another company', async () => {
    const before = await victimState()
    for (const token of [undefined, 'a'.repeat(43), revoked, stranger.token]) {
      const answer = await call(name, { ...(token === undefined ? {} : { token }) })
      expect([answer.code, answer.data]).toEqual([999, null])
    }
    const elsewhere = await call(name, { token: victim.token, host: stranger.host })
    expect(elsewhere.code).toBe(999)
    expect(await victimState()).toBe(before)
  })

  test('is refused to a demo account where it is for real ones', async () => {
    if (endpoint.actor !== 'real') return
    expect((await call(name, { token: sibling.token })).outcome).toBe('DEMO_RESTRICTED')
  })

  test('tells another trader nothing and changes nothing of the victim’s', async () => {
    if (name === 'logout') return
    const before = await victimState()
    for (const intruder of [sibling, stranger]) {
      const answer = await call(name, { token: intruder.token, host: intruder.host })
      for (const secret of secrets) expect(answer.text).not.toContain(secret)
      if (NAMING.includes(name)) expect(answer.text).not.toContain(`"Id":"${victimOrder}"`)
    }
    expect(await victimState()).toBe(before)
  })
})

test.each(NAMING)('%s answers for another trader’s id exactly as for one that does not exist', async (name) => {
  for (const intruder of [sibling, stranger]) {
    const options = { token: intruder.token, host: intruder.host }
    const foreign = await call(name, { ...options, orderId: victimOrder })
    const absent = await call(name, { ...options, orderId: '999999999', sessionId: randomUUID() })
    expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text])
    expect(foreign.outcome).not.toBe('ok')
  }
})

test('the lists of one trader never show the order of another, in either company', async () => {
  for (const intruder of [sibling, stranger]) {
    for (const status of ['0', '1', '3'] as const) {
      const { data } = await intruder.call(ENDPOINTS.listOrders, { status })
      expect(data.data.map(({ Id }) => Id)).not.toContain(victimOrder)
    }
  }
})

test('the demo id of one company opens nothing in another', async () => {
  const { data } = await world.client.call(ENDPOINTS.createDemoAccount, { demo_id: victim.demoId }, { host: stranger.host })
  expect(data.demo_id).not.toBe(victim.demoId)
  expect((await world.client.call(ENDPOINTS.getTrader, {}, { host: victim.host, token: data.token })).code).toBe(999)
})

test('calls open to all tell nobody anything of a trader', async () => {
  for (const [name, endpoint] of CALLS) {
    if (endpoint.actor !== 'anonymous') continue
    for (const token of [undefined, revoked, stranger.token]) {
      const answer = await call(name, token === undefined ? {} : { token })
      for (const secret of secrets) expect([name, answer.text.includes(secret)]).toEqual([name, false])
      expect([name, answer.status]).toEqual([name, 200])
    }
  }
})
