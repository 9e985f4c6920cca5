/** What the seed leaves behind: something in every list and queue, and books that pass the audit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listArticles } from '../../contract/desk/content'
import { listDeskDeposits, listDeskIdentity, listDeskWithdrawals } from '../../contract/desk/reviews'
import { ROLES } from '../../contract/desk/roles'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { DESK_HOST, openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { auditBooks } from '../audit/audit-books'
import { seedCompany } from './seed-company'
import type { SeedTarget } from './seed-target'

/** Eight accounts, each with a password's hash, and some thirty pictures. */
const PATIENCE_MS = 120_000

let world: World
let one: TestOperator
let two: TestOperator
beforeAll(async () => {
  world = await createWorld()
  one = await openOperator(world, { roles: ROLES, elsewhere: { meridian: ROLES } })
  two = await openOperator(world, { roles: ROLES, elsewhere: { meridian: ROLES } })
})
afterAll(() => world.close())

const target = (tenantId: string): SeedTarget => ({
  fetch: world.broker.fetch,
  tenant: world.tenant(tenantId),
  deskHost: DESK_HOST,
  now: () => world.clock.now(),
  shown: (tenant, to) => world.broker.delivery.shown(tenant, to),
  delivered: () => world.broker.delivery.flush(),
  operators: [one.token, two.token],
})

test('every queue has something to decide and something decided, and the audit is clean', { timeout: PATIENCE_MS }, async () => {
  await world.quoteAll()
  const { counts, traders, demo } = await seedCompany(target('aurora'))
  expect(traders).toHaveLength(8)
  expect(demo.demoId).toMatch(/^[\w-]{43}$/)
  for (const status of ['0', '1', '2', '3'] as const)
    expect([status, (await one.call(listDeskDeposits, { status })).data.total > 0]).toEqual([status, true])
  for (const status of ['0', '1', '2'] as const)
    expect([status, (await one.call(listDeskWithdrawals, { status })).data.total > 0]).toEqual([status, true])
  for (const status of ['1', '2', '3'] as const)
    expect([status, (await one.call(listDeskIdentity, { status })).data.total > 0]).toEqual([status, true])
  const waiting = (await one.call(listDeskDeposits, {})).data.data
  expect(waiting.some(({ is_duplicate }) => is_duplicate)).toBe(true)
  expect(waiting.some(({ needs_two }) => needs_two)).toBe(true)
  expect(waiting.some(({ first_approved_by }) => first_approved_by !== null)).toBe(true)
  for (const status of ['draft', 'scheduled', 'published'] as const)
    expect([status, (await one.call(listArticles, { status })).data.total > 0]).toEqual([status, true])
  expect(counts.orders).toBeGreaterThan(8)
  await world.broker.sealer.flush()
  expect((await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)).toEqual([])
  expect(world.complaints).toEqual([])
})

test(
  'a company that registers by picture and has no bank account is filled too',
  async () => {
    await world.quoteAll()
    const { counts } = await seedCompany(target('meridian'))
    expect(counts.traders).toBe(8)
    expect((await one.call(listDeskDeposits, { company: 'meridian' })).data.total).toBeGreaterThan(3)
  },
  PATIENCE_MS,
)
