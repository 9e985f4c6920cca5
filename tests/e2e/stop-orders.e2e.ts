/** Stop loss and take profit as the ticket asks for them: the market reaches one of them and the position ends, in front of the trader. */
import { listOrders } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { expectedProfit } from './expected-figures'
import { expectSaid } from './said'
import { moveTo, SERVER, shownAs } from './scripted-market'
import { pointsText, TAPE } from './scripted-tape'
import { chooseLanguage, DESKTOP, expect, open, signInAsDemo, test } from './site-test'
import { wire } from './wire-client'

const CODE = 'NZDUSD'
const BRAND = 'meridian'

test.use(DESKTOP)

test('a position with stop loss and take profit leaves holding by itself and is in history with its reason', async ({ page, context }) => {
  await chooseLanguage(context, BRAND, 'en', SERVER)
  const token = await signInAsDemo(context, BRAND, SERVER)
  const trader = { brand: BRAND, server: SERVER, token } as const
  await open(page, BRAND, `/trade?code=${CODE}`, SERVER)
  const ticket = page.getByRole('complementary', { name: 'Order' })
  for (const name of ['Take profit', 'Stop loss']) await ticket.getByRole('switch', { name }).click()
  await ticket.getByRole('spinbutton', { name: 'Take profit' }).fill(pointsText(TAPE.middle + 500))
  await ticket.getByRole('spinbutton', { name: 'Stop loss' }).fill(pointsText(TAPE.middle - 500))
  await ticket.getByRole('button', { name: /^Buy/ }).click()
  await expectSaid(page, 'Your order has been confirmed')
  const row = page
    .getByRole('region', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: shownAs(CODE) })

  await expect(row).toHaveCount(1)
  await moveTo(trader, CODE, TAPE.middle - 550)
  await expectSaid(page, /NZD\/USD closed at [\d,.]+/)
  await expect(row).toHaveCount(0)
  const { data } = await wire(trader, listOrders, { status: '3', page: '1' })
  const [order] = data
  if (order === undefined) throw new Error('the closed order is not in history')
  expect(order.CloseReason).toBe('stop_loss')
  expect(order.FactProfits).toBe(expectedProfit(order))
  expect(parseFixed(order.UpdatePrice) <= parseFixed(order.TargetLossPrice)).toBe(true)

  await open(page, BRAND, '/order?type=3', SERVER)
  const past = page.getByRole('row').filter({ hasText: shownAs(CODE) })
  await expect(past).toContainText('Stop loss')
})
