/**
 * The line to NATS: opened, held and opened again for as long as the process lives. Nothing here knows what is carried.
 *
 * Invariants: it never fails whoever uses it: while the server cannot be reached nothing is sent and nothing kept. A server that asks
 * nobody who they are is only used where it is on this machine.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'
import { isThisMachine } from '../../rules/this-machine'
import type { Logger } from '../ground/logger'

interface LineOptions {
  /** `nats://user:password@host:4222`, `nats://token@host`, `nats://<seed of an nkey>@host`; `tls://` for a line that nobody reads. */
  readonly url: string
  readonly logger: Logger
  /** What is heard: by the subject, and whole. */
  readonly subjects: string
  readonly onMessage: (subject: string, data: Uint8Array) => void
  /** The line is up: `first` for the first time, else after it was down. */
  readonly onUp: (which: 'first' | 'again') => void
}

/** How long a start, and a question to the server, waits for it. */
const PATIENCE_MS = 1_000
const AGAIN_MS = 250
const REFUSED_AGAIN_MS = 5_000
/** Two of them without an answer, and the line is dead. */
const PING_MS = 2_000

export class NatsLine {
  #connection: NatsConnection | null = null
  #isUp = false
  #problem: string | null = 'NATS was not reached yet'
  #isSaid = false
  #isClosed = false
  #wasUp = false
  #life: Promise<void> = Promise.resolve()
  readonly #ending = new AbortController()

  constructor(private readonly options: LineOptions) {}

