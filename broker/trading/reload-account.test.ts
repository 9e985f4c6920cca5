import { afterEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { books, close, endOf, holding, open, PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import type { Database } from '../db/open-database'

let world: World
afterEach(() => world.close())

/** A store that commits and then loses its answer, as often as it is told to. */
async function forgetfulWorld() {
  const database = await openTestDatabase()
  let losing = 0
  const forgetful: Database = {
    ...database,
    async withTenant(tenantId, work) {
      const result = await database.withTenant(tenantId, work)
      if (losing === 0) return result
      losing -= 1
      throw new Error('the connection was lost after the commit')
    },
  }
  world = await createWorld({ tenants: PLAIN_TERMS, broker: { database: forgetful } })
  await world.price('EURUSD', '1.20000')
  return { trader: await world.demoTrader(), lose: (times: number) => (losing = times) }
}

test('the stop of an order whose acknowledgement was lost is watched all the same', async () => {
  const { trader, lose } = await forgetfulWorld()
  lose(1)
  const answer = await submit(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  await world.settle()
  const [order] = (await holding(trader)).data
  await world.price('EURUSD', '1.18900')
  expect(await endOf(trader, order!.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.18900' })
  expect(await books(world)).toEqual([])
})

test('an order that was closed although nobody was told is watched no more', async () => {
  const { trader, lose } = await forgetfulWorld()
  const order = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  lose(1)
  expect((await close(trader, order.Id)).status).toBeGreaterThanOrEqual(500)
  await world.settle()
  await world.price('EURUSD', '1.18900')
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'manual', UpdatePrice: '1.20000' })
  expect(world.complaints.filter((line) => line.includes('trigger'))).toEqual([])
})

test('a trigger whose commit was lost has closed once, and what else waits on the account still fires', async () => {
  const { trader, lose } = await forgetfulWorld()
  const first = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19500' })
  const second = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  lose(1)
  await world.price('EURUSD', '1.19400')
  await world.price('EURUSD', '1.18900')
  expect(await endOf(trader, first.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.19400' })
  expect(await endOf(trader, second.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.18900' })
  expect(await books(world)).toEqual([])
})
