/** The contract for reading: made once from contract/, but for the words in the visitor's language and the addresses of his company. */
import { ASYNCAPI_PATH, asyncApiDocument, isPrivateTopic, TOPICS } from '../../../contract/documents/asyncapi'
import { CALL_GROUPS, CALL_GUIDE } from '../../../contract/documents/call-guide'
import { type ExampleValue, exampleInput, exampleOf } from '../../../contract/documents/example-of'
import { jsonSchemaOf, namedSchemas } from '../../../contract/documents/json-schema'
import { CONTRACT_VERSION, commonErrorsOf, OPENAPI_PATH } from '../../../contract/documents/openapi'
import type { Endpoint } from '../../../contract/endpoint'
import { ERRORS, type ErrorName, errorTextKey } from '../../../contract/errors'
import { ENDPOINTS, type EndpointName } from '../../../contract/index'
import { fixedT } from '../../platform/i18n.server'
import type { SiteContext } from '../../platform/load-context.server'
import type { ContractPageData, ShownCall, ShownError, ShownMessage, ShownTopic } from './contract-page'
import { fieldsOf } from './fields-of.server'

const named = namedSchemas()
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

export async function loadDevelopers(context: SiteContext): Promise<ContractPageData> {
  const t = await fixedT(context)
  const { protocol, host } = new URL(context.socketUrl)
  return {
    ...contract(),
    title: t('developers:title'),
    // Calls are answered where the socket is.
    origin: `${protocol === 'wss:' ? 'https:' : 'http:'}//${host}`,
    socketUrl: context.socketUrl,
    documents: [OPENAPI_PATH, ASYNCAPI_PATH].map((href) => ({ href, name: href.split('/').at(-1) ?? '' })),
    errors: (Object.keys(ERRORS) as ErrorName[]).filter(isOfTraders).map((name) => shownError(name, t(errorTextKey(name)))),
  }
}

type Contract = Pick<ContractPageData, 'version' | 'groups' | 'topics' | 'messages' | 'shapes' | 'commonErrors'>
let made: Contract | undefined

function contract(): Contract {
  made ??= {
    version: CONTRACT_VERSION,
    groups: CALL_GROUPS.map((name) => ({ name, calls: callsOf(name) })),
    topics: Object.keys(TOPICS).map(shownTopic),
    messages: shownMessages(),
    commonErrors: [...new Set((Object.values(ENDPOINTS) as Endpoint[]).flatMap(commonErrorsOf))],
    shapes: Object.entries(named).map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
  }
  return made
}

/** The desk is no part of what another broker speaks. */
const isOfTraders = (name: ErrorName): boolean => !/^(DESK|ARTICLE)_/.test(name)

function shownError(name: ErrorName, text: string): ShownError {
  const { code, status, retryable } = ERRORS[name]
  return { name, code, status, isRetryable: retryable, text }
}

const callsOf = (group: string): ShownCall[] =>
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([name]) => CALL_GUIDE[name].group === group)
    .map(([name, endpoint]) => shownCall(name, endpoint))

function shownCall(name: EndpointName, endpoint: Endpoint): ShownCall {
  const input = jsonSchemaOf(endpoint.input, 'input')
  const output = jsonSchemaOf(endpoint.output, 'output')
  const method = endpoint.postTwin ? 'POST' : endpoint.method
  const fields = exampleInput(name, input, named)
  return {
    name,
    method,
    isAlsoGet: endpoint.postTwin,
    path: endpoint.path,
    actor: endpoint.actor as ShownCall['actor'],
    changesState: endpoint.changesState,
    needsStepUp: endpoint.stepUp,
    takesFile: endpoint.multipart,
    summary: CALL_GUIDE[name].summary,
    inputs: fieldsOf(input),
    outputs: '$ref' in output ? fieldsOf({ type: 'object', properties: { data: output }, required: ['data'] }) : fieldsOf(output),
    errors: endpoint.errors,
    request: requestLines(endpoint, method, fields),
    answer: pretty({ code: 1, msg: '', data: exampleOf(output, named, true) }),
  }
}

/** As it goes over the line; the host is that of the reader's own broker. */
function requestLines(endpoint: Endpoint, method: string, fields: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(fields).toString()
  const query = method === 'GET' && parameters !== '' ? `?${parameters}` : ''
  const lines = [`${method} ${endpoint.path}${query}`, 'lang: en']
  if (endpoint.actor !== 'anonymous') lines.push('authorization: <token>')
  if (endpoint.changesState) lines.push('idempotency-key: 5d4ab1c2-8f0e-4c55-9e7b-3b1d9f2a6c10')
  if (endpoint.multipart) return [...lines, 'content-type: multipart/form-data; boundary=…', '', 'file=<bytes>'].join('\n')
  if (method === 'POST') lines.push('content-type: application/x-www-form-urlencoded', '', parameters)
  return lines.join('\n').trimEnd()
}

interface MessageFacts {
  readonly name: string
  readonly summary: string
  readonly examples?: readonly { readonly payload: ExampleValue }[]
}

const socketMessages = asyncApiDocument('https://broker.example').components.messages as unknown as Readonly<Record<string, MessageFacts>>

function shownMessages(): ShownMessage[] {
  return Object.entries(socketMessages).flatMap(([event, { summary, examples = [] }]) =>
    Object.hasOwn(TOPICS, socketMessages[event]?.name ?? '') || examples.length === 0
      ? []
      : [{ event, summary, example: JSON.stringify(examples[0]?.payload) }],
  )
}

function shownTopic(topic: string): ShownTopic {
  const facts = Object.values(socketMessages).find(({ name }) => name === topic)
  const schema = TOPICS[topic] === undefined ? {} : jsonSchemaOf(TOPICS[topic].data, 'output')
  return {
    name: topic,
    isPrivate: isPrivateTopic(topic),
    summary: facts?.summary ?? '',
    fields:
      '$ref' in schema || 'oneOf' in schema || 'anyOf' in schema
        ? fieldsOf({ type: 'object', properties: { data: schema }, required: ['data'] })
        : fieldsOf(schema),
    example: pretty(facts?.examples?.[0]?.payload),
  }
}
