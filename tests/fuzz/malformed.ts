/**
 * Malformed input for every call of the contract: a well-formed call in which one field at least is something it can never be.
 *
 * Invariant: the same seed gives the same inputs, so that a failure can be run again alone.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../broker/calls/rate-limits'
import { queryRows } from '../../broker/db/open-database'
import { TENANT_TABLES } from '../../broker/db/tenant-tables'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import type { Answer } from '../fixtures/broker-client'
import { createWorld, type World } from '../fixtures/create-world'
import { NOT_NUMBERS } from '../fixtures/numeric-corpus'
import { sampleInputs } from '../fixtures/sample-inputs'

/** Texts that no field of any call may take for what it asks for. The control characters alone make each of them wrong. */
const WRONG_AS_WORDS: readonly string[] = [
  "'; drop table trader; --\u0001",
  '{{constructor.constructor("return process")()}}\u0002',
  '<script>alert(1)</script>\u0007',
  '../../../../etc/passwd\u0001',
  '%00%0d%0aSet-Cookie: a=b\u0001',
  'a@b\r\nBcc: victim@example.com',
  '\u202e\u2066\u0001',
  '👩‍👩‍👧‍👦\u0001'.repeat(20),
  'x'.repeat(5_000),
  '$2b$10$\u0001',
  '__proto__\u0001',
]

const HOSTILE_TEXTS: readonly string[] = [...NOT_NUMBERS, ...WRONG_AS_WORDS]
/** A browser's secret may be any text, so only its length can be wrong. */
const TOO_LONG = ['x'.repeat(5_000)]
/** Free text may be any words, so a number spelled strangely is nothing wrong there. */
const FREE_TEXT: ReadonlyMap<string, readonly string[]> = new Map([
  ['setRankingProfile.name', WRONG_AS_WORDS],
  // A code and the id of a list may be letters and digits of any order.
  ['changeWatchlists.id', WRONG_AS_WORDS],
  ['changeWatchlists.name', WRONG_AS_WORDS],
  ['changeWatchlists.instrument', WRONG_AS_WORDS],
  ['changeWatchlists.instruments', WRONG_AS_WORDS],
  // A message may say anything; what nobody can see is taken out of it, so only its length can be wrong.
  // An address of blanks is none.
  ['sendFeedback.email', HOSTILE_TEXTS.filter((text) => text.trim() !== '')],
  ['sendEmailCode.device', TOO_LONG],
  ['sendSmsCode.device', TOO_LONG],
  // Of another kind of message these words are none of its matter.
  ['sendFeedback.words', TOO_LONG],
  ['sendFeedback.text', ['__proto__\u0001', '\u0001\u0002'.repeat(20), ' \n'.repeat(50), 'x'.repeat(5_000)]],
])

/** Values of JSON that are no text and no whole number. */
const HOSTILE_VALUES: readonly unknown[] = [null, true, [], {}, [1], { $ne: null }, 1.5, -0.1, 1e300, [['a']], { __proto__: null }]

/** A small generator of its own: fast, and its whole state is one number. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

interface Malformed {
  readonly path: string
  readonly init: RequestInit
  readonly isSignedIn: boolean
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function malformedInput(name: EndpointName, sample: Record<string, string>, random: () => number): Malformed {
  const endpoint: Endpoint = ENDPOINTS[name]
  const schemas = (endpoint.input as z.ZodType as z.ZodObject).shape
  const shape = Object.keys(schemas)
  const isSignedIn = random() < 0.8
  const takesBody = endpoint.method === 'POST' || endpoint.postTwin
  const way = takesBody ? pick(['form', 'json', 'json', 'broken-json', 'wrong-type', 'repeated'] as const, random) : 'query'
  // A call without parameters is malformed by its body or by a parameter that comes twice.
  const field = shape.length === 0 ? 'extra' : pick(shape, random)
  const texts = FREE_TEXT.get(`${name}.${field}`) ?? HOSTILE_TEXTS
  // Sent empty, an optional parameter counts as left out: nothing is wrong with that.
  const mayBeEmpty = (schemas[field] as z.ZodType | undefined)?.safeParse(undefined).success === true
  const fields: Record<string, unknown> = { ...sample, [field]: pick(mayBeEmpty ? texts.filter((text) => text !== '') : texts, random) }
  if (way === 'query') return { path: `${endpoint.path}?${new URLSearchParams(fields as Record<string, string>)}`, init: {}, isSignedIn }
  const post = (body: BodyInit, type?: string): Malformed => ({
    path: endpoint.path,
    init: { method: 'POST', body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) },
    isSignedIn,
  })
  if (way === 'form') return post(new URLSearchParams(fields as Record<string, string>))
  if (way === 'json')
    return post(JSON.stringify({ ...fields, [field]: pick([...HOSTILE_VALUES, fields[field]], random) }), 'application/json')
  if (way === 'broken-json') return post(JSON.stringify(fields).slice(0, -1 - Math.floor(random() * 5)), 'application/json')
  if (way === 'wrong-type')
    return post(String(fields[field]), pick(['text/plain', 'multipart/form-data; boundary=x', 'image/png', ''], random))
  return post(`${new URLSearchParams(fields as Record<string, string>)}&${field}=1&${field}=2`, 'application/x-www-form-urlencoded')
}

/** Digest of every row of every company: whatever a malformed call changes, it changes this. */
async function stateOf(world: World): Promise<string> {
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
  await world.broker.delivery.flush()
  const digests = await world.broker.database.system(async (tx) => {
    const found: string[] = []
    for (const table of TENANT_TABLES) {
      const [row] = await queryRows<{ digest: string | null }>(
        tx,
        sql`select md5(string_agg(t::text, ',' order by t::text)) as digest from ${sql.identifier(table)} t`,
      )
      found.push(`${table}:${row?.digest ?? ''}`)
    }
    return found
  })
  return createHash('sha256').update(digests.join('\n')).digest('hex')
}

