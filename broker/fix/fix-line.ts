/**
 * The initiator's side: keeps one session with one peer, during its session times, through lost connections and restarts.
 *
 * Invariant: one connection at a time; the next begins only after what the last one received has been kept.
 */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { ConnectorHealth, ConnectorState } from '../sources/connector'
import type { Field } from './fix-message'
import { type FixSession, openFixSession, type SessionEvents } from './fix-session'
import { FrameReader } from './frame-reader'
import type { Parties } from './judge-header'
import { NotConnected } from './outbound-messages'
import { carrySession, socketWire } from './session-socket'
import type { FixStore } from './session-store'
import { type SessionTimes, sessionAt } from './session-times'
import { MsgType } from './tags'

/** What the peer's letter says, as it stands in the market's file. */
export interface FixPeer {
  readonly host: string
  readonly port: number
  /** Null for a connection in the clear. */
  readonly tls: FixTls | null
  readonly parties: Parties
  readonly username?: string
  readonly password?: string
  /** 1 to 60; what is silent for twice as long is lost. */
  readonly heartbeatSeconds: number
  /** Both sides begin with 1 at every logon: usual for prices, not for orders. */
  readonly resetsAtLogon: boolean
  /** Null: always. */
  readonly times: SessionTimes | null
}

export interface FixTls {
  /** PEM of who signs the peer's certificate; left out for those that everybody trusts. */
  readonly ca?: string
  /** The name in the peer's certificate, where it is not the host's. */
  readonly serverName?: string
  /** PEM of a certificate of ours, where the peer asks for one. */
  readonly cert?: string
  readonly key?: string
}

export interface FixLineServices {
  readonly store: FixStore
  /** The time that the peer has too, not one that a demonstration has moved. */
  readonly clock: Clock
  /** 0 to 1. */
  readonly random: () => number
  readonly logger: Logger
}

export type LineHealth = Omit<ConnectorHealth, 'latencyMs'>

const CONNECT_PATIENCE_MS = 10_000
const KEEPING_PATIENCE_MS = 10_000
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
const LOOK_MS = 1_000

/** Refusals of what we sent. */
const REFUSALS = new Set<string>([MsgType.Reject, MsgType.BusinessMessageReject, MsgType.MarketDataRequestReject])
const RESENT = new Set<string>([MsgType.Reject, MsgType.BusinessMessageReject])

export class FixLine {
  readonly #name: string
  readonly #peer: FixPeer
  readonly #services: FixLineServices
  readonly #hears: ReadonlySet<string>
  readonly #events: SessionEvents
  #session: FixSession | null = null
  #health: LineHealth
  readonly #closing = new AbortController()
  #wake = () => {}
  #running: Promise<void> = Promise.resolve()

  /** @throws RangeError for session times that make no sense. */
  constructor(name: string, peer: FixPeer, services: FixLineServices, hears: readonly string[], events: SessionEvents) {
    this.#name = name
    this.#peer = peer
    this.#services = services
    this.#hears = new Set(hears)
    this.#events = events
    if (peer.times !== null) sessionAt(peer.times, services.clock.now())
    this.#health = { state: 'connecting', reason: 'not yet connected', since: services.clock.now(), gaps: 0, rejects: 0, connects: 0 }
  }

  get isOpen(): boolean {
    return this.#session?.isOpen ?? false
  }

  get health(): LineHealth {
    return this.#health
  }

  start(): void {
    this.#running = this.#run()
  }

  /** As `FixSession.send`. */
  send(fields: readonly Field[]): Promise<number> {
    return this.#session?.send(fields) ?? Promise.reject(new NotConnected('there is no connection'))
  }

