/** The largest balance that the books can keep holds for what trading earns, too: nothing is lost, cut or stuck. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideWithdrawal } from '../../contract/desk/reviews'
import { getBalance } from '../../contract/wallet'
import { cancelWithdrawal } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator } from '../../tests/fixtures/operator'
import { askForPayout } from '../../tests/fixtures/review-items'
import { close, closeEverything, endOf, holding, open, PLAIN_TERMS, protect, reverse } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'

let world: World
beforeAll(async () => {
  const { trading } = PLAIN_TERMS.aurora as { trading: object }
  const wallet = { methodHoldHours: 0, secondApproval: { newAddressHours: 0, withdrawalsAbove: '1000000' } }
  world = await createWorld({ tenants: { aurora: { trading, wallet } } as never })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  expect((await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)).toEqual([])
  expect(world.complaints).toEqual([])
  await world.close()
})

test('a profit that an account cannot hold is refused as a whole, and booked once there is room', async () => {
  const trader = await world.realTrader()
  const finance = await openOperator(world, { roles: ['finance'] })
  await world.quoteAll()
  await world.price('EURUSD', '1.00000')
  await fund(world, trader, '92233720368')
  const first = await open(world, trader, 'buy', 'EURUSD')
  const second = await open(world, trader, 'buy', 'EURUSD')
  await protect(trader, second.Id, '0', '1.00100')
  await world.price('EURUSD', '1.00100')

  // The take profit was reached and could not be booked: it is still there, and so is everything else.
  expect(await holding(trader)).toMatchObject({ total: 2, all_fact_profits: '200.00000000' })
  for (const answer of [
    await close(trader, first.Id),
    await close(trader, first.Id, '0.5'),
    await closeEverything(trader),
    await reverse(trader, first.Id),
  ]) {
    expect(answer).toMatchObject({ status: 200, outcome: 'BALANCE_TOO_LARGE', details: { max: '92233720368.54' } })
  }
  // Money that only waits to be paid is still held.
  const taken = await askForPayout(trader, '1000')
  expect((await close(trader, first.Id)).outcome).toBe('BALANCE_TOO_LARGE')
  expect((await trader.call(cancelWithdrawal, { id: taken })).outcome).toBe('ok')

  const paid = await askForPayout(trader, '1000')
  expect((await finance.call(decideWithdrawal, { id: paid, decision: 'approve' })).data).toEqual({ outcome: 'completed' })
  expect((await close(trader, first.Id)).outcome).toBe('ok')
  await world.price('EURUSD', '1.00100')
  expect(await endOf(trader, second.Id)).toMatchObject({ CloseReason: 'take_profit', FactProfits: '100.00000000' })
  // 92,233,720,368 − 14 of fees + 200 of profit − 1,000
  expect((await trader.call(getBalance, {})).data).toEqual({ balance: '92233719554.00000000', lock_balance: '0.00000000' })
})
