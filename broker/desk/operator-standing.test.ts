/** The first of two pairs of eyes counts only while it could still decide: an operator who is shut out takes that half along. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideDeposit, decideWithdrawal, getDeskDeposit } from '../../contract/desk/reviews'
import { decideSettingChange, getSettings, requestSettingChange } from '../../contract/desk/settings'
import { getBalance } from '../../contract/wallet'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { askForPayout, declareDeposit } from '../../tests/fixtures/review-items'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { queryRows } from '../db/open-database'
import { tenantDirectory } from '../directory/tenant-directory'
import { operatorCommands } from './operator-commands'

let world: World
let second: TestOperator
beforeAll(async () => {
  world = await createWorld({ tenants: { aurora: { wallet: { methodHoldHours: 0 } } } as never })
  second = await openOperator(world, { roles: ['finance', 'admin'] })
})
afterAll(() => world.close())

const COMMANDS = ['disable', 'reset', 'roles'] as const
async function command(name: (typeof COMMANDS)[number], operator: TestOperator): Promise<void> {
  const directory = tenantDirectory(world.tenants, TEST_BASE_DOMAIN)
  const { database } = world.broker
  const commands = operatorCommands({
    database,
    directory,
    masterKey: TEST_MASTER_KEY,
    clock: world.clock,
    demo: null,
    committed: () => {},
  })
  const input = name === 'roles' ? { name: operator.name, tenants: ['aurora'], roles: ['support'] } : { name: operator.name }
  await commands[`operator.${name}`]?.(input, 'test')
}

describe.each(COMMANDS)('after %s', (name) => {
  test('a credit that the operator approved first takes two others', async () => {
    const first = await openOperator(world, { roles: ['finance'] })
    const trader = await world.realTrader()
    const id = await declareDeposit(world, trader, '9000')
    expect((await first.call(decideDeposit, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
    await command(name, first)
    expect((await second.call(getDeskDeposit, { id })).data.first_approved_by).toBeNull()
    expect((await second.call(decideDeposit, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
    const third = await openOperator(world, { roles: ['finance'] })
    expect((await third.call(decideDeposit, { id, decision: 'approve' })).data).toEqual({ outcome: 'completed' })
  })

  test('so does a payout', async () => {
    const first = await openOperator(world, { roles: ['finance'] })
    const trader = await world.realTrader()
    await fund(world, trader, '9000')
    const id = await askForPayout(trader, '9000')
    expect((await first.call(decideWithdrawal, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
    await command(name, first)
    expect((await second.call(decideWithdrawal, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
  })

  test('the operator’s wish for a setting is refused and cannot be applied', async () => {
    const first = await openOperator(world, { roles: ['admin'] })
    const { money } = (await first.call(getSettings, {})).data.base
    const value = JSON.stringify({ ...money, promisedHours: money.promisedHours + 1 })
    const wish = { area: 'base', target: 'money', value, reason: 'longer' } as const
    const { id } = (await first.call(requestSettingChange, wish)).data
    await command(name, first)
    expect((await second.call(decideSettingChange, { id, decision: 'apply' })).outcome).toBe('DESK_ALREADY_DECIDED')
    expect((await second.call(getSettings, {})).data.base.money).toEqual(money)
  })
})

describe('an operator who is shut out while deciding', () => {
  const ROUNDS = 4
  const audited = async (object: string) =>
    (
      await world.broker.database.withTenant('aurora', (tx) =>
        queryRows<{ action: string }>(tx, sql`select action from audit_event where object = ${object} order by id`),
      )
    ).map(({ action }) => action)

  test.each(COMMANDS)('%s: the approval is refused or taken back, and never the first of two', async (name) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await openOperator(world, { roles: ['finance'] })
      const id = await declareDeposit(world, await world.realTrader(), '9000')
      const decide = () => first.call(decideDeposit, { id, decision: 'approve' })
      const [decided] = await Promise.all(round % 2 === 0 ? [decide(), command(name, first)] : [late(decide, round), command(name, first)])
      expect(['ok', 'DESK_FORBIDDEN', 'SESSION_INVALID']).toContain(decided.outcome)
      expect((await second.call(getDeskDeposit, { id })).data.first_approved_by).toBeNull()
      expect((await second.call(decideDeposit, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
    }
  }, 90_000)

  test('the first approval counts until its giver is out: the second completes without a void, or is now the first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await openOperator(world, { roles: ['finance'] })
      const trader = await world.realTrader()
      const id = await declareDeposit(world, trader, '9000')
      expect((await first.call(decideDeposit, { id, decision: 'approve' })).data).toEqual({ outcome: 'approved_once' })
      const [decided] = await Promise.all([second.call(decideDeposit, { id, decision: 'approve' }), command('disable', first)])
      const { first_approved_by } = (await second.call(getDeskDeposit, { id })).data
      if (decided.data.outcome === 'completed') expect(await audited(`deposit:${id}`)).not.toContain('deposit.approval_void')
      else expect([decided.data, first_approved_by]).toEqual([{ outcome: 'approved_once' }, second.actor])
      const third = await openOperator(world, { roles: ['finance'] })
      await third.call(decideDeposit, { id, decision: 'approve' })
      expect(Number((await trader.call(getBalance, {})).data.balance)).toBe(9000)
    }
  }, 90_000)

  async function late<T>(work: () => Promise<T>, milliseconds: number): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return work()
  }
})
