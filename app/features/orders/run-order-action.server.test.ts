import { beforeEach, expect, test } from 'vitest'
import { wireOrder } from '../../terms/wire-examples'
import type { SiteContext } from '../../visitor/load-context.server'
import { runOrderAction } from './run-order-action.server'

const ORDER = wireOrder()
let calls: { path: string; input: unknown; key: unknown }[] = []
beforeEach(() => {
  calls = []
})

/** A broker that gives every call the same answer. */
function contextWith(answer: unknown): SiteContext {
  const call = async ({ path }: { path: string }, input: unknown, { idempotencyKey }: { idempotencyKey?: string }) => {
    calls.push({ path: path.split('/').at(-1) ?? '', input, key: idempotencyKey })
    return answer
  }
  return { trader: async () => ({ id: '7' }), broker: { call }, isSecure: true, language: 'en', tenant: null } as unknown as SiteContext
}

async function send(fields: Record<string, string>, answer: unknown = { ok: true, data: ORDER, msg: '' }) {
  const request = new Request('http://site.invalid/order', { method: 'POST', body: new URLSearchParams(fields) })
  return runOrderAction(contextWith(answer), request)
}
const scripted = { reply: 'data', key: 'a'.repeat(32) }

test.each([
  ['close', { id: '1' }, 'close', { id: '1' }],
  ['close', { id: '1', cont: '0,05' }, 'close', { id: '1', cont: '0.05' }],
  ['cancel', { id: '1' }, 'cancel_trade', { id: '1' }],
  ['reverse', { id: '1' }, 'reverse', { id: '1' }],
  ['closeAll', {}, 'close_all', {}],
  ['closeAll', { forex_id: '101' }, 'close_all', { forex_id: '101' }],
  ['stops', { id: '1', stop_loss_price: ' 1.1605' }, 'set_stop_price', { id: '1', stop_loss_price: '1.1605', target_profit_price: '0' }],
  [
    'stops',
    { id: '1', target_price: '1.15', trailing_distance: '0' },
    'set_stop_price',
    { id: '1', stop_loss_price: '0', target_profit_price: '0', target_price: '1.15', trailing_distance: '0' },
  ],
] as const)('%s %j calls %s with the key of the form', async (intent, fields, path, input) => {
  const data = { ...ORDER, closed: intent === 'closeAll' ? [ORDER] : ORDER, opened: ORDER, kept: [] }
  await send({ ...scripted, intent, ...fields }, { ok: true, data, msg: '' })
  expect(calls).toEqual([{ path, input, key: scripted.key }])
})

test('reverse tells both orders, close all what was closed and what was kept', async () => {
  const both = { closed: wireOrder({ Id: '1' }), opened: wireOrder({ Id: '2' }) }
  expect((await send({ ...scripted, intent: 'reverse', id: '1' }, { ok: true, data: both, msg: 'Reversed.' })) as unknown).toMatchObject({
    data: { done: true, intent: 'reverse', order: { id: '1' }, opened: { id: '2' }, message: 'Reversed.' },
  })
  const all = { closed: [ORDER], kept: [{ Id: '4', code: 3002, msg: 'The market is closed.' }] }
  expect((await send({ ...scripted, intent: 'closeAll' }, { ok: true, data: all, msg: '' })) as unknown).toMatchObject({
    data: { done: true, intent: 'closeAll', closed: [{ id: ORDER.Id }], kept: [{ id: '4', msg: 'The market is closed.' }] },
  })
})

test.each([
  ['LOTS_TOO_SMALL', 422],
  ['NETWORK_ERROR', 503],
  ['ANSWER_UNREADABLE', 503],
] as const)('a close refused with %s is answered with %i', async (name, status) => {
  const refused = { ok: false, error: { name, code: 0, msg: 'No.', details: {} } }
  expect((await send({ ...scripted, intent: 'close', id: '1', cont: '0.001' }, refused)) as unknown).toMatchObject({
    data: { done: false, intent: 'close', message: 'No.' },
    init: { status },
  })
})

test('a browser without scripts is led back to its list with the words', async () => {
  const answer = (await send({ intent: 'cancel', id: '1', key: 'k' }, { ok: true, data: ORDER, msg: 'Cancelled.' })) as unknown as Response
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/order?type=0'])
  expect(decodeURIComponent(answer.headers.get('set-cookie') ?? '')).toContain('Cancelled.')
})

test('and a close says at what price, and with what result', async () => {
  const order = wireOrder({ UpdatePrice: '1.16428', FactProfits: '0.800000' })
  const answer = (await send({ intent: 'close', id: '1', key: 'k' }, { ok: true, data: order, msg: 'Closed.' })) as unknown as Response
  expect(decodeURIComponent(answer.headers.get('set-cookie') ?? '')).toMatch(/Closed\. EUR\/USD closed at 1\.16428 · \+0\.800000 USDT/)
})
