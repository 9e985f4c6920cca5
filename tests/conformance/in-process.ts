/** The suite against the embedded broker without a network: calls go into its `fetch`, only the socket needs a port. */
import type { BrokerFetch } from '../../broker/http/serve'
import { FIXED_DECIMALS } from '../../rules/decimal'
import { createWorld, type World } from '../fixtures/create-world'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'
import { openHttpLine } from './http-line'
import type { Line, WireSocket } from './line'
import { openSubject, type Subject } from './subject'

const HOST = `aurora.${TEST_BASE_DOMAIN}`
export const OTHER_HOST = `meridian.${TEST_BASE_DOMAIN}`

export interface InProcess {
  readonly world: World
  readonly subject: Subject
  close(): Promise<void>
}

/** What a test puts between the suite and the broker. */
export interface Between {
  readonly fetch?: (request: Request, next: BrokerFetch) => Promise<Response>
  /** Changes a frame of the broker; null swallows it. */
  readonly frame?: (text: string) => string | null
}

export async function openInProcess({ fetch = (request, next) => next(request), frame }: Between = {}): Promise<InProcess> {
  const world = await createWorld({ startMs: MONDAY_MORNING })
  await liveThroughTwoDays(world)
  let moves = 0
  const quoting = setInterval(() => quoteEverything(world, moves++), 150)
  const sockets = openHttpLine(`http://127.0.0.1:${await world.listen()}`)
  const line: Line = {
    async send({ method, path, headers, body }) {
      const { host = HOST, ...rest } = headers
      const init = { method, headers: rest, ...(body === undefined ? {} : { body: body as BodyInit }) }
      const response = await fetch(new Request(`http://${host}${path}`, init), world.broker.fetch)
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    openSocket: (path, headers) => through(sockets.openSocket(path, { host: HOST, ...headers }), frame),
    close: () => sockets.close(),
  }
  const { email, password } = await world.realTrader()
  const subject = openSubject({ line, company: { host: HOST }, other: { host: OTHER_HOST }, credentials: { account: email, password } })
  return {
    world,
    subject,
    async close() {
      clearInterval(quoting)
      subject.close()
      await world.close()
    },
  }
}

/** The world's own noon on Wednesday comes two days later; then there are finished candles of every period. */
const MONDAY_MORNING = Date.parse('2026-11-16T10:00:00Z')
const MINUTE = 60_000

/** Two days in steps that no candle outlives, then three hours of single minutes. */
async function liveThroughTwoDays(world: World): Promise<void> {
  const steps = [...Array(94).fill(30 * MINUTE), ...Array(180).fill(MINUTE)] as number[]
  for (const [index, step] of steps.entries()) {
    world.pass(step)
    quoteEverything(world, index)
    if (index % 20 === 0) await world.settle()
  }
  await world.settle()
}

/** A few points round the reference prices, so that something moves with every quote and no instrument goes astray. */
function quoteEverything({ feed }: World, move: number): void {
  for (const [index, { code, referencePrice, pricePrecision }] of feed.instruments.entries()) {
    const points = BigInt(((move * 7 + index) % 9) - 4)
    const price = referencePrice + points * 10n ** BigInt(FIXED_DECIMALS - pricePrecision)
    feed.push(code, { bid: price, ask: price, last: price })
  }
}

function through(socket: WireSocket, change: Between['frame']): WireSocket {
  if (change === undefined) return socket
  return {
    ...socket,
    onMessage: (hear) =>
      socket.onMessage((text) => {
        const changed = change(text)
        if (changed !== null) hear(changed)
      }),
  }
}

/** The envelope of an answer, changed; every other answer stays as it is. */
export async function withBody(response: Response, change: (body: { code: number; data: never }) => void): Promise<Response> {
  const body = (await response.json()) as { code: number; data: never }
  change(body)
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
}

export const pathOf = (request: Request): string => new URL(request.url).pathname
