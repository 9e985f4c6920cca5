/**
 * The contract's calls as an OpenAPI 3.1 document, for other brokers' engineers and their tools. Made from ENDPOINTS and the
 * error table: there is no second list.
 *
 * Invariant: every call of the contract is in it exactly once under its name; the compatible GET of a call with a POST twin is
 * called `<name>ByGet`.
 */
import { BrokerStatement } from '../companies'
import type { Endpoint } from '../endpoint'
import { ERRORS, type ErrorName } from '../errors'
import { IMAGE_PATH } from '../identity'
import { ENDPOINTS, type EndpointName } from '../index'
import { LANGUAGES } from '../primitives'
import { CALL_GROUPS, CALL_GUIDE } from './call-guide'
import { exampleInput, exampleOf } from './example-of'
import { type JsonSchema, jsonSchemaOf, namedSchemas } from './json-schema'

export const CONTRACT_VERSION = '1.0.0'
export const OPENAPI_PATH = '/.well-known/openapi.json'
const STATEMENT_PATH = '/.well-known/broker.json'

type Json = Readonly<Record<string, unknown>>
interface OpenApiDocument extends Json {
  readonly openapi: '3.1.1'
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', Json>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & Json
}

const DESCRIPTION = `Every answer under /api and /v1/api is \`{"code", "msg", "data"}\`. \`code\` 1 is success, 999 an invalid session, any other number \
an error of the table; business answers, good or bad, are HTTP 200. Other statuses are for the transport alone and carry the same envelope. \
Numbers travel as decimal text, times as Unix milliseconds (UTC). Unknown parameters are ignored, repeated ones are refused, \
and an optional one that is sent empty counts as left out. \
The company of a call is the one of the host. On a host that companies share it is that of the session; a call without a session has to \
name it by \`company_id\`, as a header or a query parameter, and is refused with ${ERRORS.COMPANY_UNKNOWN.code} COMPANY_UNKNOWN without.`

/** @param origin where this broker answers, e.g. `https://broker.example`. */
export function openApiDocument(origin: string): OpenApiDocument {
  const schemas = namedSchemas()
  const calls = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).map(
    ([name, endpoint]) => [endpoint.path, operationsOf(name, endpoint, schemas)] as const,
  )
  return {
    openapi: '3.1.1',
    info: { title: 'Broker contract', version: CONTRACT_VERSION, description: DESCRIPTION },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: origin }],
    tags: CALL_GROUPS.map((name) => ({ name })),
    paths: { ...Object.fromEntries(calls), ...plainPaths() } as OpenApiDocument['paths'],
    components: {
      schemas: { ...schemas, Envelope: ENVELOPE },
      parameters: HEADER_PARAMETERS,
      responses: { Transport: TRANSPORT },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The bare session token. A cookie never signs a call in.',
        },
      },
    },
  }
}

const ENVELOPE: JsonSchema = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', description: '1 success, 999 session invalid, any other number an error of the table' },
    msg: { type: 'string', description: 'In the language of the call' },
    data: {},
    details: { type: 'object', additionalProperties: { type: 'string' }, description: 'What fills the placeholders of a refusal’s text' },
  },
}

const HEADER_PARAMETERS = {
  lang: {
    name: 'lang',
    in: 'header',
    required: false,
    description: 'Language of msg and of formatted texts; unknown or missing means hk',
    schema: { type: 'string', enum: [...LANGUAGES] },
  },
  company_id: {
    name: 'company_id',
    in: 'header',
    required: false,
    description:
      'The company, on a host that several share: needed without a session, which decides over it. Also taken as a query parameter',
    schema: { type: 'string', maxLength: 32 },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key with the same parameters gets the first answer again, for 24 hours; with other parameters it is refused',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,64}$' },
  },
  idempotencyAsk: {
    name: 'Idempotency-Ask',
    in: 'header',
    required: false,
    description:
      'With 1, beside an Idempotency-Key: nothing is carried out. The first answer comes again; if the call never arrived, NOT_RECEIVED, and the key is void from then on',
    schema: { type: 'string', enum: ['1'] },
  },
} as const

const transportNames = (Object.keys(ERRORS) as ErrorName[]).filter((name) => ERRORS[name].status !== 200)
const TRANSPORT = {
  description: `Not a business answer: ${transportNames.map((name) => `${ERRORS[name].status} ${name}`).join(', ')}. 429 and 503 carry Retry-After.`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
}

