/** A Saturday: currencies are closed with the reason and the opening time, coins trade on. */
import { REFUSED } from './real-account'
import { expectOrdered } from './said'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test } from './site-test'

test.beforeEach(async ({ context }) => {
  await chooseLanguage(context, 'aurora', 'en', 'weekend')
  await chooseLanguage(context, 'saffron', 'en')
})

for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test.describe(name, () => {
    test.use({ ...size, tolerated: REFUSED })
    test('on a Saturday EUR/USD cannot be traded and says when it opens; BTC/USDT can', async ({ page, context }) => {
      await signInAsDemo(context, 'aurora', 'weekend')
      await open(page, 'aurora', '/trade?code=EURUSD', 'weekend')
      await expect(page.getByRole('button', { name: /^Buy/ })).toBeDisabled()
      await expect(page.getByRole('button', { name: /^Sell/ })).toBeDisabled()
      await expect(page.getByText('Market closed.').locator('visible=true').first()).toBeVisible()
      await expect(
        page
          .getByText(/Opens Sun 22 Nov, 22:\d\d London/)
          .locator('visible=true')
          .first(),
      ).toBeVisible()
      await open(page, 'aurora', '/', 'weekend')
      await expect(page.getByRole('row').filter({ hasText: 'EUR/USD' })).toContainText('Closed')

      await open(page, 'aurora', '/trade?code=BTCUSDT', 'weekend')
      await expect(page.getByRole('button', { name: /^Buy/ })).toBeEnabled()
      await page.getByRole('button', { name: /^Buy/ }).click()
      await expectOrdered(page)
    })
  })
}

test.describe('without leverage', () => {
  test.use(DESKTOP)
  test('an instrument without leverage says that orders cannot be placed on it', async ({ page, context }) => {
    await signInAsDemo(context, 'saffron')
    await open(page, 'saffron', '/trade?code=DOGEUSDT')
    await expect(page.getByText('Leverage is not configured. Orders cannot be placed on this instrument.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Buy/ })).toBeDisabled()
    await expect(page.getByRole('button', { name: /^Sell/ })).toBeDisabled()
  })
})