  /** Resolves when the line is up, or when it was waited for long enough. @throws UnsafeNats */
  async open(): Promise<void> {
    const first = this.#connect()
    await Promise.race([first, wait(PATIENCE_MS, undefined, { ref: false })])
    this.#life = this.#live(first)
    if (!this.#isUp) this.#say(this.#problem ?? 'it does not answer')
  }

  get isUp(): boolean {
    return this.#isUp
  }

  get problem(): string | null {
    return this.#isUp ? null : this.#problem
  }

  /** False where it was not sent. @param data at most what the server takes, else it is not sent either */
  send(subject: string, data: Uint8Array): boolean {
    if (!this.#isUp || this.#connection === null) return false
    try {
      this.#connection.publish(subject, data)
      return true
    } catch (error) {
      this.options.logger.warn(
        { reason: (error as Error).message, subject, bytes: data.byteLength },
        'a message could not be given to NATS',
      )
      return false
    }
  }

  /** True once the server has taken all that was sent, and all that it had sent here was read. */
  async flush(): Promise<boolean> {
    const connection = this.#connection
    if (!this.#isUp || connection === null) return false
    const patience = new AbortController()
    const answered = connection.flush().then(
      () => 'yes' as const,
      () => 'no' as const,
    )
    const answer = await Promise.race([answered, wait(PATIENCE_MS, 'late' as const, { ref: false, signal: patience.signal })])
    patience.abort()
    // The line is dead and nobody has noticed yet: whoever asks next shall not wait as long.
    if (answer === 'late' && this.#connection === connection && this.#isUp) {
      this.#down('the server does not answer')
      void connection.reconnect().catch(() => {})
    }
    return answer === 'yes'
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isUp = false
    this.#ending.abort()
    await this.#connection?.close().catch(() => {})
    await this.#life.catch(() => {})
  }

  /** Holds the line until it is closed: the library opens it again by itself; what it gives up is begun anew. */
  async #live(first: Promise<boolean>): Promise<void> {
    for (let attempt = first; !this.#isClosed; attempt = this.#connect()) {
      let pauseMs = AGAIN_MS + Math.random() * AGAIN_MS
      try {
        if (await attempt) await this.#connection?.closed()
      } catch (error) {
        this.#down((error as Error).message)
        pauseMs = REFUSED_AGAIN_MS
      }
      if (!this.#isClosed) await wait(pauseMs, undefined, { ref: false, signal: this.#ending.signal }).catch(() => {})
    }
  }

  /** True when it is up. @throws UnsafeNats */
  async #connect(): Promise<boolean> {
    const { connect } = await import('@nats-io/transport-node')
    if (this.#isClosed) return false
    try {
      this.#connection = await connect(await connectionOptions(this.options.url))
    } catch (error) {
      this.#down(reasonOf(error))
      return false
    }
    const connection = this.#connection
    if (this.#isClosed) {
      await connection.close()
      return false
    }
    await requireSafe(connection)
    connection.subscribe(this.options.subjects, {
      callback: (error, message) => {
        if (error === null) this.options.onMessage(message.subject, message.data)
        else this.#down(`it does not let us listen: ${error.message}`)
      },
    })
    await connection.flush().catch(() => {})
    this.#up()
    void this.#follow(connection)
    return true
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.#connection !== connection || this.#isClosed) return
      if (type === 'disconnect' || type === 'staleConnection') this.#down('the connection was lost')
      if (type !== 'reconnect') continue
      try {
        await requireSafe(connection)
        // What was asked for anew is in force at the server before anything is read again.
        await connection.flush()
        this.#up()
      } catch (error) {
        if (error instanceof UnsafeNats) this.#down(error.message)
      }
    }
  }

  #up(): void {
    this.#isUp = true
    this.#problem = null
    if (this.#isSaid) this.options.logger.info({}, 'NATS is reached: nodes hear each other')
    this.#isSaid = false
    this.options.onUp(this.#wasUp ? 'again' : 'first')
    this.#wasUp = true
  }

  #down(problem: string): void {
    const was = this.#isUp
    this.#isUp = false
    this.#problem = problem
    if (was) this.#say(problem)
  }

  #say(reason: string): void {
    if (!this.#isSaid && !this.#isClosed)
      this.options.logger.error({ reason }, 'NATS cannot be reached: what happens on one node is seen on the others late, until it is back')
    this.#isSaid = true
  }
}

/** A server that lets everybody in, where others than this machine can come. */
class UnsafeNats extends Error {
  override name = 'UnsafeNats'
}

async function requireSafe(connection: NatsConnection): Promise<void> {
  const host = connection
    .getServer()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
  if (connection.info?.auth_required === true || isThisMachine(host)) return
  await connection.close().catch(() => {})
  throw new UnsafeNats(
    `NATS_URL: the server at ${host} asks nobody for a password, so whoever reaches it could read private events and make up prices: ` +
      'give it a user and a password, a token or an nkey, and write them into NATS_URL',
  )
}

async function connectionOptions(url: string): Promise<ConnectionOptions> {
  const { protocol, host } = new URL(url)
  return {
    servers: host,
    name: 'candor',
    noEcho: true,
    timeout: PATIENCE_MS,
    reconnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectDelayHandler: () => AGAIN_MS + Math.random() * AGAIN_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(await credentials(url)),
  }
}

async function credentials(url: string): Promise<Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'authenticator'>> {
  const { username, password } = new URL(url)
  const user = decodeURIComponent(username)
  if (password !== '') return { user, pass: decodeURIComponent(password) }
  if (user === '') return {}
  if (!/^SU[A-Z2-7]{56}$/.test(user)) return { token: user }
  const { nkeyAuthenticator } = await import('@nats-io/transport-node')
  return { authenticator: nkeyAuthenticator(new TextEncoder().encode(user)) }
}

/** Without the address, which may hold a password. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { readonly message: string; readonly cause?: unknown }
  return cause instanceof Error && cause.message !== message ? `${message}: ${cause.message}` : message
}

/** What is wrong with the server, in one sentence without the address; null where it lets us in and nobody else. */
export async function natsProblem(url: string): Promise<string | null> {
  const { connect } = await import('@nats-io/transport-node')
  try {
    const connection = await connect({ ...(await connectionOptions(url)), reconnect: false, maxReconnectAttempts: 0 })
    await requireSafe(connection)
    await connection.close()
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
