/**
 * What this node may do that only one may do at a time. It says every half second that it is there, takes what is free up to its share,
 * and gives everything back when it ends (docs/decisions/093-who-may-act.md).
 *
 * Invariants: whoever begins something under a lease has its epoch looked at in the same transaction (`holdEpoch`); what is told here
 * only decides who tries. A lease is given back after those who act under it have stopped.
 */
import { randomUUID } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { HeldLease } from './hold-epoch'
import { type Cluster, LeaseStore } from './lease-store'
import { type LeaseGroup, shareOut } from './share-out'

/** Hears of changes, in their order; each name is gained and lost in turn. */
export interface LeaseListener {
  gained(leases: readonly HeldLease[]): void
  /** Resolves when nothing more is begun under them, where they are given back and not taken away. */
  lost(names: readonly string[]): void | Promise<void>
}

export interface Leases {
  /** Drawn anew by every process. */
  readonly nodeId: string
  /** As it was last heard; to be looked at again in the transaction. Null: another node's, or nobody's. */
  held(name: string): HeldLease | null
  /** As `held`, and heard so lately that no other node can have it: for what is done outside any transaction, such as sending. */
  isSure(name: string): boolean
  /** Is told of what is held already, and of every change. */
  follow(listener: LeaseListener): void
  /** As it was last heard. */
  readonly cluster: Pick<Cluster, 'nodes' | 'holders'>
  /** Looks at once, because something was refused; may be called for every refusal. */
  nudge(): void
  /** Says that the node is there, and takes and gives what is due. Rejects when the store cannot be asked. */
  beat(): Promise<void>
  /** Stops acting, and gives everything back. */
  close(): Promise<void>
}

interface LeasesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly roles: readonly string[]
  readonly groups: readonly LeaseGroup[]
  /** The nodes before are gone for good, with every transaction of theirs: their leases are free at once. */
  readonly isOnlyNode?: boolean | undefined
  /** False in a test: it looks when it is told to. */
  readonly hasTimers?: boolean | undefined
  /** How the database's time is read; a test has another clock. */
  readonly now?: SQL
}

const BEAT_MS = 500
/** How long silence is waited out before a node is taken for dead. */
export const ALIVE_MS = 2_500
/** Shorter: who only believes to hold a lease stops before another can begin. */
const SURE_MS = 1_500
const FORGET_EVERY_MS = 600_000

/** Resolves when what is free by then is held. @throws when the store cannot be asked */
export async function openLeases(options: LeasesOptions): Promise<Leases> {
  const leases = new NodeLeases(options)
  if (options.isOnlyNode === true) await leases.forgetOthers()
  await leases.beat()
  leases.run()
  return leases
}

class NodeLeases implements Leases {
  readonly nodeId = randomUUID()
  cluster: Pick<Cluster, 'nodes' | 'holders'> = { nodes: new Map(), holders: new Map() }
  private readonly store: LeaseStore
  private readonly mine = new Map<string, bigint>()
  private readonly listeners: LeaseListener[] = []
  private answeredAt = Number.NEGATIVE_INFINITY
  private forgotAt = Number.NEGATIVE_INFINITY
  private beating: Promise<void> | null = null
  private timer: NodeJS.Timeout | undefined
  private complaint = ''
  private isClosing = false
  private closing: Promise<void> | undefined

  constructor(private readonly options: LeasesOptions) {
    this.store = new LeaseStore(options.database, options.now)
  }

  held(name: string): HeldLease | null {
    const epoch = this.mine.get(name)
    return epoch === undefined ? null : { name, epoch }
  }

  isSure(name: string): boolean {
    return this.mine.has(name) && this.options.clock.monotonic() - this.answeredAt < SURE_MS
  }

  follow(listener: LeaseListener): void {
    this.listeners.push(listener)
    if (this.mine.size > 0) listener.gained([...this.mine].map(([name, epoch]) => ({ name, epoch })))
  }

  nudge(): void {
    if (!this.isClosing) void this.beat().catch((error: unknown) => this.complain(error))
  }

  beat(): Promise<void> {
    this.beating ??= this.beatOnce().finally(() => {
      this.beating = null
    })
    return this.beating
  }

  run(): void {
    if (this.options.hasTimers === false) return
    this.timer = setInterval(() => this.nudge(), BEAT_MS)
    this.timer.unref()
  }

  forgetOthers(): Promise<void> {
    return this.store.forgetAll()
  }

  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    this.isClosing = true
    clearInterval(this.timer)
    await this.beating?.catch(() => {})
    await this.stopActing([...this.mine.keys()])
    await this.store.leave(this.nodeId)
  }

  private async beatOnce(): Promise<void> {
    const { clock, roles, groups } = this.options
    const askedAt = clock.monotonic()
    const cluster = await this.store.beat({ id: this.nodeId, roles, aliveMs: ALIVE_MS })
    this.cluster = cluster
    this.settle(cluster.mine)
    this.answeredAt = askedAt
    const wanted = groups.map((group) => shareOut(this.nodeId, group, cluster))
    const taken = await this.store.take(
      this.nodeId,
      wanted.flatMap(({ take }) => take),
    )
    this.gain(taken)
    await this.giveBack(wanted.flatMap(({ giveBack }) => giveBack))
    this.complaint = ''
    await this.forgetGone()
  }

  /** What the database says: another may have taken what was held here, and what was taken here may have been told in vain. */
  private settle(present: ReadonlyMap<string, bigint>): void {
    const lost = [...this.mine].flatMap(([name, epoch]) => (present.get(name) === epoch ? [] : [name]))
    // Nobody waits for those who act: each finds the next epoch in its transaction.
    void this.stopActing(lost).catch((error: unknown) => this.complain(error))
    this.gain([...present].flatMap(([name, epoch]) => (this.mine.has(name) ? [] : [{ name, epoch }])))
  }

  private gain(leases: readonly HeldLease[]): void {
    if (leases.length === 0) return
    for (const { name, epoch } of leases) this.mine.set(name, epoch)
    for (const listener of this.listeners) listener.gained(leases)
  }

  private async giveBack(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await this.stopActing(names)
    await this.store.giveBack(this.nodeId, names)
  }

  private async stopActing(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    for (const name of names) this.mine.delete(name)
    await Promise.all(this.listeners.map((listener) => listener.lost(names)))
  }

  private async forgetGone(): Promise<void> {
    const now = this.options.clock.monotonic()
    if (now - this.forgotAt < FORGET_EVERY_MS) return
    this.forgotAt = now
    await this.store.forgetGone()
  }

  private complain(error: unknown): void {
    const text = String(error)
    if (text !== this.complaint) this.options.logger.warn({ err: loggableError(error) }, 'leases could not be looked at; it is tried again')
    this.complaint = text
  }
}
