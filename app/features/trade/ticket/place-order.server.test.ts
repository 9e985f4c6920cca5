import { expect, test } from 'vitest'
import { ERRORS } from '../../../../contract/errors'
import { DecimalIn } from '../../../../contract/primitives'
import { pageContext } from '../../../../tests/fixtures/page-context'
import { testTenants } from '../../../../tests/fixtures/test-tenants'
import { TYPED_TEXTS } from '../../../../tests/fixtures/typed-texts'
import { createBrokerClient } from '../../../broker-client/broker.server'
import { wireOrder } from '../../../terms/wire-examples'
import { readTypedNumber } from '../../../ui/typed-number'
import type { PlaceOrderAnswer } from '../scene/trade-data'
import { placeOrder } from './place-order.server'

const ORIGIN = 'http://aurora.localhost:3000'
const TRADER = { id: '7', uid: '100', email: 'm@example.com', mobile: '', is_demo: 0, invite_code: '', created_at: 1 }
const order = wireOrder({ Id: '100' })
const pendingOrder = wireOrder({ Status: 0, PendingKind: 'limit', OriginPrice: '1.16000', Price: '0.00000' })

const market = { forex_id: '1', type: '1', cont: '0.20', multiple: '100', price: '1.16428', max_slippage: '0.0005', key: 'k' }

/** Sends the form to a broker with one canned answer and tells what the broker was asked. */
async function place(fields: Record<string, string>, answer: () => Promise<Response>) {
  let asked: Record<string, string> | null = null
  let key: string | null = null
  const request = new Request(`${ORIGIN}/trade`, {
    method: 'POST',
    headers: { cookie: `candor_session=${'a'.repeat(43)}`, 'accept-language': 'en' },
    body: new URLSearchParams(fields),
  })
  const context = pageContext({
    request,
    tenant: testTenants().find((tenant) => tenant.id === 'aurora') ?? null,
    broker: createBrokerClient({
      timeoutMs: 500,
      async send(sent) {
        if (new URL(sent.url).pathname === '/api/user/info') return Response.json({ code: 1, msg: '', data: TRADER })
        asked = Object.fromEntries(new URLSearchParams(await sent.text()))
        key = sent.headers.get('idempotency-key')
        return answer()
      },
    }),
    now: () => 1_000,
  })

  const result = await placeOrder(context, request)
  if (result instanceof Response) return { asked, key, status: result.status, headers: result.headers, answer: null }
  return { asked, key, status: result.init?.status ?? 200, headers: null, answer: result.data as PlaceOrderAnswer }
}

const taken = (data: unknown) => async () => Response.json({ code: 1, msg: '', data })
const refused = (code: number, msg: string, details?: Record<string, string>) => async () =>
  Response.json({ code, msg, data: null, details })

test('a market order goes out with the price that was seen and how much worse it may be', async () => {
  const { asked, key, answer } = await place({ ...market, reply: 'data', trailing_distance: '0.002' }, taken(order))
  expect(asked).toEqual({
    status: '1',
    forex_id: '1',
    type: '1',
    cont: '0.20',
    multiple: '100',
    price: '1.16428',
    max_slippage: '0.0005',
    trailing_distance: '0.002',
  })
  expect(key).toBe('k')
  expect(answer).toMatchObject({ placed: true, order: { id: '100' } })
})

test('a pending order goes out with its target and without what only a market order has', async () => {
  const { asked } = await place({ ...market, status: '0', target_price: '1.16000', reply: 'data' }, taken(pendingOrder))
  expect(asked).toEqual({ status: '0', forex_id: '1', type: '1', cont: '0.20', multiple: '100', target_price: '1.16000' })
})

test('a market order does not take a target along that stood in the form', async () => {
  const { asked } = await place({ ...market, status: '1', target_price: '1.16000', reply: 'data' }, taken(order))
  expect(asked).not.toHaveProperty('target_price')
})

test('a price that has moved comes back as an offer', async () => {
  const { status, answer } = await place(
    { ...market, reply: 'data' },
    refused(ERRORS.PRICE_MOVED.code, 'The price has moved.', { price: '1.16520' }),
  )
  expect(status).toBe(422)
  expect(answer).toEqual({ placed: false, message: 'The price has moved.', isUncertain: false, newPrice: '1.16520' })
})

test('any other refusal is said in the words of the broker, without an offer', async () => {
  const { answer } = await place({ ...market, reply: 'data' }, refused(ERRORS.INSUFFICIENT_MARGIN.code, 'No margin.', { missing: '5.00' }))
  expect(answer).toEqual({ placed: false, message: 'No margin.', isUncertain: false })
})

test('a broker that cannot be reached leaves it open whether the order was placed', async () => {
  const { status, answer } = await place({ ...market, reply: 'data' }, () => Promise.reject(new Error('down')))
  expect(status).toBe(503)
  expect(answer).toMatchObject({ placed: false, isUncertain: true })
})

test('a field that nobody could have filled in never reaches the broker', async () => {
  const { asked, status, answer } = await place({ ...market, cont: 'lots' }, taken(order))
  expect([asked, status]).toEqual([null, 422])
  expect(answer).toMatchObject({ placed: false, isUncertain: false, message: 'Lots: Enter a number, for example 0.20.' })
})

test('without scripts a refusal brings back what was filled in', async () => {
  const { answer } = await place({ ...market, status: '0', target_price: '1.16428' }, refused(ERRORS.TARGET_IS_MARKET_PRICE.code, 'No.'))
  expect(answer).toMatchObject({ placed: false, typed: { status: '0', cont: '0.20', target_price: '1.16428' } })
})

test.each([
  ['a filled order', order, 'trade:confirmed'],
  ['a pending order', pendingOrder, 'trade:placed.buy.limit'],
])('without scripts %s leads back to the screen with its message', async (_, placed, textKey) => {
  const { status, headers } = await place({ ...market, status: placed === order ? '1' : '0', target_price: '1.16' }, taken(placed))
  expect([status, headers?.get('location')]).toEqual([302, '/trade?code=EURUSD'])
  expect(decodeURIComponent(headers?.get('set-cookie') ?? '')).toContain(textKey)
})

test.each([
  ['cont', 'Lots'],
  ['stop_loss_price', 'Stop loss'],
  ['target_price', 'Order price'],
] as const)(
  'any text in %s without scripts: the broker is asked for its number, or the field is named',
  { timeout: 120_000 },
  async (field, label) => {
    const form = { ...market, status: '0', target_price: '1.16000' }
    for (const text of TYPED_TEXTS) {
      const { asked, answer } = await place({ ...form, [field]: text }, taken(pendingOrder))
      const read = readTypedNumber(text)
      const number = read.kind === 'number' && DecimalIn.safeParse(read.value).success ? read.value : null
      if (number !== null) expect([text, (asked as Record<string, string> | null)?.[field]]).toEqual([text, number])
      // What is left empty is left out: no stop, and a target that the broker asks for.
      else if (field !== 'cont' && text.trim() === '') expect(asked).not.toHaveProperty(field)
      else {
        expect([text, asked]).toEqual([text, null])
        expect(answer).toMatchObject({
          placed: false,
          message: expect.stringMatching(new RegExp(`^${label}: Enter a number, for example`)),
        })
        if (text.trim() !== '') expect(answer).toMatchObject({ typed: { [field]: text.trim() } })
      }
    }
  },
)
