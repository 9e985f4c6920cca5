/**
 * Hostile parameters in every field of every call: nothing outside the grammar gets through, nothing breaks, nothing changes.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { queryRows } from '../../broker/db/open-database'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { DECIMAL_IN } from '../../contract/primitives'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { NOT_NUMBERS, NOT_TEXT, NUMBERS } from '../fixtures/numeric-corpus'
import { sampleInputs } from '../fixtures/sample-inputs'

const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
/** Fields that take a number of one grammar or another, by call. */
const NUMERIC: readonly (readonly [EndpointName, string])[] = [
  ['submitOrder', 'cont'],
  ['submitOrder', 'multiple'],
  ['submitOrder', 'target_price'],
  ['submitOrder', 'stop_loss_price'],
  ['submitOrder', 'target_profit_price'],
  ['submitOrder', 'price'],
  ['submitOrder', 'max_slippage'],
  ['closeOrder', 'cont'],
  ['setStopPrice', 'stop_loss_price'],
  ['setStopPrice', 'target_profit_price'],
  ['listOrders', 'page'],
  ['listNews', 'page'],
  ['getCandles', 'end'],
  ['getCandles', 'limit'],
]

const WAYS = ['query', 'form', 'json'] as const

let world: World
let trader: TestTrader
let sample: ReturnType<typeof sampleInputs>

beforeAll(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
  const instrumentId = world.broker.market.instrument('EURUSD')?.id ?? ''
  const order = await trader.call(ENDPOINTS.submitOrder, sampleInputs({ orderId: '', instrumentId }).submitOrder)
  sample = sampleInputs({ orderId: order.data.Id, instrumentId })
})
afterAll(() => world.close())

const shapeOf = (endpoint: Endpoint) => Object.keys((endpoint.input as z.ZodType as z.ZodObject).shape)

/** Sent empty, such a parameter counts as left out. */
const isOptional = (name: EndpointName, field: string) =>
  ((ENDPOINTS[name].input as z.ZodType as z.ZodObject).shape[field] as z.ZodType).safeParse(undefined).success

async function state(): Promise<string> {
  return JSON.stringify(
    await world.broker.database.system((tx) =>
      queryRows(
        tx,
        sql`select (select count(*) from trade_order)::text as orders, (select sum(id)::text from trade_order where status = 1) as holding,
            (select count(*) from ledger_entry)::text as entries, (select sum(balance)::text from trading_account) as balance,
            (select md5(string_agg(stop_loss::text || take_profit::text || lots::text, ',' order by id)) from trade_order) as stops`,
      ),
    ),
  )
}

const asForm = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })
const asJson = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

function send(name: EndpointName, field: string, value: string, way: 'form' | 'json' | 'raw-json' | 'query') {
  const endpoint: Endpoint = ENDPOINTS[name]
  const { [field]: _replaced, ...rest } = sample[name] as Record<string, string>
  if (endpoint.method === 'GET' && (way === 'query' || !endpoint.postTwin)) {
    return world.client.send(`${endpoint.path}?${new URLSearchParams({ ...rest, [field]: value })}`, {}, { token: trader.token })
  }
  const body =
    way === 'raw-json'
      ? `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${value}}`
      : JSON.stringify({ ...rest, [field]: value })
  return world.client.send(endpoint.path, way === 'form' ? asForm({ ...rest, [field]: value }) : asJson(body), { token: trader.token })
}

describe.each(NUMERIC)('%s: %s', (name, field) => {
  test('takes no text that is not a number of the contract, in query, form and JSON', async () => {
    const before = await state()
    const texts = isOptional(name, field) ? NOT_NUMBERS.filter((text) => text !== '') : NOT_NUMBERS
    for (const [index, text] of texts.entries()) {
      // All ways for one field, one way a text for the others: the reading is the same code for every field.
      for (const way of field === 'cont' ? WAYS : [WAYS[index % WAYS.length] ?? 'form']) {
        const started = performance.now()
        const answer = await send(name, field, text, way)
        expect([JSON.stringify(text), way, answer.status, answer.outcome]).toEqual([JSON.stringify(text), way, 200, 'PARAMETER_INVALID'])
        expect(performance.now() - started).toBeLessThan(500)
      }
    }
    expect(await state()).toBe(before)
  })

  test('takes no JSON value that is neither text nor a whole number', async () => {
    const endpoint: Endpoint = ENDPOINTS[name]
    if (!endpoint.postTwin && endpoint.method === 'GET') return
    for (const value of NOT_TEXT) {
      const answer = await send(name, field, value, 'raw-json')
      expect([value, answer.outcome]).toEqual([value, 'PARAMETER_INVALID'])
    }
  })
})

test('the corpus itself: each text is on the right side of the grammar', () => {
  expect(NUMBERS.filter((text) => !DECIMAL_IN.test(text))).toEqual([])
  expect(NOT_NUMBERS.filter((text) => DECIMAL_IN.test(text))).toEqual([])
  expect(NOT_NUMBERS.length).toBeGreaterThan(130)
})

test('numbers at the edges of the grammar are judged by the rules of trading, never by accident', async () => {
  for (const text of NUMBERS) {
    for (const field of ['cont', 'stop_loss_price', 'target_profit_price', 'price', 'max_slippage']) {
      const answer = await send('submitOrder', field, text, 'form')
      expect([text, field, answer.status]).toEqual([text, field, 200])
      expect(answer.outcome).not.toBe('PARAMETER_INVALID')
    }
  }
})

/** Not `String()`: an object with a field `toString` cannot be made a text by it. */
const asText = (item: unknown) => (typeof item === 'object' ? JSON.stringify(item) : String(item))

test('any JSON at all, to any call: an envelope, never a failure', async () => {
  const names = fc.constantFrom(...CALLS.map(([name]) => name))
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...NOT_NUMBERS), fc.string({ unit: 'binary', maxLength: 300 }))
  await fc.assert(
    fc.asyncProperty(names, fc.array(fc.tuple(fc.nat(), value), { maxLength: 4 }), fc.boolean(), async (name, changes, isSignedIn) => {
      const endpoint: Endpoint = ENDPOINTS[name]
      const fields: Record<string, unknown> = { ...(sample[name] as Record<string, unknown>) }
      const shape = shapeOf(endpoint)
      for (const [index, changed] of changes) fields[shape[index % (shape.length + 1)] ?? '__proto__'] = changed
      if (name === 'logout' || name === 'resetDemoAccount' || name === 'login') return
      // A way in that is opened with a token would end its session, and the rest would be about nobody.
      const options = isSignedIn && endpoint.actor !== 'anonymous' ? { token: trader.token } : {}
      const texts = Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, asText(item)]))
      const answer =
        endpoint.method === 'GET' && !endpoint.postTwin
          ? await world.client.send(`${endpoint.path}?${new URLSearchParams(texts)}`, {}, options)
          : await world.client.send(endpoint.path, asJson(JSON.stringify(fields)), options)
      // A budget may be used up among so many calls.
      expect([200, 415, 429]).toContain(answer.status)
      expect(typeof answer.code).toBe('number')
    }),
    { numRuns: 600 },
  )
  expect(world.complaints).toEqual([])
}, 120_000)

test('bytes that are no request body are refused as such', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const init = { method: 'POST', body: new Uint8Array(bytes), headers: { 'content-type': 'application/json' } }
      const answer = await world.client.send(ENDPOINTS.closeOrder.path, init, { token: trader.token })
      expect([200, 400]).toContain(answer.status)
      expect(answer.outcome).not.toBe('ok')
    }),
    { numRuns: 200 },
  )
})
