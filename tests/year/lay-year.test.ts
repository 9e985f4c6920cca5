import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { auditCrew } from '../../broker/audit/audit-crew'
import { auditReport } from '../../broker/audit/audit-report'
import { type Database, openDatabase, queryRows } from '../../broker/db/open-database'
import { silent } from '../../broker/ground/logger'
import { listOrders } from '../../contract/orders'
import { createWorld, type World } from '../fixtures/create-world'
import { WORLD_START } from '../fixtures/frozen-clock'
import type { ScratchDatabase } from '../fixtures/scratch-database'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { testTenants } from '../fixtures/test-tenants'
import { type LaidYear, layYear } from './lay-year'

const SIZE = { accounts: 12, orders: 240, busyOrders: 60, holding: 3 }

let scratch: ScratchDatabase
let database: Database
let laid: LaidYear
let world: World
beforeAll(async () => {
  scratch = await createOnServer(testServerUrl())
  database = await openDatabase({ databaseUrl: scratch.url, poolSize: 8, logger: silent })
  const [tenant] = testTenants().filter(({ id }) => id === 'aurora')
  laid = await layYear({ database, tenant: tenant!, masterKey: TEST_MASTER_KEY, size: SIZE, until: WORLD_START })
  world = await createWorld({ broker: { database } })
})
afterAll(async () => {
  await world.close()
  await scratch.drop()
})

test('a year that was laid is clean and sealed to its last row', async () => {
  await world.broker.sealer.flush()
  const results = await auditBooks(database, world.tenants)
  expect(auditReport(results).lines.filter((line) => /BROKEN|expected/.test(line))).toEqual([])
  const checked = (name: string, what: string) => results.find(({ invariant }) => invariant === name)?.checked.get(what) ?? 0
  expect(checked('I14', 'orders')).toBe(SIZE.orders + SIZE.holding)
  expect(checked('I9', 'closes')).toBe(SIZE.orders)
  expect(checked('I11', 'deposits')).toBe(SIZE.accounts + SIZE.busyOrders)
  expect(checked('I7', 'sealed rows of trade_order')).toBe(SIZE.orders)
  expect(checked('I7', 'rows not sealed yet')).toBe(0)
})

test('a broker goes on where the year ended: lists are full, open positions are watched', async () => {
  expect(world.complaints).toEqual([])
  const answer = await world.client.call(listOrders, { status: '3', page: '3' }, { token: laid.busy.token, host: 'aurora.localhost:3000' })
  expect(answer).toMatchObject({ outcome: 'ok', data: { total: SIZE.busyOrders } })
  const open = await database.system((tx) =>
    queryRows<{ id: string; tenant_id: string }>(tx, sql`select id::text, tenant_id from trade_order where status <> 3`),
  )
  expect(open).toHaveLength(SIZE.holding)
  for (const { id, tenant_id: tenantId } of open) expect(world.broker.trading.watches({ tenantId, id: BigInt(id) })).toBe(true)
})

test('a crew of threads sees the moment of the audit and finds what one alone finds', async () => {
  const names = (results: Awaited<ReturnType<typeof auditBooks>>) => auditReport(results).lines
  // The public logs grow behind the sealer; both audits are of the same moment.
  await world.broker.logs.flush()
  const alone = await auditBooks(database, world.tenants)
  const together = await auditBooks(database, world.tenants, { crew: auditCrew(scratch.url, 2), worthACrew: 1 })
  expect(names(together)).toEqual(names(alone))

  // Changed by the owner of the tables, with the store's own guards off.
  const changed = await database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    const [row] = await queryRows<{ id: string }>(
      tx,
      sql`update receipt set signature = reverse(signature) where id = (select max(id) from receipt where event = 'order_closed') returning id::text`,
    )
    return row?.id
  })
  const found = await auditBooks(database, world.tenants, { crew: auditCrew(scratch.url, 2), worthACrew: 1 })
  expect(names(found).at(-1)).toContain(`receipt aurora/${changed}`)
}, 240_000)

test('a crew that cannot reach the store ends the audit with the reason', async () => {
  const nowhere = scratch.url.replace(/\/[^/?]*(\?|$)/, '/nowhere$1')
  await expect(auditBooks(database, world.tenants, { crew: auditCrew(nowhere, 2), worthACrew: 1 })).rejects.toThrow()
}, 240_000)
