/**
 * What has been committed is told to whoever listens, on this node and on all others: private events of one trader, and facts that say
 * where to look again (facts.ts).
 *
 * Invariant: on one node listeners get what one node told in the order in which it told it, each once, and what happens here is heard
 * here whether or not other nodes can be reached. The bus keeps nothing: whoever was not listening, or is told of a gap, re-reads the
 * state (every stream starts with a snapshot).
 */
import type { FactName, FactOf } from './facts'

export interface BusEvent {
  readonly tenantId: string
  readonly traderId: string
  /** `FOREX_CLOSED`, `FOREX_TRADE`, `SESSION_ENDED`, … */
  readonly topic: string
  /** Plain JSON. */
  readonly payload: unknown
  /** Of its row in the outbox: what is published again after a failure is heard once. Left out where it stands in no row. */
  readonly id?: string
}

export type BusListener = (event: BusEvent) => void
export type FactListener<Name extends FactName> = (fact: FactOf<Name>) => void

/**
 * What a listener may not have heard. `missed`: something was lost, or the line was down and is back: everything is read again, once.
 * `unsure`: other nodes cannot be heard just now; comes every few seconds, for what must not be old for long.
 */
export type Gap = 'missed' | 'unsure'

export interface BusHealth {
  readonly kind: 'in-process' | 'nats'
  /** What is told here reaches other nodes now. */
  readonly isConnected: boolean
  /** Why not, in one sentence. */
  readonly problem: string | null
  /** The name of this node, anew with every start. */
  readonly node: string
  /** Other nodes that said no goodbye, with the time since each was heard in milliseconds. */
  readonly others: readonly { readonly node: string; readonly silentMs: number; readonly isHeard: boolean }[]
  readonly sent: number
  readonly heard: number
  /** Told while no other node could be reached. */
  readonly unsent: number
  /** Foreign, broken or unknown messages. */
  readonly dropped: number
  readonly gaps: number
}

export interface Bus {
  /** False for an event that is known here by its id already: it is not heard here again. */
  publish(event: BusEvent): boolean
  /** Listens to the events of one trader, whichever node published them; returns the way to stop. */
  subscribe(filter: Pick<BusEvent, 'tenantId' | 'traderId'>, listener: BusListener): () => void
  /** Tells all nodes, this one among them. */
  tell<Name extends FactName>(name: Name, fact: FactOf<Name>): void
  /** Listens to a fact; `others`: only where another node told it. Returns the way to stop. */
  hear<Name extends FactName>(name: Name, listener: FactListener<Name>, whose?: 'all' | 'others'): () => void
  onGap(listener: (gap: Gap) => void): () => void
  /**
   * Resolves when what other nodes told before has been heard here, and what was told here is on its way: `everywhere`; or `here` when
   * nobody else can be reached. Never rejects.
   */
  flush(): Promise<'everywhere' | 'here'>
  health(): BusHealth
  close(): Promise<void>
}

/** Who listens on this node. `onFailure` hears of a listener that threw; the others still get what was told. */
export class LocalListeners {
  readonly #events = new Map<string, Set<BusListener>>()
  readonly #facts = new Map<FactName, Set<{ readonly whose: 'all' | 'others'; readonly tell: (fact: unknown) => void }>>()
  readonly #gaps = new Set<(gap: Gap) => void>()

  constructor(private readonly onFailure: (error: unknown) => void) {}

  subscribe(filter: Pick<BusEvent, 'tenantId' | 'traderId'>, listener: BusListener): () => void {
    return join(this.#events, keyOf(filter), listener)
  }

  hear<Name extends FactName>(name: Name, listener: FactListener<Name>, whose: 'all' | 'others'): () => void {
    return join(this.#facts, name, { whose, tell: (fact) => listener(fact as FactOf<Name>) })
  }

  onGap(listener: (gap: Gap) => void): () => void {
    this.#gaps.add(listener)
    return () => this.#gaps.delete(listener)
  }

  publish(event: BusEvent): void {
    for (const listener of [...(this.#events.get(keyOf(event)) ?? [])]) this.#try(() => listener(event))
  }

  tell(name: FactName, fact: unknown, from: 'here' | 'others'): void {
    for (const { whose, tell } of [...(this.#facts.get(name) ?? [])]) if (from === 'others' || whose === 'all') this.#try(() => tell(fact))
  }

  gap(gap: Gap): void {
    for (const listener of [...this.#gaps]) this.#try(() => listener(gap))
  }

  #try(tell: () => void): void {
    try {
      tell()
    } catch (error) {
      this.onFailure(error)
    }
  }
}

function keyOf({ tenantId, traderId }: Pick<BusEvent, 'tenantId' | 'traderId'>): string {
  return `${tenantId}\0${traderId}`
}

function join<Key, Member>(groups: Map<Key, Set<Member>>, key: Key, member: Member): () => void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(member))
  return () => {
    group.delete(member)
    if (group.size === 0 && groups.get(key) === group) groups.delete(key)
  }
}

const ALONE: BusHealth = {
  ...{ kind: 'in-process', isConnected: true, problem: null, node: 'only', others: [] },
  ...{ sent: 0, heard: 0, unsent: 0, dropped: 0, gaps: 0 },
}

/** The bus of a single process: there is nobody else, so there is never a gap. */
export function inProcessBus(onFailure: (error: unknown) => void): Bus {
  const local = new LocalListeners(onFailure)
  return {
    publish(event) {
      local.publish(event)
      return true
    },
    subscribe: (filter, listener) => local.subscribe(filter, listener),
    tell: (name, fact) => local.tell(name, fact, 'here'),
    hear: (name, listener, whose = 'all') => local.hear(name, listener, whose),
    onGap: (listener) => local.onGap(listener),
    flush: async () => 'everywhere',
    health: () => ALONE,
    async close() {},
  }
}

/** Topic of the event that ends a trader's session: its payload names the session by the hash of its token. */
export const SESSION_ENDED = 'SESSION_ENDED'
