/** What the seed leaves behind: something in every list and queue, and books that pass the audit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeposits } from '../../contract/deposits'
import { listArticles } from '../../contract/desk/content'
import { listDeskDeposits, listDeskIdentity, listDeskWithdrawals } from '../../contract/desk/reviews'
import { ROLES } from '../../contract/desk/roles'
import { listOrders, listReceipts } from '../../contract/orders'
import { listRanking, login } from '../../contract/users'
import { listWithdrawals } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { DESK_HOST, openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { auditBooks } from '../audit/audit-books'
import { auditRanking } from '../ranking/audit-ranking'
import { type Login, seedCompany } from './seed-company'
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
  hold: async () => {},
  shown: (tenant, to) => world.broker.delivery.shown(tenant, to),
  delivered: () => world.broker.delivery.flush(),
  operators: [one.token, two.token],
})

test('every queue has something to decide and something decided, and the audit is clean', { timeout: PATIENCE_MS }, async () => {
  await world.quoteAll()
  const { main, others, demo } = await seedCompany(target('aurora'))
  expect(others).toHaveLength(4)
  expect(demo.demoId).toMatch(/^[\w-]{43}$/)
  for (const status of ['0', '1', '2', '3'] as const)
    expect([status, (await one.call(listDeskDeposits, { status })).data.total > 0]).toEqual([status, true])
  for (const status of ['0', '1', '2', '3'] as const)
    expect([status, (await one.call(listDeskWithdrawals, { status })).data.total > 0]).toEqual([status, true])
  for (const status of ['1', '2', '3'] as const)
    expect([status, (await one.call(listDeskIdentity, { status })).data.total > 0]).toEqual([status, true])
  const waiting = (await one.call(listDeskDeposits, {})).data.data
  expect(waiting.some(({ is_duplicate }) => is_duplicate)).toBe(true)
  expect(waiting.some(({ needs_two }) => needs_two)).toBe(true)
  expect(waiting.some(({ first_approved_by }) => first_approved_by !== null)).toBe(true)
  for (const status of ['draft', 'scheduled', 'published'] as const)
    expect([status, (await one.call(listArticles, { status })).data.total > 0]).toEqual([status, true])
  await seesEveryList(main)
  await ranksWhatWasTraded()
  await world.broker.sealer.flush()
  expect((await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)).toEqual([])
  expect(world.complaints).toEqual([])
})

/** Address and password alone are enough, and no page of the account is empty. */
async function seesEveryList({ email, password }: Login): Promise<void> {
  const { outcome, data } = await world.client.call(login, { account: email, password, login_type: 'email' })
  expect(outcome).toBe('ok')
  const { token } = data
  const orders = async (status: '0' | '1' | '3') => (await world.client.call(listOrders, { status }, { token })).data.data
  for (const status of ['0', '1', '3'] as const) expect([status, (await orders(status)).length > 0]).toEqual([status, true])
  const closed = (await orders('3')).find(({ OpenedAt }) => OpenedAt !== null)
  expect((await world.client.call(listReceipts, { id: closed?.Id ?? '' }, { token })).data.length).toBeGreaterThan(0)
  const deposits = (await world.client.call(listDeposits, { type: '0' }, { token })).data.data
  const withdrawals = (await world.client.call(listWithdrawals, { type: '1' }, { token })).data.data
  for (const list of [deposits, withdrawals]) expect(new Set(list.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3]))
}

/** Real and demo accounts are listed, each figure being what the raw rows say. */
async function ranksWhatWasTraded(): Promise<void> {
  for (const [kind, atLeast] of [
    ['real', 5],
    ['demo', 6],
  ] as const) {
    const { data, total } = (await world.client.call(listRanking, { kind })).data
    expect([kind, total >= atLeast]).toEqual([kind, true])
    expect(data.filter(({ user }) => user.startsWith('Specimen '))).toHaveLength(3)
  }
  expect((await auditRanking(world.broker.database, world.tenants)).lines.at(-1)).toBe('clean')
}

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
