/** The room on the trade screen: nothing of it is scrolled away, no message stands over the ticket, and the chart leads back to its end. */
import type { Locator, Page } from 'playwright/test'
import { REFUSED } from './real-account'
import { expectOrdered } from './said'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test } from './site-test'

const BRAND = 'aurora'

test.use({ tolerated: REFUSED })
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true } as const

const heightOver = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
/** Controls of a place that a message lies over. */
const covered = (place: Locator) =>
  place.evaluate((root) => {
    const message = document.querySelector('[data-toast-region] > *')?.getBoundingClientRect()
    if (message === undefined) return ['no message']
    return [...root.querySelectorAll('button, input, a, [role="radio"], [role="switch"]')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const box = control.getBoundingClientRect()
        return box.left < message.right && box.right > message.left && box.top < message.bottom && box.bottom > message.top
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
  })

test.beforeEach(async ({ context }) => {
  await chooseLanguage(context, BRAND, 'en')
})

for (const [name, size] of [
  ['a desktop', DESKTOP],
  ['a tablet', TABLET],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(size)

    test('with every stop switched on the page is as high as its window, and a message leaves the ticket free', async ({
      page,
      context,
    }) => {
      await signInAsDemo(context, BRAND)
      await open(page, BRAND, '/trade?code=BTCUSDT')
      const ticket = page.getByRole('complementary', { name: 'Order' })
      for (const stop of ['Take profit', 'Stop loss', 'Trailing stop']) await ticket.getByRole('switch', { name: stop }).click()
      await ticket.getByRole('radio', { name: 'By risk' }).click()
      expect(await heightOver(page)).toBe(0)
      await ticket.getByRole('radio', { name: 'By lots' }).click()
      for (const stop of ['Take profit', 'Stop loss', 'Trailing stop']) await ticket.getByRole('switch', { name: stop }).click()
      await ticket.getByRole('button', { name: /^Buy/ }).click()
      await expectOrdered(page)
      expect(await covered(ticket)).toEqual([])
      expect(await heightOver(page)).toBe(0)
    })
  })
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a message after an order leaves the ticket free, also when it is opened again at once', async ({ page, context }) => {
    await signInAsDemo(context, BRAND)
    await open(page, BRAND, '/trade?code=BTCUSDT')
    const peek = page.getByTestId('ticket-peek')
    await peek.getByRole('button', { name: /^Buy/ }).click()
    await expectOrdered(page)
    expect(await covered(peek)).toEqual([])
    await page.getByRole('button', { name: 'Open order ticket' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('radio', { name: 'Pending' })).toBeVisible()
    // Where it stands once it has come up.
    await expect.poll(() => sheet.evaluate((box) => box.getAnimations({ subtree: false }).length)).toBe(0)
    const controls = (await covered(sheet)).filter((control) => control !== 'no message')
    expect(controls).toEqual([])
    expect(await heightOver(page)).toBe(0)
  })
})

test.describe('the chart', () => {
  test.use(DESKTOP)

  test('keeps its newest bar in its place while it is zoomed, and leads back to it when it was left', async ({ page }) => {
    await open(page, BRAND, '/trade?code=BTCUSDT&period=15min')
    const chart = page.getByTestId('candle-chart')
    await expect(chart).toHaveAttribute('data-last-bar', /\d/)
    const newest = (await chart.getAttribute('data-last-bar'))!
    const box = (await chart.boundingBox())!
    const latest = page.getByRole('button', { name: 'Go to latest' })
    await page.mouse.move(box.x + 200, box.y + 150)
    const firstBefore = await chart.getAttribute('data-first-bar')
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -200)
    await expect(chart).not.toHaveAttribute('data-first-bar', firstBefore ?? '')
    expect(Number(await chart.getAttribute('data-last-bar'))).toBeGreaterThanOrEqual(Number(newest))
    await expect(latest).toHaveCount(0)

    const drag = async () => {
      await page.mouse.move(box.x + 200, box.y + 150)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width - 100, box.y + 150, { steps: 5 })
      await page.mouse.up()
    }
    await drag()
    await latest.click()
    await expect(latest).toHaveCount(0)
    expect(Number(await chart.getAttribute('data-last-bar'))).toBeGreaterThanOrEqual(Number(newest))
    await drag()
    await expect(latest).toBeVisible()
    await chart.focus()
    await page.keyboard.press('End')
    await expect(latest).toHaveCount(0)
  })

  test('over the whole window has the order’s buttons', async ({ page, context }) => {
    await signInAsDemo(context, BRAND)
    await open(page, BRAND, '/trade?code=BTCUSDT')
    await page.getByRole('button', { name: 'Full screen' }).click()
    const bar = page.getByTestId('full-screen-ticket')
    await bar.getByRole('button', { name: /^Buy/ }).click()
    await expectOrdered(page)
    expect(await covered(bar)).toEqual([])
  })
})
