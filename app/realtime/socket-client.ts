/**
 * The browser's end of `/v1/ws`, without any framework: one connection for the page, topics counted by listener,
 * and healing by itself. Everything from outside (socket, timers, clock, chance) is passed in, so tests drive it.
 *
 * Invariants: a topic is asked for once however many listen; a push reaches its listeners only in order and only after
 * the snapshot that opened the topic on this very connection; nothing of an abandoned connection is ever heard.
 */
import { createTopicRegister, type PushListener, type WirePush } from './topic-register'

export type { PushListener } from './topic-register'

/**
 * `connecting`: the first attempt runs. `live`: open and answering. `reconnecting`: lost, the next attempt runs or waits.
 * `offline`: an attempt has failed, or the device says that it has no network.
 */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline'

export interface ConnectionStatus {
  readonly state: ConnectionState
  /** Local clock of the last frame heard, milliseconds; null before the first. Read at changes of state and at pongs. */
  readonly lastMessageAt: number | null
  /** Round trip of the last ping, milliseconds. */
  readonly latencyMs: number | null
}

/** The part of a WebSocket that is used; the browser's and the `ws` package's both fit. */
export interface SocketLike {
  readonly readyState: number
  send(text: string): void
  close(code?: number): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
}

/** `anonymous`: nobody is signed in. `expired`: somebody was, and the session has ended. */
export type Ticket = { readonly ticket: string } | 'anonymous' | 'expired'

export interface SocketClientOptions {
  openSocket(): SocketLike
  /** Fetches a new single-use key for the login; rejects when the site cannot be reached. */
  fetchTicket(): Promise<Ticket>
  /** Topics that are asked for only after the login; the trader's own when left out. */
  isPrivate?(topic: string): boolean
  /** Called when the broker no longer knows the session (code 999). */
  onSessionExpired?(): void
  /** Development and tests: throws when a frame does not fit the contract. */
  inspect?(message: unknown): void
  /** Milliseconds, never going back. */
  now(): number
  setTimer(run: () => void, delayMs: number): unknown
  clearTimer(timer: unknown): void
  /** 0 ≤ chance < 1. */
  random(): number
}

/** Kept equal to SOCKET_LIMITS of the contract by a test; repeated so that zod stays out of the browser's bundle. */
export const SOCKET_TIMING = {
  pingIntervalMs: 5_000,
  unansweredPings: 3,
  connectTimeoutMs: 5_000,
  firstRetryMs: 500,
  longestRetryMs: 10_000,
} as const

const CODE_SUCCESS = 1
const CODE_SESSION_INVALID = 999
const PRIVATE_TOPICS: readonly string[] = ['FOREX_TRADE', 'FOREX_CLOSED', 'ACCOUNT_NOTICE']

export interface SocketClient {
  /** Connects when there is no connection and none under way; otherwise does nothing. While waiting for a retry it tries at once. */
  start(): void
  /** Ends the connection; topics stay known and come back with the next start. */
  stop(): void
  /** Drops the connection because the device has lost its network; `start` tries again. */
  suspend(): void
  /** Another person (or nobody) is signed in now: a new connection logs in afresh. */
  changeTrader(traderId: string | null): void
  /** Listens to a topic; the returned function ends it. The last one to leave gives the topic back. */
  subscribe(topic: string, listener: PushListener): () => void
  status(): ConnectionStatus
  onStatus(listener: () => void): () => void
  /** Runs when the connection is live again after a loss: what was missed in between must be read anew. */
  onRecovered(listener: () => void): () => void
}

interface Connection {
  readonly socket: SocketLike
  isOpen: boolean
  /** True when private topics may be asked for. */
  isLoggedIn: boolean
  unanswered: number
  pingSentAt: number
  timers: unknown[]
}

