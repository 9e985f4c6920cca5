/**
 * A source that comes to us: a broker's own process posts signed lines of prices. Whoever composes the server mounts `answerPush` on an
 * address of its choice; here every request is judged.
 *
 * Invariants: a request is taken whole or not at all; what is not signed by a key of the market's file, was signed before this connector
 * began or outside the window round now, or whose numbers do not grow changes nothing, so that no request counts twice.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { isFixedText, parseFixed } from '../../rules/decimal'
import type { Connector, ConnectorEvents, ConnectorHealth, SourcePrice } from './connector'

interface HttpPushSettings {
  /** The connector's name in the market's file. */
  readonly id: string
  readonly codes: readonly string[]
  /** Names of keys, and their public halves: 32 bytes of Ed25519, base64url. */
  readonly keys: Readonly<Record<string, string>>
  /** Milliseconds without a request after which no price stands any longer. */
  readonly silenceMs?: number | undefined
  readonly isSimulated?: boolean | undefined
}

export interface HttpPushConnector extends Connector {
  /** 200 with `{ seq, taken }`, or why not: 400, 401, 405, 409, 413, 503 with `{ error }` in plain words. Never throws. */
  answerPush(request: Request): Promise<Response>
}

const SILENCE_MS = 10_000
const WINDOW_MS = 30_000
const LARGEST_BODY = 64 * 1024

const Decimal = z.string().refine(isFixedText, 'not a decimal text with at most 8 decimals')
const Line = z.strictObject({
  /** Grows from line to line, whatever the code. */
  seq: z.int().nonnegative(),
  code: z.string(),
  bid: Decimal.optional(),
  ask: Decimal.optional(),
  size: Decimal.optional(),
  /** Unix milliseconds at which the price was made. */
  time: z.int().nonnegative().nullish(),
  /** Instead of a price: why there is none. */
  withdrawn: z.string().min(1).max(200).optional(),
})

type PushedLine = z.infer<typeof Line>

interface Said {
  readonly code: string
  readonly price: SourcePrice | null
  readonly reason: string
}

/** Why a request is not taken. */
class PushRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The bytes that are signed: what a signature is for, so that it fits no other source and no other moment, and then the body. */
export function signedBytes(sourceId: string, time: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`candor-feed\n${sourceId}\n${time}\n`), body])
}

