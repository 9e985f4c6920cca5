/** The main job from right to left: the layout is mirrored, the numbers are not. */
import { expectSaid } from './said'
import { chooseLanguage, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'

test.use(PHONE)

test('in Arabic a trader buys and closes on a phone; the page runs right to left and figures left to right', async ({ page, context }) => {
  await chooseLanguage(context, 'aurora', 'ar')
  await signInAsDemo(context, 'aurora')
  for (const path of ['/', '/order', '/user', '/language', '/mine/announcement', '/trade?code=BTCUSDT']) {
    await open(page, 'aurora', path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectNoSidewaysScroll(page)
  }
  const buy = page.locator('[data-side="buy"]').last()
  const sell = page.locator('[data-side="sell"]').last()
  const [buyBox, sellBox] = await Promise.all([buy.boundingBox(), sell.boundingBox()])
  // Inline start is on the right.
  expect(buyBox?.x ?? 0).toBeGreaterThan(sellBox?.x ?? Number.POSITIVE_INFINITY)
  const directions = await page.locator('[data-value]').evaluateAll((prices) => prices.map((price) => getComputedStyle(price).direction))
  expect(directions.length).toBeGreaterThan(0)
  expect(new Set(directions)).toEqual(new Set(['ltr']))

  await expect(buy).toBeEnabled()
  await buy.click()
  await expectSaid(page, 'BTC/USDT')
  await open(page, 'aurora', '/order')
  const card = page.getByRole('article').filter({ hasText: 'BTC/USDT' })
  await expect(card).toBeVisible()
  await expectNoSidewaysScroll(page)
  await card.locator('a[href*="ask=end"]').click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button').last().click()
  await expect(card).toHaveCount(0)
  await page.getByRole('tab').last().click()
  await expect(page.getByRole('article').filter({ hasText: 'BTC/USDT' })).toBeVisible()
})