export function createSocketClient(options: SocketClientOptions): SocketClient {
  let connection: Connection | null = null
  let retryTimer: unknown = null
  let failedAttempts = 0
  let hasBeenLive = false
  let isStopped = true
  let traderId: string | null = null
  let status: ConnectionStatus = { state: 'connecting', lastMessageAt: null, latencyMs: null }
  let lastMessageAt: number | null = null
  const statusListeners = new Set<() => void>()
  const recoveryListeners = new Set<() => void>()

  const isPrivate = options.isPrivate ?? ((topic: string) => PRIVATE_TOPICS.includes(topic))
  const maySend = (topic: string) => connection?.isOpen === true && (!isPrivate(topic) || connection.isLoggedIn)
  const book = createTopicRegister({ ...options, send, maySend })

  function setStatus(change: Partial<ConnectionStatus>) {
    status = { ...status, ...change, lastMessageAt }
    for (const listener of [...statusListeners]) listener()
  }

  function send(message: Record<string, string>) {
    if (connection?.isOpen && connection.socket.readyState === 1) connection.socket.send(JSON.stringify(message))
  }

  function later(owner: Connection, delayMs: number, run: () => void) {
    const timer = options.setTimer(() => {
      if (connection === owner) run()
    }, delayMs)
    owner.timers.push(timer)
    return timer
  }

  /** Forgets the connection at once, so that whatever it still says is foreign. */
  function abandon() {
    const old = connection
    connection = null
    if (retryTimer !== null) options.clearTimer(retryTimer)
    retryTimer = null
    if (!old) return
    for (const timer of old.timers) options.clearTimer(timer)
    old.socket.onopen = null
    old.socket.onmessage = null
    old.socket.onclose = null
    // The `ws` package reports closing before the handshake as an error event; somebody must hear it.
    old.socket.onerror = () => {}
    book.connectionLost()
    try {
      old.socket.close()
    } catch {
      // A socket that cannot be closed any more is as good as closed.
    }
  }

  function fail() {
    const wasLive = connection?.isOpen === true
    abandon()
    if (isStopped) return
    const cap = Math.min(SOCKET_TIMING.longestRetryMs, SOCKET_TIMING.firstRetryMs * 2 ** failedAttempts)
    failedAttempts += 1
    setStatus({ state: wasLive ? 'reconnecting' : 'offline', latencyMs: null })
    // Full jitter: a thousand browsers that lost the same server do not come back in the same moment.
    retryTimer = options.setTimer(connect, options.random() * cap)
  }

  function connect() {
    abandon()
    let socket: SocketLike
    try {
      socket = options.openSocket()
    } catch {
      fail()
      return
    }
    const mine: Connection = { socket, isOpen: false, isLoggedIn: false, unanswered: 0, pingSentAt: 0, timers: [] }
    connection = mine
    if (hasBeenLive && status.state === 'offline') setStatus({ state: 'reconnecting' })
    const timeout = later(mine, SOCKET_TIMING.connectTimeoutMs, fail)
    const whenMine = (run: () => void) => () => {
      if (connection === mine) run()
    }
    socket.onopen = whenMine(() => {
      options.clearTimer(timeout)
      opened(mine)
    })
    socket.onmessage = (event: { data: unknown }) => {
      if (connection === mine) heard(mine, event.data)
    }
    socket.onclose = whenMine(fail)
    socket.onerror = whenMine(fail)
  }

  function opened(mine: Connection) {
    mine.isOpen = true
    failedAttempts = 0
    const isRecovery = hasBeenLive
    hasBeenLive = true
    setStatus({ state: 'live' })
    book.connectionReady()
    ping(mine)
    void logIn(mine, 0)
    if (isRecovery) for (const listener of [...recoveryListeners]) listener()
  }

  function ping(mine: Connection) {
    if (mine.unanswered >= SOCKET_TIMING.unansweredPings) {
      fail()
      return
    }
    if (mine.unanswered === 0) mine.pingSentAt = options.now()
    mine.unanswered += 1
    send({ event: 'ping' })
    later(mine, SOCKET_TIMING.pingIntervalMs, () => ping(mine))
  }

  async function logIn(mine: Connection, attempt: number) {
    if (traderId === null) return
    try {
      const ticket = await options.fetchTicket()
      if (connection !== mine) return
      // Without a key the page believes that somebody is signed in, and nobody is.
      if (ticket === 'expired' || ticket === 'anonymous') options.onSessionExpired?.()
      else send({ event: 'login', token: ticket.ticket })
    } catch {
      // Prices go on without a login; the private topics come as soon as the site answers.
      retryLogIn(mine, attempt)
    }
  }

  function retryLogIn(mine: Connection, attempt: number) {
    if (connection !== mine) return
    const cap = Math.min(SOCKET_TIMING.longestRetryMs, SOCKET_TIMING.firstRetryMs * 2 ** (attempt + 1))
    later(mine, options.random() * cap + SOCKET_TIMING.firstRetryMs, () => void logIn(mine, attempt + 1))
  }

  function heard(mine: Connection, frame: unknown) {
    const message = readFrame(frame)
    if (!message) return
    options.inspect?.(message)
    lastMessageAt = options.now()
    if (typeof message.topic === 'string' && typeof message.seq === 'number') {
      book.received(message as unknown as WirePush)
    } else if (message.event === 'pong') {
      if (mine.unanswered === 0) return
      mine.unanswered = 0
      setStatus({ latencyMs: Math.max(0, Math.round(options.now() - mine.pingSentAt)) })
    } else if (message.event === 'login') {
      if (message.code === CODE_SUCCESS) {
        mine.isLoggedIn = true
        book.connectionReady()
      } else if (message.code === CODE_SESSION_INVALID) options.onSessionExpired?.()
      else retryLogIn(mine, 1)
    } else if (message.event === 'logout' && message.code === CODE_SESSION_INVALID) {
      // The session of this connection was ended elsewhere. The browser may have another by now: then that one logs in.
      mine.isLoggedIn = false
      for (const topic of PRIVATE_TOPICS) book.refused(topic)
      void logIn(mine, 0)
    } else if (message.event === 'sub' && message.code !== CODE_SUCCESS && typeof message.topic === 'string') {
      book.refused(message.topic)
    }
  }

  return {
    start() {
      isStopped = false
      if (connection === null) connect()
    },
    stop() {
      isStopped = true
      abandon()
    },
    suspend() {
      if (isStopped) return
      abandon()
      setStatus({ state: 'offline', latencyMs: null })
    },
    changeTrader(nextId) {
      if (nextId === traderId) return
      traderId = nextId
      if (connection === null) return
      if (connection.isOpen && connection.isLoggedIn) send({ event: 'logout' })
      connect()
    },
    subscribe: book.subscribe,
    status: () => status,
    onStatus(listener) {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    onRecovered(listener) {
      recoveryListeners.add(listener)
      return () => recoveryListeners.delete(listener)
    },
  }
}

function readFrame(frame: unknown): Record<string, unknown> | null {
  if (typeof frame !== 'string') return null
  try {
    const message: unknown = JSON.parse(frame)
    return message !== null && typeof message === 'object' ? (message as Record<string, unknown>) : null
  } catch {
    return null
  }
}
