/** The contract for reading: made once from contract/, but for the words in the visitor's language and the addresses of their company. */

import { ASYNCAPI_PATH, asyncApiDocument, isPrivateTopic, TOPICS } from '../../../contract/documents/asyncapi'
import { CALL_GROUPS, CALL_GUIDE } from '../../../contract/documents/call-guide'
import { type ExampleValue, exampleInput, exampleOf } from '../../../contract/documents/example-of'
import { jsonSchemaOf, namedSchemas } from '../../../contract/documents/json-schema'
import { CONTRACT_VERSION, commonErrorsOf, OPENAPI_PATH } from '../../../contract/documents/openapi'
import type { Endpoint } from '../../../contract/endpoint'
import { errorValues } from '../../../contract/error-values'
import { ERRORS, type ErrorName, errorTextKey } from '../../../contract/errors'
import { ENDPOINTS, type EndpointName } from '../../../contract/index'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { AnchorKind, ContractPageData, ShownCall, ShownError, ShownMessage, ShownPart, ShownTopic } from './contract-page'
import { fieldsOf } from './fields-of.server'

const named = namedSchemas()
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** @param part name of the part that is shown, as the address has it; one that does not exist counts as none */
export async function loadDevelopers(context: SiteContext, part: string | null): Promise<ContractPageData> {
  const t = await fixedT(context)
  const { protocol, host } = new URL(context.socketUrl)
  const known = contract(context.tenant === null)
  return {
    title: t('developers:title'),
    version: CONTRACT_VERSION,
    // Calls are answered where the socket is.
    origin: `${protocol === 'wss:' ? 'https:' : 'http:'}//${host}`,
    socketUrl: context.socketUrl,
    documents: [OPENAPI_PATH, ASYNCAPI_PATH].map((href) => ({ href, name: href.split('/').at(-1) ?? '' })),
    contents: known.contents,
    shown: part === 'errors' ? errorsPart(known, t) : (known.parts.get(part ?? '') ?? null),
  }
}

type Said = Awaited<ReturnType<typeof fixedT>>

const errorsPart = ({ commonErrors }: Contract, t: Said): ShownPart => ({
  kind: 'errors',
  commonErrors,
  errors: (Object.keys(ERRORS) as ErrorName[])
    .filter(isOfTraders)
    .map((name) => shownError(name, t(errorTextKey(name), errorValues(name)))),
})

interface Contract {
  readonly contents: ContractPageData['contents']
  /** By their names; not the errors, which speak the visitor's language. */
  readonly parts: ReadonlyMap<string, ShownPart>
  readonly commonErrors: readonly string[]
}
const made = new Map<boolean, Contract>()

/** @param isShared for a host that companies share, where a call without a session names its company. */
function contract(isShared: boolean): Contract {
  const known = made.get(isShared) ?? makeContract(isShared)
  made.set(isShared, known)
  return known
}

function makeContract(isShared: boolean): Contract {
  const groups = CALL_GROUPS.map((name) => ({ kind: 'calls' as const, name, calls: callsOf(name, isShared) }))
  const socket = { kind: 'socket' as const, topics: Object.keys(TOPICS).map(shownTopic), messages: shownMessages() }
  const shapes = { kind: 'shapes' as const, shapes: Object.entries(named).map(([name, schema]) => ({ name, fields: fieldsOf(schema) })) }
  const entries = (kind: AnchorKind, all: readonly { readonly name: string }[]) => all.map(({ name }) => ({ kind, name }))
  return {
    contents: [
      ...groups.map(({ kind, name, calls }) => ({ part: name, kind, entries: entries('call', calls) })),
      { part: 'socket', kind: 'socket', entries: entries('topic', socket.topics) },
      { part: 'shapes', kind: 'shapes', entries: entries('shape', shapes.shapes) },
      { part: 'errors', kind: 'errors', entries: [] },
    ],
    parts: new Map<string, ShownPart>([...groups.map((group) => [group.name, group] as const), ['socket', socket], ['shapes', shapes]]),
    commonErrors: [...new Set((Object.values(ENDPOINTS) as Endpoint[]).flatMap(commonErrorsOf))],
  }
}

/** The desk is no part of what another broker speaks. */
const isOfTraders = (name: ErrorName): boolean => !/^(DESK|ARTICLE)_/.test(name)

function shownError(name: ErrorName, text: string): ShownError {
  const { code, status, retryable } = ERRORS[name]
  return { name, code, status, isRetryable: retryable, text }
}

const callsOf = (group: string, isShared: boolean): ShownCall[] =>
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([name]) => CALL_GUIDE[name].group === group)
    .map(([name, endpoint]) => shownCall(name, endpoint, isShared))

function shownCall(name: EndpointName, endpoint: Endpoint, isShared: boolean): ShownCall {
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
    request: requestLines(endpoint, { method, fields, isShared }),
    answer: pretty({ code: 1, msg: '', data: exampleOf(output, named, true) }),
  }
}

interface RequestFacts {
  readonly method: string
  readonly fields: Readonly<Record<string, string>>
  readonly isShared: boolean
}

/** As it goes over the line; the host is that of the reader's own broker. */
function requestLines(endpoint: Endpoint, { method, fields, isShared }: RequestFacts): string {
  const parameters = new URLSearchParams(fields).toString()
  const query = method === 'GET' && parameters !== '' ? `?${parameters}` : ''
  const lines = [`${method} ${endpoint.path}${query}`, 'lang: en']
  if (endpoint.actor !== 'anonymous') lines.push('authorization: <token>')
  else if (isShared) lines.push('company_id: <company>')
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
