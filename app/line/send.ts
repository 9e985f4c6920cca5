/**
 * Sends a form of a page to its site, once, and finds out what became of it. Every sending has a key; when its answer is lost, the
 * site is asked, with the same key, what became of it, until it says so. Asking never carries anything out: what had not arrived by
 * then never will, and is told as refused. So a sending ends as done, refused or never sent, and is not known only in between.
 */

import { isOffline, LineLost, NO_ANSWER, NO_NETWORK, newKey } from './line-lost'
import { backOffMs, type LineState, type OpenSending } from './line-state'
import { endOf } from './sending-end'
import { SENDING } from './sending-headers'

/** A form as it goes over the line; the same for every repetition. */
export interface Sending {
  readonly key: string
  readonly url: string
  readonly method: string
  readonly headers?: HeadersInit | undefined
  readonly body: URLSearchParams | FormData | string | null
  /** Unix milliseconds. */
  readonly since: number
  /** In whose name; null for a visitor. The site answers nobody else. */
  readonly trader: string | null
}

export interface SendTools {
  readonly fetch: typeof fetch
  readonly line: LineState
  /** Keeps what is under way for a page that is loaded anew meanwhile. */
  readonly remember: (sending: Sending) => void
  /** Its answer was lost: other tabs may ask as well. */
  readonly tellTabs: (key: string, lostAt: number) => void
  readonly forget: (key: string) => void
}

/** An answer that takes longer counts as lost; asking again costs nothing. */
export const ANSWER_WITHIN_MS = 20_000
const SERVER_AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** Names of fields that no page may keep or show. */
export const SECRET = /password|code|secret/i

/** The texts of a form without its secrets; a picture is none. */
export const textsOf = (body: Sending['body']): readonly (readonly [string, string])[] =>
  body === null || typeof body === 'string'
    ? []
    : [...body].flatMap(([name, value]) => (typeof value === 'string' && !SECRET.test(name) ? [[name, value] as const] : []))

/** The same for one form on its way, by whoever names it. @param page its address, with or without `.data` */
export const formName = (page: string, body: Sending['body']): string =>
  JSON.stringify([new URL(page, 'http://page').pathname.replace(/\.data$/, ''), textsOf(body)])

export function newSending(url: string, init: RequestInit, trader: string | null = null): Sending {
  return {
    key: newKey(),
    url,
    method: init.method ?? 'POST',
    headers: init.headers,
    body: (init.body ?? null) as Sending['body'],
    since: Date.now(),
    trader,
  }
}

/** Whoever leaves the page meanwhile does not take the sending back: what had become unknown is told at its end. */
export async function send(tools: SendTools, sending: Sending, signal?: AbortSignal | null): Promise<Response> {
  const { line } = tools
  if (isOffline()) {
    line.tell({ kind: 'lost', code: NO_NETWORK })
    throw new LineLost(NO_NETWORK, false)
  }
  signal?.throwIfAborted()
  tools.remember(sending)
  const known = untilKnown(tools, sending, null).then(({ answer, open }) => {
    const isLeft = line.takeLeft(formName(sending.url, sending.body)) || signal?.aborted
    if (isLeft && open !== null) void tellEnd(tools, open, answer.clone())
    return answer
  })
  if (!signal) return known
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave)
    known.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** For a sending of the page before this one, or of another tab: asks until it is known how it ended. */
export async function askAbout(tools: SendTools, sending: Sending, lostAt: number | null): Promise<void> {
  const open = openingOf(sending, { lostAt: lostAt ?? Date.now(), code: NO_ANSWER, isInherited: true })
  tools.line.open(open)
  const { answer } = await untilKnown(tools, sending, open)
  await tellEnd(tools, open, answer)
}

function openingOf({ key, url, body, since }: Sending, loss: Pick<OpenSending, 'lostAt' | 'code' | 'isInherited'>): OpenSending {
  const page = new URL(url).pathname.replace(/\.data$/, '')
  return { key, page, fields: Object.fromEntries(textsOf(body)), since, ...loss, asked: 0, nextAt: null }
}

async function tellEnd({ line }: SendTools, sending: OpenSending, answer: Response): Promise<void> {
  const end = await endOf(answer)
  if (end !== null) line.tell({ kind: 'ended', sending, end })
}

interface Known {
  readonly answer: Response
  /** As it stood while its end was not known; null for an answer that was never lost. */
  readonly open: OpenSending | null
}

/** @param opened null for a sending that is still to be sent; any other is only asked about */
async function untilKnown(tools: SendTools, sending: Sending, opened: OpenSending | null): Promise<Known> {
  const { line } = tools
  let open = opened
  for (let round = 0; ; round += 1) {
    if (open !== null) {
      open = { ...open, asked: open.asked + 1, nextAt: null }
      line.open(open)
    }
    const answer = await oneAnswer(tools.fetch, sending, open !== null)
    if (typeof answer !== 'string') {
      line.close(sending.key)
      tools.forget(sending.key)
      if (isOfSite(answer)) return { answer, open }
      // Turned away before it came to the site.
      const code = `HTTP ${answer.status}`
      line.tell({ kind: 'lost', code })
      throw new LineLost(code, false)
    }
    open ??= openingOf(sending, { lostAt: Date.now(), code: answer, isInherited: false })
    tools.tellTabs(sending.key, open.lostAt)
    line.open({ ...open, nextAt: Date.now() + backOffMs(round) })
    await line.pause(round)
  }
}

/** The whole answer, or the code of one that tells nothing about what became of the sending. */
async function oneAnswer(
  request: typeof fetch,
  { key, url, method, headers, body, trader }: Sending,
  isAsking: boolean,
): Promise<Response | string> {
  const sent = new Headers(headers)
  sent.set(SENDING.key, key)
  if (isAsking) sent.set(SENDING.ask, '1')
  if (trader !== null) sent.set(SENDING.trader, trader)
  try {
    const answer = await request(url, { method, headers: sent, body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    const isTurnedAway = answer.status >= 400 && answer.status < 500 && !isAsking
    const isNotKnown = SERVER_AWAY.has(answer.status) || answer.headers.get(SENDING.notKnown) === '1'
    if (isNotKnown || !(isOfSite(answer) || isTurnedAway)) return `HTTP ${answer.status}`
    const bytes = await answer.arrayBuffer()
    return new Response(bytes.byteLength === 0 ? null : bytes, { status: answer.status, headers: answer.headers })
  } catch {
    return NO_ANSWER
  }
}

/** Remix marks what it answers to its own requests. */
export const isOfSite = ({ headers }: Response): boolean => headers.has('x-remix-response')