/** Errors that a call may give besides its own, by what the call is. */
export function commonErrorsOf(endpoint: Endpoint): readonly ErrorName[] {
  const errors: ErrorName[] = ['PARAMETER_INVALID', 'PARAMETER_REPEATED', 'COMPANY_UNKNOWN', 'COMPANY_CLOSED']
  if (endpoint.actor !== 'anonymous') errors.unshift('SESSION_INVALID')
  if (endpoint.actor === 'real') errors.push('DEMO_RESTRICTED')
  if (endpoint.actor === 'demo') errors.push('DEMO_ONLY')
  if (endpoint.changesState)
    errors.push('COMPANY_WINDING_DOWN', 'PREFETCH_REFUSED', 'IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'NOT_RECEIVED')
  if (endpoint.stepUp) errors.push('TWO_STEP_CONFIRM_REQUIRED')
  return errors
}

function operationsOf(name: EndpointName, endpoint: Endpoint, named: Readonly<Record<string, JsonSchema>>): Json {
  const { input } = endpoint
  const shape = jsonSchemaOf(input, 'input')
  const query = { ...operationOf(name, endpoint, named), parameters: [...headersOf(endpoint), ...queryOf(shape)] }
  if (endpoint.method === 'GET' && !endpoint.postTwin) return { get: query }
  const post = {
    ...operationOf(name, endpoint, named),
    parameters: headersOf(endpoint),
    ...bodyOf(endpoint, shape, exampleInput(name, shape, named)),
  }
  return endpoint.postTwin ? { get: { ...query, operationId: `${name}ByGet` }, post } : { post }
}

function operationOf(name: EndpointName, endpoint: Endpoint, named: Readonly<Record<string, JsonSchema>>): Json {
  const { group, summary } = CALL_GUIDE[name]
  const errors = [...new Set([...commonErrorsOf(endpoint), ...endpoint.errors])]
  const data = jsonSchemaOf(endpoint.output, 'output')
  return {
    operationId: name,
    tags: [group],
    summary,
    ...(endpoint.actor === 'anonymous' ? { security: [] } : { security: [{ session: [] }] }),
    'x-actor': endpoint.actor,
    'x-changes-state': endpoint.changesState,
    'x-step-up': endpoint.stepUp,
    'x-errors': errors.map((error) => ({ name: error, code: ERRORS[error].code, retryable: ERRORS[error].retryable })),
    responses: {
      200: {
        description: `Success, or a refusal: ${errors.map((error) => `${ERRORS[error].code} ${error}`).join(', ')}`,
        content: {
          'application/json': {
            schema: { oneOf: [successOf(data), refusalOf(errors)] },
            example: { code: 1, msg: '', data: exampleOf(data, named, true) },
          },
        },
      },
      default: { $ref: '#/components/responses/Transport' },
    },
  }
}

const successOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: 1 }, msg: { type: 'string' }, data },
})

/** A newer broker may know more numbers; what is certain is that none of them is 1 and that there is no data. */
const refusalOf = (errors: readonly ErrorName[]): JsonSchema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', not: { const: 1 }, examples: errors.map((error) => ERRORS[error].code) },
    msg: { type: 'string' },
    data: { type: 'null' },
    details: { type: 'object', additionalProperties: { type: 'string' } },
  },
})

const reference = (name: keyof typeof HEADER_PARAMETERS) => ({ $ref: `#/components/parameters/${name}` })

function headersOf({ changesState }: Endpoint): Json[] {
  return [reference('lang'), reference('company_id'), ...(changesState ? [reference('idempotencyKey'), reference('idempotencyAsk')] : [])]
}

function queryOf(shape: JsonSchema): Json[] {
  const required = new Set(shape.required as string[] | undefined)
  return Object.entries((shape.properties ?? {}) as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.has(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

function bodyOf({ multipart }: Endpoint, shape: JsonSchema, example: Json): Json {
  if (multipart) {
    const file = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  // A call without parameters may come without a body.
  if (Object.keys((shape.properties ?? {}) as object).length === 0) return {}
  const media = { schema: shape, example }
  return { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': media, 'application/json': media } } }
}

/** The two answers without an envelope. */
function plainPaths(): Json {
  return {
    [STATEMENT_PATH]: {
      get: {
        operationId: 'getBrokerStatement',
        tags: ['company'],
        summary: 'Who this broker is: legal facts, execution model, price source, fees, public receipt keys. No envelope.',
        security: [],
        parameters: [reference('company_id')],
        responses: {
          200: { description: 'The statement', content: { 'application/json': { schema: jsonSchemaOf(BrokerStatement, 'output') } } },
          default: { $ref: '#/components/responses/Transport' },
        },
      },
    },
    [IMAGE_PATH]: {
      get: {
        operationId: 'getImage',
        tags: ['identity'],
        summary: 'The bytes of a picture, for its owner. No envelope.',
        security: [{ session: [] }],
        parameters: [{ name: 'ref', in: 'query', required: true, schema: { type: 'string', maxLength: 512 } }],
        responses: {
          200: { description: 'The picture', content: { 'image/webp': {} } },
          default: { $ref: '#/components/responses/Transport' },
        },
      },
    },
  }
}
