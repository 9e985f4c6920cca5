import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint'
import { ENDPOINTS } from '../../../contract/index'
import type { Tenant } from '../../../contract/tenant'
import type { SiteContext } from '../../visitor/load-context.server'
import type { ShownPart } from './contract-page'
import { typeOf } from './fields-of.server'
import { loadDevelopers } from './load-developers.server'

const aurora = { id: 'aurora', texts: {} } as Tenant
interface Wish {
  readonly socketUrl?: string
  readonly tenant?: Tenant | null
}
const loadPart = (language: string, part: string | null, { socketUrl = 'ws://aurora.localhost:3000/v1/ws', tenant = aurora }: Wish = {}) =>
  loadDevelopers({ language, socketUrl, tenant } as unknown as SiteContext, part)

/** All parts, one after the other. */
async function load(language: string, wish: Wish = {}) {
  const start = await loadPart(language, null, wish)
  const parts = await Promise.all(start.contents.map(async ({ part }) => (await loadPart(language, part, wish)).shown))
  const of = <Kind extends ShownPart['kind']>(kind: Kind) =>
    parts.filter((part): part is Extract<ShownPart, { kind: Kind }> => part?.kind === kind)
  const [socket] = of('socket')
  const [shapes] = of('shapes')
  const [errors] = of('errors')
  if (socket === undefined || shapes === undefined || errors === undefined) throw new Error('a part is missing')
  return {
    ...start,
    groups: of('calls'),
    topics: socket.topics,
    shapes: shapes.shapes,
    errors: errors.errors,
    commonErrors: errors.commonErrors,
  }
}

describe('what the page is given', () => {
  test('without a part, or with one that does not exist, what there is: every name once, and where it stands', async () => {
    for (const part of [null, '', 'nothing', '__proto__']) expect([part, (await loadPart('en', part)).shown]).toEqual([part, null])
    const { contents } = await loadPart('en', null)
    const names = contents.flatMap(({ entries }) => entries.map(({ kind, name }) => `${kind} ${name}`))
    expect(new Set(names).size).toBe(names.length)
    for (const { part, entries } of contents) {
      const shown = (await loadPart('en', part)).shown
      const there =
        shown?.kind === 'calls' ? shown.calls : shown?.kind === 'socket' ? shown.topics : shown?.kind === 'shapes' ? shown.shapes : []
      expect([part, entries.map(({ name }) => name)]).toEqual([part, there.map(({ name }) => name)])
    }
  })

  test('has every call of the contract once, with its own errors', async () => {
    const { groups } = await load('en')
    const calls = groups.flatMap((group) => group.calls)
    expect(calls.map(({ name }) => name).sort()).toEqual(Object.keys(ENDPOINTS).sort())
    for (const call of calls) {
      const endpoint: Endpoint = ENDPOINTS[call.name as keyof typeof ENDPOINTS]
      expect([call.name, call.errors]).toEqual([call.name, endpoint.errors])
      expect([call.name, call.path, call.isAlsoGet]).toEqual([call.name, endpoint.path, endpoint.postTwin])
    }
  })

  test('tells once which errors any call may give, and has every error it names in its table', async () => {
    const { commonErrors, groups, errors } = await load('en')
    expect(commonErrors).toEqual(expect.arrayContaining(['SESSION_INVALID', 'PARAMETER_INVALID', 'IDEMPOTENCY_KEY_REUSED']))
    const told = new Set(errors.map(({ name }) => name))
    const named = [...commonErrors, ...groups.flatMap(({ calls }) => calls.flatMap((call) => call.errors))]
    expect(named.filter((name) => !told.has(name as never))).toEqual([])
  })

  test('tells each parameter, and what an answer holds field by field', async () => {
    const { groups, shapes } = await load('en')
    const submit = groups.flatMap(({ calls }) => calls).find(({ name }) => name === 'submitOrder')
    expect(submit?.inputs.filter(({ isRequired }) => isRequired).map(({ name, type }) => [name, type])).toEqual([
      ['forex_id', 'string'],
      ['type', '"1" | "2"'],
      ['status', '"0" | "1"'],
      ['cont', 'decimal'],
    ])
    expect(submit?.outputs).toMatchObject([{ name: 'data', type: 'Order', shape: 'Order' }])
    const order = shapes.find(({ name }) => name === 'Order')
    expect(order?.fields.find(({ name }) => name === 'ForexTradeLists.Code')?.type).toBe('string')
    expect(order?.fields.find(({ name }) => name === 'CautionMoney')).toMatchObject({ type: 'decimal', description: 'Margin, USDT' })
  })

  test('every type that leads to a shape leads to one that is there', async () => {
    const { groups, topics, shapes } = await load('en')
    const names = new Set(shapes.map(({ name }) => name))
    const fields = [
      ...groups.flatMap(({ calls }) => calls.flatMap(({ inputs, outputs }) => [...inputs, ...outputs])),
      ...topics.flatMap((topic) => topic.fields),
      ...shapes.flatMap((shape) => shape.fields),
    ]
    expect(fields.filter(({ shape }) => shape !== '' && !names.has(shape))).toEqual([])
    expect(fields.some(({ shape }) => shape === 'Instrument')).toBe(true)
  })

  test('an example never shows where a token of somebody could be', async () => {
    const { groups } = await load('en')
    const requests = groups.flatMap(({ calls }) => calls.map(({ request }) => request))
    expect(requests.filter((request) => /authorization: (?!<token>)/.test(request))).toEqual([])
    expect(requests[0]).toBe('GET /api/company/getCompany\nlang: en')
  })

  test('on the host of all companies a request without a session names its company, and no other request does', async () => {
    const requestsOf = async (tenant: Tenant | null) => (await load('en', { tenant })).groups.flatMap(({ calls }) => calls)
    for (const { name, actor, request } of await requestsOf(null)) {
      expect([name, request.includes('company_id: <company>')]).toEqual([name, actor === 'anonymous'])
    }
    expect((await requestsOf(aurora)).filter(({ request }) => request.includes('company_id'))).toEqual([])
  })

  test('errors speak the visitor’s language; the desk’s are not among them', async () => {
    const [english, arabic] = [await load('en'), await load('ar')]
    const textOf = ({ errors }: typeof english) => errors.find(({ name }) => name === 'ORDER_NOT_FOUND')?.text
    expect(textOf(arabic)).toMatch(/[؀-ۿ]/)
    expect(textOf(english)).not.toBe(textOf(arabic))
    expect(english.errors.filter(({ name }) => name.startsWith('DESK_'))).toEqual([])
    expect(arabic.title).toMatch(/[؀-ۿ]/)
  })

  test.each([
    ['ws://aurora.localhost:3000/v1/ws', 'http://aurora.localhost:3000'],
    ['wss://broker.example/v1/ws', 'https://broker.example'],
  ])('with the socket %s calls are answered at %s', async (socketUrl, origin) => {
    expect((await load('en', { socketUrl })).origin).toBe(origin)
  })
})

test.each([
  [{ type: 'string' }, 'string'],
  [{ enum: ['1', '2'] }, '"1" | "2"'],
  [{ anyOf: [{ const: 0 }, { const: 1 }] }, '0 | 1'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer | null'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Order' } }, 'Order[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }, 'decimal'],
])('%j reads %s', (schema, type) => expect(typeOf(schema)).toBe(type))
