/**
 * The bus of several nodes, over NATS (docs/decisions/092-what-crosses-between-nodes.md).
 *
 * Invariants: what is told here is heard here at once, whatever becomes of the line. A message that was not made with the master key,
 * for this database and in a known form is counted and dropped. Every message of a node carries its number, and once a second a node
 * says how far its numbers go: whoever has missed one hears of a gap within that time.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { KeyedHash } from '../secrets/keyed-hash'
import { type Bus, type BusEvent, type BusHealth, LocalListeners } from './bus'
import { FACT_NAMES, FACTS, type FactName } from './facts'
import { NatsLine } from './nats-line'
import { SeenIds } from './seen-ids'

interface NatsBusParts {
  readonly url: string
  /** Of the database (store-name.ts). */
  readonly store: string
  readonly keyedHash: KeyedHash
  readonly clock: Clock
  readonly logger: Logger
  /** A listener threw. */
  readonly onFailure: (error: unknown) => void
}

/** The form of the messages: those of another number are not heard. */
const VERSION = 1
const BEAT_MS = 1_000
/** Three beats and a bit. */
const SILENT_MS = 3_500
/** How often what must not be old for long is looked at while other nodes cannot be heard. */
const UNSURE_MS = 5_000
/** A node that was silent for so long and said no goodbye is not coming back under its name. */
const FORGOTTEN_MS = 600_000
/** Of many gaps one after the other: everything is read again this often at most. */
const GAP_PAUSE_MS = 1_000
const MAC_LENGTH = 32

const MESSAGES = {
  ...FACTS,
  event: z.object({
    tenantId: z.string().min(1).max(64),
    traderId: z.string().max(32),
    topic: z.string().min(1).max(64),
    payload: z.unknown(),
    id: z.string().max(32).optional(),
  }),
  /** How far the numbers of a node go, by kind. */
  beat: z.object({ sent: z.record(z.string().max(32), z.number().int().nonnegative()) }),
  /** A node ends and is not to be missed. */
  bye: z.object({}),
} as const
type Kind = keyof typeof MESSAGES

const Envelope = z.object({ node: z.string().min(1).max(64), seq: z.number().int().positive(), data: z.unknown() })

/** Another node, as it was last heard. */
interface Peer {
  heardAt: number
  /** The last number of each kind. */
  readonly seqs: Map<string, number>
}

/** @throws UnsafeNats where the server lets everybody in; not where it cannot be reached */
export async function openNatsBus(parts: NatsBusParts): Promise<Bus> {
  const bus = new NatsBus(parts)
  await bus.open()
  return {
    publish: (event) => bus.publish(event),
    subscribe: (filter, listener) => bus.local.subscribe(filter, listener),
    tell: (name, fact) => bus.tell(name, fact),
    hear: (name, listener, whose = 'all') => bus.local.hear(name, listener, whose),
    onGap: (listener) => bus.local.onGap(listener),
    flush: async () => ((await bus.line.flush()) ? 'everywhere' : 'here'),
    health: () => bus.health(),
    close: () => bus.close(),
  }
}

class NatsBus {
  readonly local: LocalListeners
  readonly line: NatsLine
  readonly #node = randomUUID()
  readonly #prefix: string
  readonly #parts: NatsBusParts
  readonly #seqs = new Map<string, number>()
  readonly #peers = new Map<string, Peer>()
  readonly #seen: SeenIds
  readonly #counts = { sent: 0, heard: 0, unsent: 0, dropped: 0, gaps: 0 }
  readonly #timers: NodeJS.Timeout[] = []
  #gapTimer: NodeJS.Timeout | null = null
  #gapAt = Number.NEGATIVE_INFINITY
  #isDropSaid = false

  constructor(parts: NatsBusParts) {
    this.#parts = parts
    this.local = new LocalListeners(parts.onFailure)
    this.#prefix = `candor.${VERSION}.${parts.store}.`
    this.#seen = new SeenIds(() => parts.clock.monotonic())
    this.line = new NatsLine({
      url: parts.url,
      logger: parts.logger,
      subjects: `${this.#prefix}*`,
      onMessage: (subject, data) => this.#take(subject, data),
      onUp: (which) => {
        this.#beat()
        if (which === 'again') this.#missed()
      },
    })
  }

