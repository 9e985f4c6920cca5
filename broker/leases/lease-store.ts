/**
 * The tables of nodes and leases. All times are the database's; of no node's clock anything is read or written.
 *
 * Invariants: a lease is taken only from nobody, or from a node that was silent for its whole time; with each holder its epoch grows.
 * A taking waits for no transaction: what is held at the moment by one of its old holder is left for the next look.
 */
import { type SQL, sql } from 'drizzle-orm'
import { type Database, queryRows, type Tx, textArray } from '../db/open-database'
import type { HeldLease } from './hold-epoch'
import type { ClusterView } from './share-out'

/** How the time is read; a test has another clock. */
const DATABASE_TIME = sql`clock_timestamp()`

export interface Cluster extends ClusterView {
  /** What this node holds. */
  readonly mine: ReadonlyMap<string, bigint>
}

interface NodeFacts {
  readonly id: string
  readonly roles: readonly string[]
  /** Milliseconds. */
  readonly aliveMs: number
}

export class LeaseStore {
  constructor(
    private readonly database: Database,
    private readonly now: SQL = DATABASE_TIME,
  ) {}

  /** Says that the node is there, and what all of them hold. */
  async beat({ id, roles, aliveMs }: NodeFacts): Promise<Cluster> {
    return this.database.system(async (tx) => {
      await tx.execute(sql`
        insert into cluster_node (id, roles, alive_until)
        values (${id}, ${textArray(roles)}, ${this.now} + ${String(aliveMs)}::text::int * interval '1 millisecond')
        on conflict (id) do update set roles = excluded.roles, alive_until = excluded.alive_until`)
      return this.look(tx, id)
    })
  }

  /** What was taken, with its new epochs. */
  async take(id: string, names: readonly string[]): Promise<HeldLease[]> {
    if (names.length === 0) return []
    return this.database.system(async (tx) => {
      await tx.execute(sql`insert into lease (name) select unnest(${textArray(names)}) on conflict do nothing`)
      const rows = await queryRows<{ name: string; epoch: string }>(
        tx,
        sql`update lease set holder = ${id}, epoch = epoch + 1
            where name in (
              select free.name from lease free where free.name = any(${textArray(names)}) and (free.holder is null or not exists (
                select 1 from cluster_node n where n.id = free.holder and n.alive_until > ${this.now}))
              order by free.name for update skip locked)
            returning name, epoch::text as epoch`,
      )
      return rows.map(({ name, epoch }) => ({ name, epoch: BigInt(epoch) }))
    })
  }

  /** Resolves when nothing that was begun under these can be committed any more. */
  async giveBack(id: string, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await this.database.system((tx) =>
      tx.execute(sql`update lease set holder = null where holder = ${id} and name = any(${textArray(names)})`),
    )
  }

  /** Everything is given back, and the node is gone. */
  async leave(id: string): Promise<void> {
    await this.database.system(async (tx) => {
      await tx.execute(sql`update lease set holder = null where holder = ${id}`)
      await tx.execute(sql`delete from cluster_node where id = ${id}`)
    })
  }

  /** All nodes are gone. */
  async forgetAll(): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from cluster_node`))
  }

  /** Rows of nodes that have been gone for long. */
  async forgetGone(): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        delete from cluster_node n where n.alive_until < ${this.now} - interval '1 hour'
          and not exists (select 1 from lease l where l.holder = n.id)`),
    )
  }

  private async look(tx: Tx, id: string): Promise<Cluster> {
    const nodes = await queryRows<{ id: string; roles: string[] }>(
      tx,
      sql`select id, roles from cluster_node where alive_until > ${this.now}`,
    )
    const leases = await queryRows<{ name: string; holder: string; epoch: string }>(
      tx,
      sql`select l.name, l.holder, l.epoch::text as epoch from lease l where l.holder = ${id}
          or exists (select 1 from cluster_node n where n.id = l.holder and n.alive_until > ${this.now})`,
    )
    return {
      nodes: new Map(nodes.map((node) => [node.id, new Set(node.roles)])),
      holders: new Map(leases.map(({ name, holder }) => [name, holder])),
      mine: new Map(leases.filter(({ holder }) => holder === id).map(({ name, epoch }) => [name, BigInt(epoch)])),
    }
  }
}
