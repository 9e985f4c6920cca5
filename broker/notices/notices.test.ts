/** What a trader is told: in their list, on their open pages and by mail, and never of what did not happen. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices, readNotices } from '../../contract/wallet'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { notice } from '../db/schema'
import { openNotices } from './notices'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const params = { amount: '1000.00000000', currency: 'USDT', number: '7' }
const tell = (trader: Pick<TestTrader, 'id'>, number = '7') =>
  world.broker.database.withTenant('aurora', (tx) =>
    openNotices({ delivery: world.broker.delivery }).tell(tx, {
      tenant: world.tenant('aurora'),
      traderId: BigInt(trader.id),
      kind: 'deposit-completed',
      params: { ...params, number },
      now: world.clock.now(),
    }),
  )
const list = async (trader: Pick<TestTrader, 'call'>, lang = 'en') => (await trader.call(listNotices, {}, { headers: { lang } })).data

test("a notice stands in the trader's list, in the language it is read in, and reaches them by mail once", async () => {
  const trader = await world.realTrader()
  await tell(trader)
  const { data, total, unread } = await list(trader)
  expect([total, unread]).toEqual([1, 1])
  expect(data[0]).toMatchObject({ kind: 'deposit-completed', title: 'Deposit completed', is_read: false })
  expect(data[0]?.text).toBe('1000.00 USDT was added to your balance (deposit 7).')
  expect((await list(trader, 'ar')).data[0]?.title).not.toBe(data[0]?.title)
  const mails = await world.broker.delivery.shown('aurora', trader.email)
  expect(mails.filter(({ text }) => text.includes('1000.00'))).toHaveLength(1)
  expect(mails.some(({ text }) => text.includes('1000.000'))).toBe(false)
})

test('the mail says its sums with two digits, rounded down; the row keeps them whole', async () => {
  const trader = await world.realTrader()
  await world.broker.database.withTenant('aurora', (tx) =>
    openNotices({ delivery: world.broker.delivery }).tell(tx, {
      tenant: world.tenant('aurora'),
      traderId: BigInt(trader.id),
      kind: 'withdrawal-completed',
      params: { amount: '250.00999999', fee: '2.50000000', received: '247.50999999', currency: 'USDT', number: '8' },
      now: world.clock.now(),
    }),
  )
  const mails = await world.broker.delivery.shown('aurora', trader.email)
  const told = mails.map(({ text }) => text).filter((text) => text.includes('247.50'))
  expect(told).toHaveLength(1)
  expect(told[0]).not.toMatch(/\d\.\d{3,}/)
  const [row] = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(notice)
      .where(and(eq(notice.tenantId, 'aurora'), eq(notice.traderId, BigInt(trader.id)))),
  )
  expect(row?.params).toMatchObject({ amount: '250.00999999', received: '247.50999999' })
})

test('reading marks up to the notice that is named, or all, and nothing of another trader', async () => {
  const [trader, other] = [await world.realTrader(), await world.realTrader()]
  for (const number of ['1', '2', '3']) await tell(trader, number)
  await tell(other)
  const { data } = await list(trader)
  expect(data.map(({ text }) => /deposit (\d)/.exec(text)?.[1])).toEqual(['3', '2', '1'])
  await trader.call(readNotices, { id: data[1]?.id ?? '' })
  expect((await list(trader)).data.map(({ is_read }) => is_read)).toEqual([false, true, true])
  await trader.call(readNotices, {})
  expect((await list(trader)).unread).toBe(0)
  expect((await list(other)).unread).toBe(1)
})

test('what is rolled back is told to nobody', async () => {
  const trader = await world.realTrader()
  const failing = world.broker.database.withTenant('aurora', async (tx) => {
    await openNotices({ delivery: world.broker.delivery }).tell(tx, {
      tenant: world.tenant('aurora'),
      traderId: BigInt(trader.id),
      kind: 'deposit-completed',
      params,
      now: world.clock.now(),
    })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect((await list(trader)).total).toBe(0)
})
