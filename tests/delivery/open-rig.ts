/** A queue over a fresh store with a clock that stands, for the tests of delivery. */
import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '../../broker/db/open-database'
import type { Delivery, MessageDraft } from '../../broker/delivery/delivery'
import { type DeliveryParts, openDelivery } from '../../broker/delivery/open-delivery'
import { keyedHash } from '../../broker/secrets/keyed-hash'
import type { Tenant } from '../../contract/tenant'
import { type FrozenClock, frozenClock } from '../fixtures/frozen-clock'
import { openTestDatabase } from '../fixtures/test-database'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { testTenants } from '../fixtures/test-tenants'
import { testTexts } from '../fixtures/test-texts'

export interface DeliveryRig {
  readonly database: Database
  readonly delivery: Delivery
  readonly clock: FrozenClock
  /** What was logged, as text, with its level. */
  readonly log: string[]
  tenant(id: string): Tenant
  /** Queues in a transaction of its own; a code for a stranger of Aurora unless told otherwise. */
  queue(draft?: Partial<MessageDraft>): Promise<void>
  /** The whole table as the store holds it. */
  rows(): Promise<Record<string, unknown>[]>
  /** One more node on the same store and clock. */
  secondNode(): Delivery
  close(): Promise<void>
}

export async function openRig(settings: Partial<DeliveryParts> = {}): Promise<DeliveryRig> {
  const database = settings.database ?? (await openTestDatabase())
  const clock = frozenClock()
  const log: string[] = []
  const write = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    log.push(`${level} ${message} ${JSON.stringify({ ...fields, err: String(fields.err ?? '') })}`)
  }
  const parts: DeliveryParts = {
    database,
    clock,
    logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    texts: await testTexts(),
    masterKey: TEST_MASTER_KEY,
    keyedHash: keyedHash(TEST_MASTER_KEY),
    showsUndeliverable: false,
    ...settings,
  }
  const tenants = testTenants()
  const tenant = (id: string): Tenant => {
    const found = tenants.find((one) => one.id === id)
    if (found === undefined) throw new Error(`no tenant ${id}`)
    return found
  }
  const nodes: Delivery[] = []
  const openNode = () => {
    const node = openDelivery(parts)
    nodes.push(node)
    return node
  }
  const delivery = openNode()
  return {
    database,
    delivery,
    clock,
    log,
    tenant,
    queue(draft = {}) {
      const whole: MessageDraft = {
        tenant: tenant('aurora'),
        recipient: { channel: 'email', to: 'ada@mail.example' },
        kind: 'code-register',
        language: 'en',
        values: { code: '482913', minutes: '10' },
        ...draft,
      }
      return database.withTenant(whole.tenant.id, (tx) => delivery.queue(tx, whole, clock.now()))
    },
    rows: () => database.system((tx) => queryRows(tx, sql`select * from message order by id`)),
    secondNode: openNode,
    async close() {
      for (const node of nodes) await node.close()
      await database.close()
    },
  }
}
