/**
 * What a sealer remembers of the chains, so that it finds unsealed rows without reading old ones again.
 *
 * Ids are taken before they are committed, so a smaller id may appear after a larger one was sealed, and many never appear at all.
 * Below `settled` nothing can come any more; between there and `frontier` the sealed ids are known one by one; above is new.
 *
 * A frontier becomes settled when it has been quiet for longer than a statement may wait with its ids taken and no transaction
 * number yet, and every transaction that had a number then has ended since.
 */
import type { ChainHead, Horizon, IdsByKind } from './chain-head'
import type { ChainEnd, ChainLink } from './chain-link'
import { LOOKED_FOR, type LookedForKind } from './sealed-rows'

type Ids = Record<LookedForKind, bigint>

interface Checkpoint {
  readonly reached: Ids
  readonly ends: Readonly<Record<string, number>>
  /** Milliseconds, monotonic. */
  readonly madeAt: number
  /** Transactions with a smaller number may still hold ids up to `reached`; known once the quiet time is over. */
  horizon: bigint | null
}

/** More completed orders than this are not remembered; one that is sealed twice is sealed alike. */
const ORDERS_REMEMBERED = 20_000

export class ChainMemory {
  readonly ends = new Map<string, ChainEnd>()
  readonly frontier: Ids = { ledger_transaction: 0n, receipt: 0n, audit_event: 0n, log_fact: 0n }
  settled: Ids = { ledger_transaction: 0n, receipt: 0n, audit_event: 0n, log_fact: 0n }
  settledAt: Readonly<Record<string, number>> = {}
  private readonly sealed: Record<LookedForKind, Set<string>> = {
    ledger_transaction: new Set(),
    receipt: new Set(),
    audit_event: new Set(),
    log_fact: new Set(),
  }
  private readonly sealedOrders = new Set<string>()
  private checkpoint: Checkpoint | null = null

  constructor(private readonly quietMs: number) {}

  isSealed(kind: LookedForKind, id: string): boolean {
    return this.sealed[kind].has(id)
  }

  isOrderSealed(tenantId: string, id: string): boolean {
    return this.sealedOrders.has(`${tenantId}/${id}`)
  }

  remember(link: ChainLink): void {
    this.ends.set(link.tenantId, { seq: link.seq, hash: link.hash })
    for (const { kind, id } of link.items) {
      if (kind === 'trade_order') this.sealedOrders.add(`${link.tenantId}/${id}`)
      else if (BigInt(id) > this.settled[kind]) {
        this.sealed[kind].add(id)
        if (BigInt(id) > this.frontier[kind]) this.frontier[kind] = BigInt(id)
      }
    }
  }

  /** Takes over what another process has settled, or this one before it was started again. */
  adopt({ settled, settledAt }: ChainHead): void {
    if (LOOKED_FOR.some((kind) => BigInt(settled[kind]) > this.settled[kind])) this.settle(bigints(settled), settledAt)
  }

  /** Call it when everything up to `frontier` that could be seen after `horizon` was taken is sealed or about to be. */
  advance(horizon: Horizon, nowMs: number, reached: Ids, ends: Readonly<Record<string, number>>): void {
    if (this.checkpoint === null) {
      this.checkpoint = { reached: { ...reached }, ends, madeAt: nowMs, horizon: null }
      return
    }
    const isQuiet = nowMs - this.checkpoint.madeAt >= this.quietMs
    if (this.checkpoint.horizon === null && isQuiet) this.checkpoint.horizon = horizon.next
    if (this.checkpoint.horizon === null || horizon.oldest < this.checkpoint.horizon) return
    this.settle(this.checkpoint.reached, this.checkpoint.ends)
    this.checkpoint = null
  }

  private settle(settled: Ids, settledAt: Readonly<Record<string, number>>): void {
    this.settled = { ...settled }
    this.settledAt = settledAt
    for (const kind of LOOKED_FOR) {
      if (this.frontier[kind] < settled[kind]) this.frontier[kind] = settled[kind]
      for (const id of this.sealed[kind]) if (BigInt(id) <= settled[kind]) this.sealed[kind].delete(id)
    }
    if (this.sealedOrders.size > ORDERS_REMEMBERED) this.sealedOrders.clear()
  }

  /** The head after links that end at `ends`. */
  head(ends: Readonly<Record<string, ChainEnd>>): ChainHead {
    const settled = Object.fromEntries(LOOKED_FOR.map((kind) => [kind, this.settled[kind].toString()])) as IdsByKind
    return { ends, settled, settledAt: this.settledAt }
  }
}

function bigints(ids: IdsByKind): Ids {
  return Object.fromEntries(LOOKED_FOR.map((kind) => [kind, BigInt(ids[kind])])) as Ids
}