/** @param now Unix milliseconds @throws RangeError for a key that is none */
export function httpPushConnector(settings: HttpPushSettings, now: () => number): HttpPushConnector {
  const { id, codes, silenceMs = SILENCE_MS } = settings
  const keys = new Map(Object.entries(settings.keys).map(([name, text]) => [name, readKey(name, text)]))
  const known = new Set(codes)
  const standing = new Set<string>()
  const counts = { gaps: 0, rejects: 0, connects: 0 }
  let health: Pick<ConnectorHealth, 'state' | 'reason' | 'since' | 'latencyMs'> = {
    ...{ state: 'connecting', reason: 'nothing was posted yet', since: now(), latencyMs: null },
  }
  let events: ConnectorEvents | null = null
  let silence: NodeJS.Timeout | undefined
  let startedAt = now()
  let last = -1

  const fallSilent = (): void => {
    const reason = `nothing was posted for ${silenceMs / 1000} s`
    health = { ...health, state: 'down', reason, since: now() }
    const gone = [...standing]
    standing.clear()
    if (gone.length > 0) events?.withdrawn(gone, reason)
  }

  const say = ({ code, price, reason }: Said): void => {
    if (price !== null) {
      standing.add(code)
      events?.quoted(price)
    } else if (standing.delete(code)) events?.withdrawn([code], reason)
  }

  const take = (lines: readonly PushedLine[]): void => {
    if (health.state !== 'live') {
      counts.connects += 1
      health = { ...health, state: 'live', reason: null, since: now() }
    }
    clearTimeout(silence)
    silence = setTimeout(fallSilent, silenceMs)
    silence.unref()
    for (const line of lines) {
      if (last >= 0 && line.seq > last + 1) counts.gaps += 1
      last = line.seq
      if (line.time != null) health = { ...health, latencyMs: now() - line.time }
      say(readLine(line))
    }
    const said = new Set(lines.map(({ code }) => code))
    const quiet = [...standing].filter((code) => !said.has(code))
    if (quiet.length > 0) events?.confirmed(quiet)
  }

  const judge = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') throw new PushRefused(405, 'prices are posted')
    if (events === null) throw new PushRefused(503, 'this source is not running')
    const body = await readBody(request)
    checkSignature(request.headers, body)
    const lines = readLines(body, known)
    lines.reduce((before, { seq }) => {
      if (seq <= before) throw new PushRefused(409, `seq ${seq} does not follow ${before}: it grows with every line`)
      return seq
    }, last)
    take(lines)
    return Response.json({ seq: last, taken: lines.length })
  }

  const checkSignature = (headers: Headers, body: Uint8Array): void => {
    const time = headers.get('x-feed-time') ?? ''
    const key = keys.get(headers.get('x-feed-key') ?? '')
    const signature = Buffer.from(headers.get('x-feed-signature') ?? '', 'base64url')
    if (key === undefined || !verify(null, signedBytes(id, time, body), key, signature))
      throw new PushRefused(
        401,
        'it is not signed by a key of this source: x-feed-key, x-feed-time and x-feed-signature say by which, when and how',
      )
    const at = /^\d{1,15}$/.test(time) ? Number(time) : 0
    if (Math.abs(now() - at) > WINDOW_MS) throw new PushRefused(401, `it was signed at ${time}, and it is ${now()}: more than 30 s apart`)
    if (at < startedAt) throw new PushRefused(401, 'it was signed before this server began to listen: sign it again')
  }

  return {
    id,
    isSimulated: settings.isSimulated ?? false,
    codes,
    start(listens) {
      events = listens
      startedAt = now()
    },
    health: () => ({ ...health, ...counts }),
    async close() {
      events = null
      clearTimeout(silence)
    },
    async answerPush(request) {
      try {
        return await judge(request)
      } catch (error) {
        counts.rejects += 1
        // Whatever else goes wrong before a request is taken is a body that ended early.
        const { status, message } = error instanceof PushRefused ? error : new PushRefused(400, 'the request could not be read')
        return Response.json({ error: message }, { status })
      }
    },
  }
}

function readKey(name: string, text: string): KeyObject {
  if (!/^[\w-]{43}$/.test(text)) throw new RangeError(`the key ${name} is not 32 bytes in base64url`)
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
}

async function readBody(request: Request): Promise<Uint8Array> {
  const tooLarge = new PushRefused(413, `a request holds at most ${LARGEST_BODY} bytes`)
  if (Number(request.headers.get('content-length')) > LARGEST_BODY) throw tooLarge
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length
    if (size > LARGEST_BODY) {
      await reader?.cancel()
      throw tooLarge
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts)
}

function readLines(body: Uint8Array, known: ReadonlySet<string>): PushedLine[] {
  const texts = Buffer.from(body).toString().split('\n')
  return texts.flatMap((text, index) => {
    if (text.trim() === '') return []
    const refuse = (why: string): never => {
      throw new PushRefused(400, `line ${index + 1}: ${why}`)
    }
    const line = Line.safeParse(readJson(text))
    if (!line.success) return refuse(z.prettifyError(line.error).slice(0, 300))
    const { code, bid, ask, withdrawn } = line.data
    if (!known.has(code)) return refuse(`${code.slice(0, 32)} is not a code of this source`)
    const hasPrice = bid !== undefined && ask !== undefined
    if (hasPrice === (withdrawn !== undefined) || (bid === undefined) !== (ask === undefined))
      return refuse('it holds a bid and an ask, or why there are none')
    return [line.data]
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}

function readLine({ code, bid = '0', ask = '0', size = '0', time = null, withdrawn }: PushedLine): Said {
  const [bidPrice, askPrice] = [parseFixed(bid), parseFixed(ask)]
  if (withdrawn !== undefined) return { code, price: null, reason: withdrawn }
  if (bidPrice <= 0n) return { code, price: null, reason: `its bid ${bid} is not a price` }
  if (bidPrice >= askPrice) return { code, price: null, reason: `its bid ${bid} is not below its ask ${ask}` }
  return { code, price: { code, bid: bidPrice, ask: askPrice, size: parseFixed(size), sourceTime: time }, reason: '' }
}
