/** Stop loss and take profit as the ticket asks for them: the market reaches one of them and the position ends, in front of the trader. */
import { listOrders } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { expectedProfit } from './expected-figures'
import { ROUND_MS, SERVER, SHOWN, untilBidPasses } from './scripted-market'
import { pointsText, TAPE } from './scripted-tape'
import { chooseLanguage, DESKTOP, expect, open, signInAsDemo, test } from './site-test'
import { wire } from './wire-client'

const BRAND = 'meridian'

test.use(DESKTOP)
test.setTimeout(180_000)
// An offer of a new price is a refusal.
test.use({ tolerated: /\b422\b/ })

test('a position with stop loss and take profit leaves holding by itself and is in history with its reason', async ({ page, context }) => {
  await chooseLanguage(context, BRAND, 'en', SERVER)
  const token = await signInAsDemo(context, BRAND, SERVER)
  const trader = { brand: BRAND, server: SERVER, token } as const
  await open(page, BRAND, '/trade?code=EURUSD', SERVER)
  const ticket = page.getByRole('complementary', { name: 'Order' })
  for (const name of ['Take profit', 'Stop loss']) await ticket.getByRole('switch', { name }).click()
  await ticket.getByRole('spinbutton', { name: 'Take profit' }).fill(pointsText(TAPE.middle + 500))
  await ticket.getByRole('spinbutton', { name: 'Stop loss' }).fill(pointsText(TAPE.middle - 500))
  // Most of a swing lies between this press and the nearer of the two.
  await untilBidPasses(trader, TAPE.middle - 200, 'up')
  await ticket.getByRole('button', { name: /^Buy up/ }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  const confirmed = messages.getByText('Your order has been confirmed')
  // The market may have moved past the slippage between the price that was seen and the press: then the new one is offered.
  const offer = ticket.getByRole('button', { name: /^Buy at/ })
  await expect(async () => {
    if (await offer.isVisible()) await offer.click({ timeout: 1_000 })
    await expect(confirmed).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  const row = page.getByRole('region', { name: 'Orders' }).getByRole('row').filter({ hasText: SHOWN })

  await expect(messages).toContainText(/EUR\/USD closed at [\d,.]+/, { timeout: ROUND_MS })
  await expect(row).toHaveCount(0)
  const { data } = await wire(trader, listOrders, { status: '3', page: '1' })
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

  await open(page, BRAND, '/order?type=3', SERVER)
  const past = page.getByRole('row').filter({ hasText: SHOWN })
  await expect(past).toContainText(order.CloseReason === 'stop_loss' ? 'Stop loss' : 'Take profit')
})
