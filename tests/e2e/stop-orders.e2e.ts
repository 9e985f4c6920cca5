/** Stop loss and take profit at work: the market reaches one of them and the position ends, in front of the trader. */
import { listOrders } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { expectedProfit } from './expected-figures'
import { chooseLanguage, DESKTOP, expect, open, signInAsDemo, test } from './site-test'
import { wire } from './wire-client'

test.use(DESKTOP)
test.setTimeout(120_000)

test('a position with a near stop loss and take profit leaves holding by itself and is in history with its reason', async ({
  page,
  context,
}) => {
  await chooseLanguage(context, 'meridian', 'en')
  const token = await signInAsDemo(context, 'meridian')
  await open(page, 'meridian', '/trade?code=BTCUSDT')
  const ticket = page.getByRole('complementary', { name: 'Order' })
  for (const name of ['Take profit', 'Stop loss']) await ticket.getByRole('switch', { name }).click()
  const shown = await page.getByRole('region', { name: 'BTC/USDT price' }).locator('[data-value]').first().getAttribute('data-value')
  await ticket.getByRole('spinbutton', { name: 'Take profit' }).fill((Number(shown) + 35).toFixed(2))
  await ticket.getByRole('spinbutton', { name: 'Stop loss' }).fill((Number(shown) - 35).toFixed(2))
  await ticket.getByRole('button', { name: /^Buy up/ }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Your order has been confirmed')
  const row = page.getByRole('region', { name: 'Orders' }).getByRole('row').filter({ hasText: 'BTC/USDT' })

  await expect(messages).toContainText(/BTC\/USDT closed at [\d,.]+/, { timeout: 75_000 })
  await expect(row).toHaveCount(0)
  const { data } = await wire({ brand: 'meridian', token }, listOrders, { status: '3', page: '1' })
  const [order] = data
  if (order === undefined) throw new Error('the closed order is not in history')
  expect(['stop_loss', 'take_profit']).toContain(order.CloseReason)
  expect(order.FactProfits).toBe(expectedProfit(order))
  const [exit, stopLoss, takeProfit] = [order.UpdatePrice, order.TargetLossPrice, order.TargetProfitPrice].map(parseFixed) as [
    bigint,
    bigint,
    bigint,
  ]
  if (order.CloseReason === 'stop_loss') expect(exit <= stopLoss).toBe(true)
  else expect(exit >= takeProfit).toBe(true)

  await open(page, 'meridian', '/order?type=3')
  const past = page.getByRole('row').filter({ hasText: 'BTC/USDT' })
  await expect(past).toContainText(order.CloseReason === 'stop_loss' ? 'Stop loss' : 'Take profit')
})
