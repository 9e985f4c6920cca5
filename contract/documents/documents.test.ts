import { createRequire } from 'node:module'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../endpoint'
import { ENDPOINTS, type EndpointName } from '../index'
import { Topic } from '../socket'
import { asyncApiDocument, TOPICS } from './asyncapi'
import { CALL_GROUPS, CALL_GUIDE } from './call-guide'
import { exampleInput, exampleOf } from './example-of'
import { jsonSchemaOf, namedSchemas } from './json-schema'
import { openApiDocument } from './openapi'

const ORIGIN = 'https://broker.example'
const openApi = openApiDocument(ORIGIN)
const asyncApi = asyncApiDocument(ORIGIN)
const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]

interface Operation {
  readonly operationId: string
  readonly 'x-errors': readonly { name: string }[]
}
const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as unknown as Operation })),
)

/** Every `$ref` of a document that leads nowhere in it. */
function danglingReferences(document: object): string[] {
  const found = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
  return [...new Set([...found].map((match) => match[1] ?? ''))].filter((reference) => {
    const at = reference.split('/').reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], document)
    return at === undefined
  })
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(openApi) as never)
    expect([valid, errors]).toEqual([true, undefined])
  })

  test('would not be valid with a mistake in it', async () => {
    const { info: _info, ...without } = structuredClone(openApi)
    expect((await new Validator().validate(without as never)).valid).toBe(false)
  })

  test('leads nowhere outside of itself', () => {
    expect(danglingReferences(openApi)).toEqual([])
  })

  test('has every call of the contract exactly once under its name, and its compatible GET beside it', () => {
    for (const [name, endpoint] of CALLS) {
      const own = operations.filter(({ operation }) => operation.operationId === name)
      expect([name, own.map(({ path, method }) => `${method} ${path}`)]).toEqual([
        name,
        [`${endpoint.postTwin ? 'post' : endpoint.method.toLowerCase()} ${endpoint.path}`],
      ])
      const twins = operations.filter(({ operation }) => operation.operationId === `${name}ByGet`)
      expect([name, twins.length]).toEqual([name, endpoint.postTwin ? 1 : 0])
    }
    const plain = operations.map(({ operation }) => operation.operationId).filter((id) => !id.endsWith('ByGet') && !(id in ENDPOINTS))
    expect(plain).toEqual(['getBrokerStatement', 'getImage'])
  })

  test('names the errors of each call, its own among them', () => {
    for (const [name, { errors }] of CALLS) {
      const told =
        operations.find(({ operation }) => operation.operationId === name)?.operation['x-errors'].map((error) => error.name) ?? []
      expect([name, errors.filter((error) => !told.includes(error))]).toEqual([name, []])
      expect([name, new Set(told).size]).toEqual([name, told.length])
    }
  })

  test('says where it is served', () => {
    expect(openApi.servers).toEqual([{ url: ORIGIN }])
  })
})

describe('the AsyncAPI document', () => {
  test('is valid AsyncAPI 3.0', () => {
    const { schemasWithoutId } = createRequire(import.meta.url)('@asyncapi/specs') as { schemasWithoutId: Record<string, object> }
    // The specification's schema speaks of formats that it does not define itself.
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schemasWithoutId['3.0.0'] ?? {})
    validate(structuredClone(asyncApi))
    expect(validate.errors).toBeNull()
  })

  test('leads nowhere outside of itself', () => {
    expect(danglingReferences(asyncApi)).toEqual([])
  })

  test('has every topic of the contract exactly once, and no other', () => {
    const alternatives = /^\^\((.*)\)\$$/
      .exec(
        Topic.def.checks?.map((check) => String((check as { _zod: { def: { pattern?: RegExp } } })._zod.def.pattern?.source))[0] ?? '',
      )?.[1]
      ?.split('|')
    const told = Object.values(asyncApi.components.messages).flatMap((message) => ('x-private' in message ? [String(message.name)] : []))
    expect(told.map((topic) => topic.replace('{code}', '[A-Z0-9]{1,16}').replace('.', '\\.')).sort()).toEqual(alternatives?.sort())
    expect(told).toEqual(Object.keys(TOPICS))
  })

  test('has every message of a client exactly once', () => {
    expect(Object.keys(asyncApi.components.messages).slice(0, 5)).toEqual(['login', 'sub', 'unsub', 'logout', 'ping'])
  })

  test('says where the socket is', () => {
    expect(asyncApi.servers).toMatchObject({ broker: { host: 'broker.example', protocol: 'wss' } })
    expect(asyncApiDocument('http://aurora.localhost:3000').servers).toMatchObject({
      broker: { host: 'aurora.localhost:3000', protocol: 'ws' },
    })
  })
})

describe('the examples', () => {
  const named = namedSchemas()

  test.each(CALLS)('of %s are what the contract takes and gives', (name, endpoint) => {
    const sent = exampleInput(name, jsonSchemaOf(endpoint.input, 'input'), named)
    expect(endpoint.input.safeParse(sent).error).toBeUndefined()
    expect(endpoint.output.safeParse(exampleOf(jsonSchemaOf(endpoint.output, 'output'), named, true)).error).toBeUndefined()
  })

  test.each(Object.entries(TOPICS))('of %s is what the contract pushes', (_topic, { data }) => {
    expect(data.safeParse(exampleOf(jsonSchemaOf(data, 'output'), named, true)).error).toBeUndefined()
  })

  test('fit the schema that the document itself gives', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'document', ...structuredClone(openApi) })
    for (const { operation } of operations) {
      const media = (
        operation as unknown as { responses: Record<string, { content: Record<string, { schema: object; example?: unknown }> }> }
      ).responses['200']?.content['application/json']
      if (media?.example === undefined) continue
      const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"document#/')) as object
      const validate = ajv.compile(schema)
      expect([operation.operationId, validate(media.example), validate.errors]).toEqual([operation.operationId, true, null])
    }
  })
})

test('every group has calls, and every call a sentence', () => {
  const used = new Set(Object.values(CALL_GUIDE).map(({ group }) => group))
  expect([...used].sort()).toEqual([...CALL_GROUPS].sort())
  expect(Object.values(CALL_GUIDE).filter(({ summary }) => !/^[A-Z].{8,}\.$/.test(summary))).toEqual([])
})
