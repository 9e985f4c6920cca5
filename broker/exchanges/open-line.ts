/**
 * One socket to one exchange that is always being there or coming back: opened, listened to, pinged, given up when it falls silent, opened
 * again after a wait.
 *
 * Invariants: `lost` follows every `opened` before the next one; nothing of a socket is heard after its `lost`; what an exchange asks for
 * with Retry-After is waited for; messages go out no faster than the exchange takes them, and those of a lost socket never.
 */
import { type RawData, WebSocket } from 'ws'
import { Backoff, type BackoffTerms, readRetryAfter } from './backoff'

export interface LineTerms {
  readonly wait: BackoffTerms
  /** Milliseconds without any frame (a pong is one) after which nobody is thought to be there. */
  readonly silenceMs: number
  /** A connection that has lasted this long makes the next failure a first one. */
  readonly steadyMs: number
  readonly longestFrameBytes: number
  /** Milliseconds between two messages of ours; without it what the exchange takes. */
  readonly sayEveryMs?: number
}

export const LINE_TERMS: LineTerms = {
  wait: { firstMs: 500, longestMs: 30_000 },
  silenceMs: 10_000,
  steadyMs: 60_000,
  longestFrameBytes: 16 * 2 ** 20,
}

interface LineListener {
  opened(): void
  /** One frame. What it throws ends the connection, with its message as the reason. */
  heard(text: string): void
  /** The connection is gone, or could not be made. */
  lost(reason: string): void
}

export interface Line {
  /** Sent when its turn comes. */
  say(message: Readonly<Record<string, unknown>>): void
  /** Gives the connection up and makes a new one. */
  restart(reason: string): void
  close(): Promise<void>
}

const HANDSHAKE_MS = 10_000
const FAREWELL_MS = 2_000
const WATCH_TURNS = 3

/** @param sayEveryMs milliseconds between two messages of ours */
export function openLine(url: string, listener: LineListener, sayEveryMs: number, terms: LineTerms): Line {
  const backoff = new Backoff(terms.wait)
  let socket: WebSocket | null = null
  let next: NodeJS.Timeout | undefined
  let watch: NodeJS.Timeout | undefined
  let speaking: NodeJS.Timeout | undefined
  let unsaid: string[] = []
  let openedAt = 0
  let quietTurns = 0
  let isClosed = false

  const leave = (reason: string, askedForMs = 0): void => {
    if (socket === null) return
    const left = socket
    socket = null
    clearInterval(watch)
    clearInterval(speaking)
    speaking = undefined
    unsaid = []
    // `terminate` of a socket that never opened tells it as an error, which nobody wants to hear.
    left.removeAllListeners().on('error', () => {})
    left.terminate()
    if (isClosed) return
    if (openedAt > 0 && performance.now() - openedAt >= terms.steadyMs) backoff.forget()
    openedAt = 0
    next = setTimeout(connect, backoff.next(askedForMs))
    listener.lost(reason)
  }

  const hear = (data: RawData, isBinary: boolean): void => {
    try {
      if (isBinary) throw new TypeError('a binary frame')
      listener.heard(data.toString())
    } catch (error) {
      leave(error instanceof Error ? error.message : String(error))
    }
  }

  /** Counts turns, not time: when this process was held up, what came meanwhile is read before the next turn. */
  const keepWatch = (): void => {
    quietTurns += 1
    if (quietTurns > WATCH_TURNS) leave(`nothing was heard for ${terms.silenceMs / 1000} s`)
    else socket?.ping()
  }

  const connect = (): void => {
    const opening = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: terms.longestFrameBytes,
      followRedirects: false,
      perMessageDeflate: false,
    })
    socket = opening
    const hearLife = (): void => {
      quietTurns = 0
    }
    opening.on('open', () => {
      openedAt = performance.now()
      hearLife()
      watch = setInterval(keepWatch, terms.silenceMs / WATCH_TURNS)
      listener.opened()
    })
    opening.on('ping', hearLife).on('pong', hearLife).on('message', hearLife).on('message', hear)
    opening.on('unexpected-response', (_request, response) => {
      leave(`it answered HTTP ${response.statusCode}`, readRetryAfter(response.headers['retry-after'], Date.now()))
    })
    opening.on('error', (error: NodeJS.ErrnoException) => leave(error.code ?? error.message))
    opening.on('close', (code, words) => leave(`it closed the connection (${code}${words.length > 0 ? ` ${words}` : ''})`))
  }

  /** The first goes at once, the others one at a time. */
  const speak = (): void => {
    const message = unsaid.shift()
    if (message === undefined) {
      clearInterval(speaking)
      speaking = undefined
    } else socket?.send(message, () => {})
  }

  connect()
  return {
    say(message) {
      if (openedAt === 0) return
      unsaid.push(JSON.stringify(message))
      if (speaking !== undefined) return
      speaking = setInterval(speak, sayEveryMs)
      speak()
    },
    restart: (reason) => leave(reason),
    async close() {
      isClosed = true
      clearTimeout(next)
      const closing = socket
      if (closing === null) return
      closing.removeAllListeners('message')
      if (closing.readyState === WebSocket.OPEN) {
        closing.close(1000)
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, FAREWELL_MS)
          closing.once('close', () => resolve(clearTimeout(late)))
        })
      }
      leave('')
    },
  }
}