/**
 * Calls for which no text is malformed: those without parameters, and the demo account, for which an id that nobody was given opens
 * a new one. Only a body that cannot be read is malformed there.
 */
const TAKES_ANY_TEXT: ReadonlySet<EndpointName> = new Set([
  'createDemoAccount',
  ...(Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, endpoint]) => Object.keys((endpoint.input as z.ZodType as z.ZodObject).shape).length === 0)
    .map(([name]) => name),
])
/** A read that leaves something behind: the answer to the image that it drew. */
const WRITES_AS_GET: ReadonlySet<EndpointName> = new Set(['getCaptcha'])

export interface FuzzReport {
  readonly name: EndpointName
  readonly runs: number
  /** What went wrong, with the number of the run. */
  readonly faults: readonly string[]
  readonly milliseconds: number
}

const WITHOUT_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_RATE_LIMITS).map((kind) => [kind, { burst: 1_000_000_000, refillMs: 1_000 }]),
) as unknown as RateLimits

export interface Fuzzer {
  readonly names: readonly EndpointName[]
  run(name: EndpointName, runs: number, seed: number): Promise<FuzzReport>
  /** What the broker complained about in its log. */
  complaints(): readonly string[]
  close(): Promise<void>
}

/** One broker for all calls; each call is asked by its own real trader, so that what one of them does cannot hide in another. */
export async function openFuzzer(): Promise<Fuzzer> {
  const world = await createWorld({ broker: { rateLimits: WITHOUT_LIMITS } })
  const trader = await world.realTrader()
  const demo = await world.demoTrader()
  const instrumentId = world.broker.market.instrument('EURUSD')?.id ?? ''
  const sample = sampleInputs({ orderId: '1', instrumentId })
  const send = async (name: EndpointName, input: Malformed): Promise<Answer<unknown>> => {
    const asked = ENDPOINTS[name].actor === 'demo' ? demo : trader
    return world.client.send(input.path, input.init, input.isSignedIn ? { token: asked.token } : {})
  }
  return {
    names: Object.keys(ENDPOINTS) as EndpointName[],
    complaints: () => world.complaints,
    close: () => world.close(),
    async run(name, runs, seed) {
      const random = randomOf(seed)
      const endpoint: Endpoint = ENDPOINTS[name]
      const faults: string[] = []
      const started = performance.now()
      const before = await stateOf(world)
      for (let run = 0; run < runs && faults.length < 5; run++) {
        const input = malformedInput(name, sample[name] as Record<string, string>, random)
        const writes = endpoint.changesState || WRITES_AS_GET.has(name)
        if (writes && TAKES_ANY_TEXT.has(name) && isCarriedOut(input)) continue
        // An empty body is in order where every parameter may be left out.
        if (input.init.body === '' && endpoint.input.safeParse({}).success) continue
        const answer = await send(name, input)
        if (answer.status >= 500) faults.push(`run ${run}: HTTP ${answer.status} ${answer.text.slice(0, 200)}`)
        else if (typeof answer.code !== 'number' || answer.code === 0) faults.push(`run ${run}: no envelope`)
        else if (endpoint.changesState && answer.outcome === 'ok')
          faults.push(`run ${run}: was carried out: ${input.path} ${JSON.stringify(String(input.init.body)).slice(0, 300)}`)
      }
      if ((await stateOf(world)) !== before) faults.push('something in the store has changed')
      return { name, runs, faults, milliseconds: performance.now() - started }
    },
  }
}

/** A parameter that the call does not know is ignored, as the contract says: such a body is no malformed one. */
function isCarriedOut({ init }: Malformed): boolean {
  const type = init.headers === undefined ? 'form' : (init.headers as Record<string, string>)['content-type']
  if (init.body === undefined || init.body instanceof URLSearchParams || type === 'application/x-www-form-urlencoded' || type === '')
    return true
  if (type === 'text/plain') return init.body === ''
  if (type !== 'application/json') return false
  try {
    return typeof JSON.parse(String(init.body)) === 'object'
  } catch {
    return false
  }
}
