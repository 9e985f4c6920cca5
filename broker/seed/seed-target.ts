/** What the seed works on: a running broker in demo mode, and two operators to decide what its traders ask for. */
import type { Tenant } from '../../contract/tenant'
import type { ShownMessage } from '../delivery/delivery'
import type { BrokerFetch } from '../http/serve'

export interface SeedTarget {
  readonly fetch: BrokerFetch
  readonly tenant: Tenant
  readonly deskHost: string
  /** Unix milliseconds of the broker's clock. */
  now(): number
  /** The developer's outbox: where a trader of the seed reads their code. */
  shown(tenantId: string, to: string): Promise<readonly ShownMessage[]>
  /** Waits while the prices move; in a test they stand. */
  hold(ms: number): Promise<void>
  /** Resolves when what was queued has been looked at. */
  delivered(): Promise<void>
  /** Tokens of two operators who may do everything in the company. */
  readonly operators: readonly [string, string]
}
