/**
 * One client of the socket: its topics with their numbers, its queue, its budget of messages.
 *
 * Invariant: `seq` of a topic grows by one with every push on this connection, whatever is conflated; nothing is queued for a
 * client that does not read beyond `maxQueuedBytes`.
 */
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import { ERRORS, type ErrorName } from '../../contract/errors'
import type { Language } from '../../contract/primitives'
import { type ServerReply, SOCKET_LIMITS } from '../../contract/socket'
import type { Texts } from '../ground/texts'

export const CLOSE_CODES = { policy: 1008, tooBig: 1009, restart: 1012, tooSlow: 1013 } as const

/** With more than this waiting to be written, quotes are held back and only their latest state is sent later. */
const CONFLATE_ABOVE_BYTES = 64 * 1024

export type Reply = z.infer<typeof ServerReply>

/** So many of something in one window of time. */
class Budget {
  readonly #limit: number
  readonly #windowMs: number
  #startedAt: number
  #count = 0

  constructor(limit: number, windowMs: number, now: number) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#startedAt = now
  }

  take(now: number): boolean {
    if (now - this.#startedAt >= this.#windowMs) {
      this.#startedAt = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= this.#limit
  }
}

export class Connection {
  readonly socket: WebSocket
  readonly language: Language
  readonly #texts: Texts
  /** Monotonic milliseconds of the last message. */
  lastHeardAt: number
  /** Topics asked for, with the way to stop each. */
  readonly topics = new Map<string, () => void>()
  readonly #seq = new Map<string, number>()
  readonly #messages: Budget
  readonly #unreadable: Budget

  constructor(socket: WebSocket, language: Language, texts: Texts, now: number) {
    this.socket = socket
    this.language = language
    this.#texts = texts
    this.lastHeardAt = now
    this.#messages = new Budget(SOCKET_LIMITS.maxMessagesPerSecond, 1_000, now)
    this.#unreadable = new Budget(SOCKET_LIMITS.maxUnreadablePerMinute, 60_000, now)
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** True while so much waits to be written that quotes should be left out. */
  get isBehind(): boolean {
    return this.socket.bufferedAmount > CONFLATE_ABOVE_BYTES
  }

  /** Counts a message that came in; false when there are too many in one second. */
  countMessage(now: number): boolean {
    this.lastHeardAt = now
    return this.#messages.take(now)
  }

  /** Counts a message that nobody understood; false when there are too many in one minute. */
  countUnreadable(now: number): boolean {
    return this.#unreadable.take(now)
  }

  /** Sends a push whose `data` is already JSON text, so that it is written once for all who get it. */
  push(topic: string, ts: number, dataJson: string, isSnapshot = false): void {
    const seq = (this.#seq.get(topic) ?? 0) + 1
    this.#seq.set(topic, seq)
    this.#send(`{"topic":"${topic}","seq":${seq},"ts":${ts},${isSnapshot ? '"snapshot":true,' : ''}"data":${dataJson}}`)
  }

  reply(event: Reply['event'], topic?: string): void {
    this.#send(JSON.stringify({ event, code: 1, msg: '', ...(topic === undefined ? {} : { topic }) } satisfies Reply))
  }

  /** @param values fill the placeholders of the error's text. */
  refuse(event: Reply['event'], error: ErrorName, topic?: string, values?: Readonly<Record<string, string>>): void {
    const msg = this.#texts.error(this.language, error, values)
    this.#send(JSON.stringify({ event, code: ERRORS[error].code, msg, ...(topic === undefined ? {} : { topic }) } satisfies Reply))
  }

  pong(ts: number): void {
    this.#send(`{"event":"pong","ts":${ts}}`)
  }

  /** Says yes, then listens. The topic is taken before the first push, so that leaving on a full queue finds it. */
  join(topic: string, listen: () => () => void): void {
    this.reply('sub', topic)
    this.topics.set(topic, () => {})
    const stop = listen()
    if (this.topics.has(topic)) this.topics.set(topic, stop)
    else stop()
  }

  leave(topic: string): boolean {
    const stop = this.topics.get(topic)
    if (stop === undefined) return false
    this.topics.delete(topic)
    stop()
    return true
  }

  leaveAll(): void {
    for (const topic of [...this.topics.keys()]) this.leave(topic)
  }

  close(code: number): void {
    this.leaveAll()
    this.socket.close(code)
  }

  #send(text: string): void {
    if (!this.isOpen) return
    this.socket.send(text)
    // The closing handshake would wait behind everything the client is not reading, so the connection is cut soon after.
    if (this.socket.bufferedAmount > SOCKET_LIMITS.maxQueuedBytes) {
      this.close(CLOSE_CODES.tooSlow)
      setTimeout(() => this.socket.terminate(), 5_000).unref()
    }
  }
}