  async open(): Promise<void> {
    await this.line.open()
    this.#timers.push(
      setInterval(() => this.#beat(), BEAT_MS),
      setInterval(() => this.#look(), UNSURE_MS),
    )
    for (const timer of this.#timers) timer.unref()
  }

  publish(event: BusEvent): boolean {
    const isNew = event.id === undefined || this.#seen.note(event.id)
    if (isNew) this.local.publish(event)
    this.#send('event', event)
    return isNew
  }

  tell(name: FactName, fact: unknown): void {
    this.local.tell(name, fact, 'here')
    this.#send(name, fact)
  }

  health(): BusHealth {
    const now = this.#parts.clock.monotonic()
    return {
      kind: 'nats',
      isConnected: this.line.isUp,
      problem: this.line.problem,
      node: this.#node,
      others: [...this.#peers].map(([node, { heardAt }]) => ({ node, silentMs: now - heardAt, isHeard: now - heardAt <= SILENT_MS })),
      ...this.#counts,
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#gapTimer !== null) clearTimeout(this.#gapTimer)
    this.#send('bye', {})
    await this.line.flush()
    await this.line.close()
  }

  /** A number is used up whether or not the message leaves: whoever does not hear it finds a hole. */
  #send(kind: Kind, data: unknown): void {
    const seq = (this.#seqs.get(kind) ?? 0) + 1
    this.#seqs.set(kind, seq)
    if (!this.line.isUp) {
      this.#counts.unsent += 1
      return
    }
    const subject = this.#prefix + kind
    const text = JSON.stringify({ node: this.#node, seq, data }, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
    const isSent = this.line.send(subject, Buffer.from(this.#mac(subject, text) + text))
    this.#counts[isSent ? 'sent' : 'unsent'] += 1
  }

  #mac(subject: string, text: string): string {
    return this.#parts.keyedHash('bus', `${subject}\0${text}`).slice(0, MAC_LENGTH)
  }

  #take(subject: string, bytes: Uint8Array): void {
    const kind = subject.slice(this.#prefix.length)
    const message = this.#read(subject, kind, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (message === null) {
      this.#counts.dropped += 1
      if (!this.#isDropSaid)
        this.#parts.logger.warn({ subject }, 'a message over NATS is not of our nodes, or broken: it was dropped; more are only counted')
      this.#isDropSaid = true
      return
    }
    if (!this.#isNext(message.node, kind, message.seq)) return
    this.#counts.heard += 1
    if (kind === 'event') {
      const event = message.data as BusEvent
      if (event.id === undefined || this.#seen.note(event.id)) this.local.publish(event)
    } else if (kind === 'beat') this.#compare(message.node, (message.data as { readonly sent: Readonly<Record<string, number>> }).sent)
    else if (kind === 'bye') this.#peers.delete(message.node)
    else this.local.tell(kind as FactName, message.data, 'others')
  }

  #read(subject: string, kind: string, bytes: Buffer): { readonly node: string; readonly seq: number; readonly data: unknown } | null {
    if (!Object.hasOwn(MESSAGES, kind)) return null
    const text = bytes.toString('utf8', MAC_LENGTH)
    const mac = bytes.subarray(0, MAC_LENGTH)
    const own = Buffer.from(this.#mac(subject, text))
    if (mac.byteLength !== own.byteLength || !timingSafeEqual(mac, own)) return null
    try {
      const envelope = Envelope.safeParse(JSON.parse(text))
      if (!envelope.success || envelope.data.node === this.#node) return null
      const data = MESSAGES[kind as Kind].safeParse(envelope.data.data)
      return data.success ? { ...envelope.data, data: data.data } : null
    } catch {
      return null
    }
  }

  /** False for what was heard before. A hole is noticed, and what follows it is heard all the same. */
  #isNext(node: string, kind: string, seq: number): boolean {
    const peer = this.#peers.get(node) ?? { heardAt: 0, seqs: new Map() }
    this.#peers.set(node, peer)
    peer.heardAt = this.#parts.clock.monotonic()
    const last = peer.seqs.get(kind)
    if (last !== undefined && seq <= last) return false
    peer.seqs.set(kind, seq)
    if (last !== undefined && seq > last + 1) this.#missed()
    return true
  }

  #compare(node: string, sent: Readonly<Record<string, number>>): void {
    const seqs = this.#peers.get(node)?.seqs
    if (seqs === undefined) return
    for (const kind of Object.keys(MESSAGES)) {
      const said = sent[kind]
      if (said === undefined || kind === 'beat') continue
      const last = seqs.get(kind)
      // Of a node that is new here nothing was missed: what it did before was read from the store.
      if (last === undefined || said > last) seqs.set(kind, said)
      if (last !== undefined && said > last) this.#missed()
    }
  }

  #beat(): void {
    // Those that were never sent as 0: whoever hears this misses the first of them, too.
    const kinds = [...FACT_NAMES, 'event'] as const
    this.#send('beat', { sent: Object.fromEntries(kinds.map((kind) => [kind, this.#seqs.get(kind) ?? 0])) })
  }

  /** At once, and then at most once in a while: every gap asks for the same. */
  #missed(): void {
    this.#counts.gaps += 1
    if (this.#gapTimer !== null) return
    const { clock } = this.#parts
    const tell = () => {
      this.#gapTimer = null
      this.#gapAt = clock.monotonic()
      this.local.gap('missed')
    }
    const waitMs = this.#gapAt + GAP_PAUSE_MS - clock.monotonic()
    this.#gapTimer = setTimeout(tell, Math.max(0, Math.min(waitMs, GAP_PAUSE_MS))).unref()
  }

  #look(): void {
    const now = this.#parts.clock.monotonic()
    for (const [node, { heardAt }] of this.#peers) if (now - heardAt > FORGOTTEN_MS) this.#peers.delete(node)
    const isSomebodySilent = [...this.#peers.values()].some(({ heardAt }) => now - heardAt > SILENT_MS)
    if (!this.line.isUp || isSomebodySilent) this.local.gap('unsure')
  }
}
