import { expect, test } from 'vitest'
import { z } from 'zod'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { type Endpoint, endpoint } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { deskInputs } from '../../tests/fixtures/desk-inputs'
import { sampleInputs } from '../../tests/fixtures/sample-inputs'
import { parseParameters } from './read-parameters'

const SAMPLES: Readonly<Record<string, object>> = { ...sampleInputs({ orderId: '7', instrumentId: '1' }), ...deskInputs() }
const CALLS = Object.entries({ ...ENDPOINTS, ...DESK_ENDPOINTS }) as [string, Endpoint][]
const parametersOf = ({ input }: Endpoint) => Object.entries((input as z.ZodType as z.ZodObject).shape) as [string, z.ZodType][]
const OPTIONAL = CALLS.flatMap(([name, called]) =>
  parametersOf(called).flatMap(([parameter, schema]) => (schema.safeParse(undefined).success ? [[name, parameter, called] as const] : [])),
)

test('there are optional parameters of every kind to walk over', () => {
  const walked = OPTIONAL.map(([name, parameter]) => `${name}.${parameter}`)
  expect(walked).toEqual(expect.arrayContaining(['submitOrder.target_price', 'submitOrder.multiple', 'listOrders.page', 'register.key']))
  expect(walked.length).toBeGreaterThan(50)
})

test.each(OPTIONAL)('%s: %s sent empty counts as left out', (name, parameter, called) => {
  const { [parameter]: _left, ...rest } = { company: 'aurora', ...SAMPLES[name] } as Record<string, string>
  const without = parseParameters(called, Object.entries(rest))
  expect(without.ok).toBe(true)
  expect(parseParameters(called, [...Object.entries(rest), [parameter, '']])).toEqual(without)
})

test('a required parameter that is sent empty is judged as it is', () => {
  const call = endpoint({
    method: 'GET',
    path: '/x',
    actor: 'anonymous',
    input: z.object({ id: z.string().min(1) }),
    output: z.null(),
    errors: [],
  })
  expect(parseParameters(call, [['id', '']])).toMatchObject({ ok: false, error: 'PARAMETER_INVALID', parameter: 'id' })
})

test('sent empty and once more with a value, it was sent twice', () => {
  const raw = [
    ['page', ''],
    ['page', '2'],
  ] as const
  expect(parseParameters(ENDPOINTS.listNews, [['category_id', '1'], ...raw])).toMatchObject({ error: 'PARAMETER_REPEATED' })
})
