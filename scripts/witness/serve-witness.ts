/**
 * A witness over HTTP (C2SP tlog-witness): takes checkpoints of the logs that it knows and signs those that have grown out of what it
 * signed before.
 *
 * Invariants: of one log one request is looked at at a time; what is signed is on the disk before anybody hears of it; a history that was
 * refused is refused for ever, because the first one is never forgotten.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cosign } from '../../rules/log/cosignature'
import { signatureLine, writeNote, writeNoteKey } from '../../rules/log/note'
import { claimedOrigin, judgeRequest, parseRequest } from './add-checkpoint'
import { keepEvidence } from './evidence'
import type { KnownLogs } from './known-logs'
import type { SignedTrees } from './signed-trees'
import type { WitnessKey } from './witness-key'

interface WitnessParts {
  readonly host: string
  /** 0: any. */
  readonly port: number
  readonly key: WitnessKey
  readonly logs: KnownLogs
  readonly trees: SignedTrees
  readonly evidenceFolder: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** Hears what happened: a line each. */
  readonly said: (line: string) => void
  /** Called when a tree is on the disk and its signature has not gone out. */
  readonly kept?: () => void
}

export interface RunningWitness {
  readonly port: number
  close(): Promise<void>
}

const MAX_BODY_BYTES = 64 * 1024
const MAX_CONNECTIONS = 500
const REQUEST_MS = 15_000
/** Requests for one log that may wait for the one before. */
const MAX_WAITING = 100

interface Answer {
  readonly status: number
  readonly body: string
  readonly type?: string
  /** What is said of it, where anything is. */
  readonly why?: { readonly origin: string; readonly what: string }
}

interface Serving {
  readonly inTurn: Turns
  readonly sayNow: (status: number, why: NonNullable<Answer['why']>) => void
}

/** A log is signed each second, and anybody can send nonsense: of each kind one line a while is enough. */
const SAID_AGAIN_MS = 60_000

function makeSayings({ now, said }: WitnessParts): Serving['sayNow'] {
  const last = new Map<string, number>()
  return (status, { origin, what }) => {
    const kind = `${status} ${origin}`
    if (now() - (last.get(kind) ?? Number.NEGATIVE_INFINITY) < SAID_AGAIN_MS) return
    last.set(kind, now())
    said(`${origin}: ${what}`)
  }
}

export async function startWitness(parts: WitnessParts): Promise<RunningWitness> {
  const inTurn = makeTurns(MAX_WAITING)
  const sayNow = makeSayings(parts)
  const server = createServer((request, response) => {
    answer(parts, { inTurn, sayNow }, request, response).catch((error: unknown) => {
      parts.said(`a request could not be answered: ${error instanceof Error ? error.message : String(error)}`)
      if (!response.headersSent) response.writeHead(500).end()
      else response.destroy()
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  server.requestTimeout = REQUEST_MS
  server.headersTimeout = REQUEST_MS
  await listen(server, parts)
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server, { host, port }: Pick<WitnessParts, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
}

async function answer(parts: WitnessParts, { inTurn, sayNow }: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body, type = 'text/plain; charset=utf-8', why } = await answerRequest(parts, inTurn, request)
  if (why !== undefined) sayNow(status, why)
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  response.end(body)
  // What was not read must not be taken for the next request.
  if (status === 413) request.destroy()
}

async function answerRequest(parts: WitnessParts, inTurn: Turns, request: IncomingMessage): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0]
  if (path === '/' && request.method === 'GET') return { status: 200, body: describe(parts) }
  if (path !== '/add-checkpoint') return { status: 404, body: 'there is nothing here\n' }
  if (request.method !== 'POST') return { status: 405, body: 'send a checkpoint by POST\n' }
  const body = await readBody(request)
  if (body === null) return { status: 413, body: 'too long\n' }
  const parsed = parseRequest(body)
  const origin = parsed === null ? null : claimedOrigin(parsed.note)
  if (parsed === null || origin === null) return { status: 400, body: 'not a request of add-checkpoint\n' }
  const keys = parts.logs.get(origin)
  if (keys === undefined) return { status: 404, body: 'this log is not known here\n' }
  const answered = await inTurn(origin, () => addCheckpoint(parts, origin, parsed))
  return answered ?? { status: 503, body: 'too many at once\n' }
}

function describe({ key, logs }: WitnessParts): string {
  return [
    `A witness of logs (c2sp.org/tlog-witness): POST add-checkpoint.`,
    `key ${key.text}`,
    ...[...logs.keys()].map((log) => `log ${log}`),
    '',
  ].join('\n')
}

/** Null for more than a request may have, or bytes that are no text. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_BODY_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function addCheckpoint(parts: WitnessParts, origin: string, request: NonNullable<ReturnType<typeof parseRequest>>): Promise<Answer> {
  const { key, trees, logs, now } = parts
  const newest = trees.newest(origin)
  const judged = judgeRequest(request, logs.get(origin) ?? [], newest)
  if (judged.status === 400) return { status: 400, body: 'not a checkpoint that can follow\n' }
  if (judged.status === 403)
    return { status: 403, body: 'no key of this log has signed it\n', why: { origin, what: 'no key that is known has signed it' } }
  if (judged.status !== 200) {
    if (judged.fork !== null) await accuse(parts, origin, request, judged.fork)
    if (judged.status === 409) return { status: 409, body: `${newest.size}\n`, type: 'text/x.tlog.size' }
    return {
      status: 422,
      body: 'the proof does not fit what was signed before\n',
      why: { origin, what: 'its proof does not fit what was signed before' },
    }
  }
  const { checkpoint, note } = judged
  await trees.keep(origin, { size: checkpoint.size, root: checkpoint.root, note: writeNote(note) })
  parts.kept?.()
  const line = signatureLine(cosign(note.text, key.noteKey, Math.floor(now() / 1_000), key.sign))
  return { status: 200, body: line, why: { origin, what: `signed up to ${checkpoint.size} entries` } }
}

async function accuse(
  { trees, logs, evidenceFolder, now, said }: WitnessParts,
  origin: string,
  { oldSize, proof }: NonNullable<ReturnType<typeof parseRequest>>,
  fork: NonNullable<Parameters<typeof keepEvidence>[1]['fork']>,
): Promise<void> {
  const keys = (logs.get(origin) ?? []).map(writeNoteKey)
  const file = await keepEvidence(evidenceFolder, { origin, keys, kept: trees.newest(origin).note, fork, oldSize, proof }, now())
  if (fork.isProven)
    said(
      `!!! ${origin} HAS TWO HISTORIES. It was not signed, and never will be${file === null ? '' : `; both notes are in ${file}`}. Tell whoever leans on this log.`,
    )
  else if (file !== null) said(`! ${origin} may have two histories; both notes are in ${file}`)
}

/** Runs what is of one name one after the other; null where too much waits already. */
type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T | null>

function makeTurns(most: number): Turns {
  const last = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, number>()
  return async (name, work) => {
    const count = waiting.get(name) ?? 0
    if (count >= most) return null
    waiting.set(name, count + 1)
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    try {
      return await turn
    } finally {
      waiting.set(name, (waiting.get(name) ?? 1) - 1)
      if (last.get(name) === turn) last.delete(name)
    }
  }
}
