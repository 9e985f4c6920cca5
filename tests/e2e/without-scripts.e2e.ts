/** The site without JavaScript: forms and links do the main job. */

import { listOrders } from '../../contract/orders'
import { originOf } from './ports'
import { chooseLanguage, DESKTOP, expect, PHONE, sessionToken, test } from './site-test'
import { wire } from './wire-client'

for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test.describe(name, () => {
    // A browser that runs no scripts reports those that it did not load.
    test.use({ ...size, javaScriptEnabled: false, tolerated: /^request failed: csp .*\/assets\// })
    test('without scripts a visitor reads prices, gets a demo account and places an order by a plain form', async ({ page, context }) => {
      await chooseLanguage(context, 'aurora', 'en')
      await page.goto(`${originOf('aurora')}/`)
      await expect(page.getByRole('row').filter({ hasText: 'EUR/USD' })).toContainText(/\d\.\d{5}/)
      await page.goto(`${originOf('aurora')}/login`)
      await page.getByRole('button', { name: 'Create a demo account' }).click()
      await expect(page).toHaveURL(`${originOf('aurora')}/trade`)
      await page.goto(`${originOf('aurora')}/trade?code=BTCUSDT`)
      await page.getByRole('button', { name: 'Buy' }).locator('visible=true').click()
      const token = (await sessionToken(context, 'aurora')) ?? ''
      const held = await wire({ brand: 'aurora', token }, listOrders, { status: '1', page: '1' })
      expect(held.data.map((order) => [order.ForexTradeLists.Code, order.OrderType])).toEqual([['BTCUSDT', 1]])
      await page.goto(`${originOf('aurora')}/order`)
      await expect(page.getByText('BTC/USDT').locator('visible=true').first()).toBeVisible()
    })
  })
}
