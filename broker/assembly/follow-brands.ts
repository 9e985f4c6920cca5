/**
 * What the broker does when brands come, change and go while it runs.
 *
 * Invariants: a company is served only after it has its keys, its first settings and what the desk has stored of it, and its terms are in
 * the log before they are in force; a change is one synchronous step; a company that goes keeps its books: its calls under way end, its sockets are closed after a while, and its
 * positions are looked after as long as the process lives.
 */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { BrandFollower, BrandRecord } from '../../contract/in-process'
import type { Tenant } from '../../contract/tenant'
import { writeAudit } from '../audit-trail/write-audit'
import type { BrandProblems } from '../brands/brand-problems'
import type { Bus } from '../bus/bus'
import type { CompanyNews } from '../content/company-news'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { auditEvent } from '../db/schema'
import { literal, ORDER_STATUS } from '../db/statuses'
import type { DemoOperators } from '../desk/demo-operators'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Logs } from '../log/open-logs'
import type { Instrument } from '../market/instrument'
import type { OrderRoutes } from '../market/order-routes'
import type { ReceiptKeys } from '../receipts/receipt-keys'
import { layStoredSettings } from '../settings/tenant-settings'
import type { SocketServer } from '../socket/serve'
import type { Terms } from '../terms/open-terms'
import type { Trading } from '../trading/open-trading'
import { importFirstSettings } from '../wallet/first-settings'

/** How long calls that began before a company went may still find it, and its sockets stay open. */
const LEAVING_MS = 10_000

interface BrandKeeperParts {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly keys: ReceiptKeys
  readonly logs: Pick<Logs, 'join'>
  readonly terms: Pick<Terms, 'note'>
  readonly trading: Trading
  readonly routes: Pick<OrderRoutes, 'take'>
  readonly news: CompanyNews
  readonly brandProblems: BrandProblems
  readonly socket: SocketServer
  readonly demo: DemoOperators | null
  readonly instruments: readonly Instrument[]
  readonly clock: Clock
  readonly logger: Logger
  /** Something was written into a company's log. */
  committed(): void
  readonly leavingMs?: number | undefined
  readonly bus: Bus
  /** Looks at the folders now. */
  lookAtBrands(): void
}

export interface BrandKeeper extends Required<BrandFollower> {
  close(): void
}

export function keepBrands(parts: BrandKeeperParts): BrandKeeper {
  const { database, directory, clock, logger, leavingMs = LEAVING_MS } = parts
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, leavingMs)
    timers.add(timer.unref())
  }
  // A folder that lies elsewhere may tell nobody here that it has changed.
  const stops = [
    parts.bus.hear('brands', () => parts.lookAtBrands(), 'others'),
    parts.bus.onGap((gap) => gap === 'missed' && parts.lookAtBrands()),
  ]
  return {
    async prepare(joining) {
      await parts.keys.join(joining)
      await parts.logs.join(joining)
      await importFirstSettings(database, joining, clock)
      await layStoredSettings(database, { instruments: parts.instruments, directory, logger }, joining)
      await parts.terms.note(joining)
      await parts.demo?.join(joining)
    },
    changing: (brands) => parts.terms.note(brands),
    take({ tenants, changed, problems }) {
      const hosts = hostsOf(directory.tenants)
      const gone = directory.replace(tenants)
      parts.routes.take({ tenants: directory.tenants })
      parts.news.reload(changed)
      parts.trading.termsChanged(changed)
      parts.brandProblems.replace(problems)
      parts.bus.tell('brands', { ids: [...changed] })
      const now = hostsOf(tenants)
      const areMoved = [...hosts].some(([host, id]) => now.get(host) !== id)
      if (gone.length === 0 && !areMoved) return
      later(() => {
        for (const id of gone) directory.retire(id)
        parts.socket.closeMisplaced()
      })
    },
    async recorded(record) {
      if (record.before === null) return
      if (await database.withTenant(record.tenantId, (tx) => tellChange(tx, record, clock.now()))) parts.committed()
    },
    close() {
      for (const stop of stops) stop()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function hostsOf(tenants: readonly Tenant[]): Map<string, string> {
  return new Map(tenants.flatMap(({ id, siteHosts }) => siteHosts.map((host) => [host, id] as const)))
}

const NODES_LOOK_BACK = 2_000

/** In the company's log, once for all nodes that serve the same folder. True when it was written. */
async function tellChange(tx: Tx, { tenantId, before, after, by, revision }: BrandRecord, now: number): Promise<boolean> {
  const object = `tenant:${tenantId}`
  // Nodes see a change within seconds of one another: what was written long ago need not be gone through.
  const newest = tx.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(NODES_LOOK_BACK).as('newest')
  const [last] = await tx
    .select({ detail: newest.detail })
    .from(newest)
    .where(and(eq(newest.action, 'tenant.changed'), eq(newest.object, object)))
    .orderBy(desc(newest.id))
    .limit(1)
  if ((last?.detail as { after?: { hash?: string } } | undefined)?.after?.hash === after) return false
  const detail = { before: { hash: before }, after: { hash: after }, revision }
  const actor = by === 'file' ? 'system' : by
  await writeAudit(tx, { tenantId, actor, action: 'tenant.changed', object, detail, now })
  return true
}

/** Says which companies have books in the store and are not served: their folder is not there, or is not right. Touches nothing. */
export async function nameForsakenBooks(database: Database, directory: Pick<TenantDirectory, 'byId'>, logger: Logger): Promise<void> {
  const rows = await database.system(async (tx) => {
    // From one company to the next: how many accounts there are is asked of those that nobody serves, which are few.
    const companies = await queryRows<{ id: string }>(
      tx,
      sql`with recursive companies(id) as (
            (select tenant_id from trading_account order by tenant_id limit 1)
            union all
            select (select a.tenant_id from trading_account a where a.tenant_id > c.id order by a.tenant_id limit 1)
            from companies c where c.id is not null
          ) select id from companies where id is not null`,
    )
    const forsaken = companies.map(({ id }) => id).filter((id) => directory.byId(id) === undefined)
    if (forsaken.length === 0) return []
    return queryRows<{ tenant_id: string; accounts: string; orders: string }>(
      tx,
      sql`select a.tenant_id, count(*)::text as accounts,
            (select count(*)::text from trade_order o where o.tenant_id = a.tenant_id and o.status <> ${literal(ORDER_STATUS.completed)}) as orders
          from trading_account a where a.tenant_id = any(string_to_array(${forsaken.join(',')}, ','))
          group by a.tenant_id order by a.tenant_id`,
    )
  })
  for (const { tenant_id: tenant, accounts, orders } of rows) {
    logger.warn(
      { tenant, accounts: Number(accounts), openOrders: Number(orders) },
      'a company has books in the store and is not served: nothing is touched, and nobody looks after its open orders until its folder is back',
    )
  }
}
