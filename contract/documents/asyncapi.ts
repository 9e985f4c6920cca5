/** The realtime socket `/v1/ws` as an AsyncAPI 3.0 document, made from the schemas of socket.ts, seen from the broker's side. */
import type { z } from 'zod'
import {
  ClientMessage,
  ClosedPush,
  DayMarketPush,
  KlinePush,
  NoticePush,
  PRIVATE_TOPICS,
  ServerPong,
  ServerReply,
  SOCKET_LIMITS,
  SOCKET_PATH,
  TradePush,
} from '../socket'
import { exampleOf } from './example-of'
import { type JsonSchema, jsonSchemaOf, namedSchemas } from './json-schema'
import { CONTRACT_VERSION } from './openapi'

export const ASYNCAPI_PATH = '/.well-known/asyncapi.json'

interface TopicEntry {
  readonly summary: string
  readonly data: z.ZodType
}

/** Every topic that can be subscribed to; `{code}` stands for the code of an instrument. */
export const TOPICS: Readonly<Record<string, TopicEntry>> = {
  DAY_MARKET: { summary: 'Quotes that have changed, latest first kept, at most ten pushes a second.', data: DayMarketPush },
  'KLINE.{code}': { summary: 'The candle under way of each of the six periods, at most four pushes a second a period.', data: KlinePush },
  FOREX_TRADE: { summary: 'Figures of the account and of its open orders, after every change.', data: TradePush },
  FOREX_CLOSED: { summary: 'An order ended, or a pending one was filled.', data: ClosedPush },
  ACCOUNT_NOTICE: { summary: 'A margin call, or a new line in the list of notices.', data: NoticePush },
}

export const isPrivateTopic = (topic: string): boolean => (PRIVATE_TOPICS as readonly string[]).includes(topic)

type Json = Readonly<Record<string, unknown>>
interface AsyncApiDocument extends Json {
  readonly asyncapi: '3.0.0'
  readonly components: { readonly messages: Readonly<Record<string, Json>>; readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** @param origin where this broker answers, e.g. `https://broker.example`; its socket is there too. */
export function asyncApiDocument(origin: string): AsyncApiDocument {
  const { host, protocol } = new URL(origin)
  const schemas = namedSchemas()
  const fromClient = clientMessages()
  const fromBroker = { ...brokerMessages(), ...pushMessages(schemas) }
  const inChannel = (names: readonly string[]) => names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` }))
  return {
    asyncapi: '3.0.0',
    info: { title: 'Broker contract: realtime socket', version: CONTRACT_VERSION, description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: { broker: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', description: 'JSON text frames, UTF-8' } },
    channels: {
      socket: {
        address: SOCKET_PATH,
        messages: Object.fromEntries(
          [...Object.keys(fromClient), ...Object.keys(fromBroker)].map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      hearClient: { action: 'receive', channel: { $ref: '#/channels/socket' }, messages: inChannel(Object.keys(fromClient)) },
      tellClient: { action: 'send', channel: { $ref: '#/channels/socket' }, messages: inChannel(Object.keys(fromBroker)) },
    },
    components: { messages: { ...fromClient, ...fromBroker }, schemas },
  }
}

const DESCRIPTION = `A client signs in with a session token or a single-use ticket, subscribes to topics and pings every \
${SOCKET_LIMITS.pingIntervalMs / 1000} seconds. \`seq\` grows by one per topic and connection; the first push after a subscription is a snapshot. \
Frames to the broker are at most ${SOCKET_LIMITS.maxFrameBytes} bytes, ${SOCKET_LIMITS.maxTopics} topics a connection. Private topics without a login are refused with code 999. \
A text that is no message of this document (not JSON, an unknown event or topic) is answered with an error, \`topic\` repeated where there was one; \
the connection ends with 1008 after ${SOCKET_LIMITS.maxUnreadablePerMinute} of them within a minute, after more than ${SOCKET_LIMITS.maxMessagesPerSecond} messages \
in a second, or at a binary frame, and with 1009 at a frame that is too long.`

/** `login`, `sub`, `unsub`, `logout`, `ping`: one message each. */
function clientMessages(): Record<string, Json> {
  return Object.fromEntries(
    ClientMessage.options.map((option) => {
      const event = option.shape.event.value
      const payload = jsonSchemaOf(option, 'input')
      return [event, { name: event, summary: CLIENT_SUMMARIES[event], payload, examples: [{ payload: CLIENT_EXAMPLES[event] }] }]
    }),
  )
}

type ClientEvent = ClientMessage['event']
const CLIENT_SUMMARIES: Readonly<Record<ClientEvent, string>> = {
  login: 'Signs the connection in, with a session token or a socket ticket.',
  sub: 'Subscribes to a topic; the answer comes before its first push.',
  unsub: 'Ends a subscription.',
  logout: 'Signs the connection out; private topics end.',
  ping: 'Answered by pong.',
}
const CLIENT_EXAMPLES: { readonly [Event in ClientEvent]: Extract<ClientMessage, { event: Event }> } = {
  login: { event: 'login', token: 'c29ja2V0LXRpY2tldC1leGFtcGxlLTMwLXNlY29uZHM' },
  sub: { event: 'sub', topic: 'KLINE.EURUSD' },
  unsub: { event: 'unsub', topic: 'KLINE.EURUSD' },
  logout: { event: 'logout' },
  ping: { event: 'ping' },
}

function brokerMessages(): Record<string, Json> {
  return {
    reply: {
      name: 'reply',
      summary: 'What became of a message of the client; event `error` where it was none of those that the broker knows.',
      payload: jsonSchemaOf(ServerReply, 'output'),
    },
    pong: { name: 'pong', summary: 'Answer to a ping, with the broker’s time.', payload: jsonSchemaOf(ServerPong, 'output') },
  }
}

function pushMessages(named: Readonly<Record<string, JsonSchema>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(TOPICS).map(([topic, { summary, data }]) => {
      const dataSchema = jsonSchemaOf(data, 'output')
      const example = {
        topic: topic.replace('{code}', 'EURUSD'),
        seq: 1,
        ts: 1_795_003_200_000,
        snapshot: true,
        data: exampleOf(dataSchema, named, true),
      }
      return [
        messageName(topic),
        { name: topic, summary, 'x-private': isPrivateTopic(topic), payload: pushOf(topic, dataSchema), examples: [{ payload: example }] },
      ]
    }),
  )
}

/** `KLINE.{code}` as the key of a map: only letters and underscores. */
const messageName = (topic: string): string => topic.replace(/\W.*$/, '')

function pushOf(topic: string, data: JsonSchema): JsonSchema {
  const [prefix, rest] = topic.split('{code}')
  const name = rest === undefined ? { const: topic } : { type: 'string', pattern: `^${prefix?.replace('.', '\\.')}[A-Z0-9]{1,16}$` }
  return {
    type: 'object',
    required: ['topic', 'seq', 'ts', 'data'],
    properties: {
      topic: name,
      seq: { type: 'integer', minimum: 1 },
      ts: { type: 'integer', minimum: 0 },
      snapshot: { type: 'boolean', description: 'True on the first push after a subscription' },
      data: isEvent(topic) ? { anyOf: [data, { type: 'array', items: data }] } : data,
    },
  }
}

/** Topics of events: their snapshot is the list of none, each push one event. */
const isEvent = (topic: string): boolean => topic === 'FOREX_CLOSED' || topic === 'ACCOUNT_NOTICE'