  /** Logs out and ends; within five seconds. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'))
    this.#session?.logout()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      const { clock } = this.#services
      const span = this.#peer.times === null ? null : sessionAt(this.#peer.times, clock.now())
      if (span !== null && span.start > clock.now()) {
        this.#become('resting', `the session begins at ${new Date(span.start).toISOString()}`)
        await this.#sleep(Math.min(span.start - clock.now(), LOOK_MS))
        continue
      }
      this.#become('connecting', this.#health.reason ?? 'not yet connected')
      const { connects } = this.#health
      const reason = await this.#connect(span?.start ?? 0, span?.end ?? Number.POSITIVE_INFINITY).catch(String)
      failures = this.#health.connects > connects ? 0 : failures + 1
      if (this.#closing.signal.aborted || clock.now() >= (span?.end ?? Number.POSITIVE_INFINITY)) continue
      this.#become('down', reason)
      const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10))
      // So that all that lost a peer in one moment do not come back in one.
      await this.#sleep(delay * (0.5 + this.#services.random()))
    }
    this.#become('down', 'closed')
  }

  /** @returns why it ended. */
  async #connect(periodStart: number, periodEnd: number): Promise<string> {
    const { store, clock } = this.#services
    const { parties, heartbeatSeconds, resetsAtLogon, username, password } = this.#peer
    const socket = await openSocket(this.#peer, this.#closing.signal)
    let end = (_reason: string): void => {}
    const ended = new Promise<string>((resolve) => {
      end = resolve
    })
    const options = {
      parties,
      store,
      clock,
      hears: this.#hears,
      resends: RESENT,
      logon: {
        role: 'initiator' as const,
        heartbeatSeconds,
        resets: resetsAtLogon,
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
    }
    const session = await openFixSession(options, this.#listen(end), socketWire(socket), periodStart)
    this.#session = session
    if (this.#closing.signal.aborted) session.logout()
    const watch = setInterval(() => {
      if (clock.now() >= periodEnd) session.logout()
    }, LOOK_MS)
    carrySession(socket, new FrameReader(), session)
    const reason = await ended
    clearInterval(watch)
    this.#session = null
    await Promise.race([session.settle(), this.#sleep(KEEPING_PATIENCE_MS)])
    this.#wake()
    socket.destroy()
    return reason
  }

  #listen(ended: (reason: string) => void): SessionEvents {
    const events = this.#events
    return {
      opened: () => {
        this.#become('live', null)
        this.#health = { ...this.#health, connects: this.#health.connects + 1 }
        events.opened()
      },
      received: (message) => {
        if (REFUSALS.has(message.type)) {
          this.#health = { ...this.#health, rejects: this.#health.rejects + 1 }
          this.#services.logger.warn({ line: this.#name, message: String(message) }, 'a message of ours was refused')
        }
        return events.received(message)
      },
      holed: () => {
        this.#health = { ...this.#health, gaps: this.#health.gaps + 1 }
        events.holed()
      },
      heard: () => events.heard(),
      mended: () => events.mended(),
      closed: (reason) => {
        ended(reason)
        events.closed(reason)
      },
    }
  }

  #become(state: ConnectorState, reason: string | null): void {
    if (this.#health.state !== state) {
      this.#services.logger.info({ line: this.#name, state, reason }, 'a FIX connection changed')
      this.#health = { ...this.#health, since: this.#services.clock.now() }
    }
    this.#health = { ...this.#health, state, reason }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function openSocket({ host, port, tls }: FixPeer, closing: AbortSignal): Promise<Socket> {
  const { serverName, ...certificates } = tls ?? {}
  const socket = tls === null ? connectTcp({ host, port }) : connectTls({ host, port, servername: serverName ?? host, ...certificates })
  socket.setNoDelay(true)
  return new Promise((resolve, reject) => {
    const giveUp = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    const stop = (): void => giveUp(new Error('closed'))
    const timer = setTimeout(() => giveUp(new Error(`${host}:${port} does not answer`)), CONNECT_PATIENCE_MS)
    closing.addEventListener('abort', stop, { once: true })
    const settle = (): void => {
      clearTimeout(timer)
      closing.removeEventListener('abort', stop)
    }
    socket.once('error', (error) => {
      settle()
      giveUp(error)
    })
    socket.once(tls === null ? 'connect' : 'secureConnect', () => {
      settle()
      resolve(socket)
    })
  })
}
