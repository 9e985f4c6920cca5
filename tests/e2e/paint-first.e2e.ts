/** A page is painted before its scripts are asked for; and where nothing is painted, they come all the same. */
import type { Page } from 'playwright/test'
import { originOf } from './ports'
import { expect, test } from './site-test'

const home = () => `${originOf('aurora')}/?lng=en`

/** Without frames, waiting for a condition in the page would wait for ever. */
const answers = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', '')

test('no script is asked for before a frame was painted, and nothing of that is left in the document', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) scripts.push(request.url())
  })
  await page.clock.install()
  // No frame is given to the page, and no time passes in it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(home())
  await expect(page.getByRole('row').filter({ hasText: 'EUR/USD' })).toBeVisible()
  expect(scripts).toEqual([])
  await page.clock.resume()
  await answers(page)
  expect(scripts.length).toBeGreaterThan(5)
  await expect(page.locator('link[data-after-paint]')).toHaveCount(0)
})

test('a page that is opened in the background answers when it is looked at', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    window.requestAnimationFrame = () => 0
  })
  await page.goto(home())
  await answers(page)
})

test('a browser that paints nothing and says nothing of it gets the scripts, too', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto(home())
  await answers(page)
})

test('keys that come while the page gets its life do not end it, and what was typed stays', async ({ page, context }) => {
  // Slow enough that a key falls into every step of the start.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const typing = setInterval(() => {
      if (document.documentElement.dataset.live !== undefined) clearInterval(typing)
      const field = document.querySelector<HTMLInputElement>('input[name="account"]')
      if (field === null) return
      field.value = 'jo@example.com'
      for (const type of ['keydown', 'input', 'click']) field.dispatchEvent(new Event(type, { bubbles: true }))
    }, 3)
  })
  await page.goto(`${originOf('aurora')}/login?lng=en`)
  await answers(page)
  await expect(page.locator('input[name="account"]')).toHaveValue('jo@example.com')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot/)
})
