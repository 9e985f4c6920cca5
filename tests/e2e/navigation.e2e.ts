/** Getting about: tabs keep their state, addresses work by themselves, and signing in leads back and nowhere else. */
import type { Page } from 'playwright/test'
import { originOf } from './ports'
import { expectSaid } from './said'
import { chooseLanguage, expect, open, PHONE, signInAsDemo, test } from './site-test'

test.use(PHONE)
test.beforeEach(async ({ context }) => chooseLanguage(context, 'aurora', 'en'))

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name })

test('the tabs keep their state: category on quotes, instrument and period on trade', async ({ page }) => {
  await open(page, 'aurora', '/')
  await page.getByRole('button', { name: 'Crypto' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'EUR/USD' })).toHaveCount(0)
  await page.getByRole('row').filter({ hasText: 'ETH/USDT' }).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'ETH/USDT price' })).toBeVisible()
  await page.getByRole('radio', { name: '5m', exact: true }).click()
  await expect(page).toHaveURL(/period=5min/)
  await tab(page, 'Quotes').click()
  await expect(page.getByRole('button', { name: 'Crypto' })).toHaveAttribute('aria-pressed', 'true')
  await tab(page, 'Trade').click()
  await expect(page.getByRole('region', { name: 'ETH/USDT price' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '5m', exact: true })).toBeChecked()
})

test('a period that is chosen just before another tab is opened is kept, too', async ({ page }) => {
  await open(page, 'aurora', '/trade?code=ETHUSDT&period=15min')
  const period = await page.getByRole('radio', { name: '5m', exact: true }).elementHandle()
  // Faster than a finger: both before the page has drawn anything of the first.
  await tab(page, 'Quotes').evaluate((link: HTMLElement, radio) => {
    ;(radio as HTMLElement).click()
    link.click()
  }, period)
  await expect(page).toHaveURL(`${originOf('aurora')}/`)
  await tab(page, 'Trade').click()
  await expect(page.getByRole('radio', { name: '5m', exact: true })).toBeChecked()
  await expect(page.getByRole('region', { name: 'ETH/USDT price' })).toBeVisible()
})

test('a deep link opens its instrument and period, and the back button leads back', async ({ page }) => {
  await open(page, 'aurora', '/')
  await open(page, 'aurora', '/trade?code=XAUUSD&period=60min')
  await expect(page.getByRole('region', { name: 'XAU/USD price' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '1h' })).toBeChecked()
  await expect(page).toHaveTitle(/XAU\/USD/)
  await page.goBack()
  await expect(page).toHaveURL(`${originOf('aurora')}/`)
  await expect(page.getByRole('table', { name: 'Markets' })).toBeVisible()
})

test('every navigation starts at the top of the page', async ({ page }) => {
  await open(page, 'aurora', '/')
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Announcement' }).click()
  await expect(page).toHaveURL(/announcement/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a path that is no page leads home', async ({ page }) => {
  await open(page, 'aurora', '/no/such/page?x=1')
  await expect(page).toHaveURL(`${originOf('aurora')}/`)
})

test('a page that needs an account asks to log in and comes back afterwards', async ({ page }) => {
  await open(page, 'aurora', '/order?type=3')
  await expect(page).toHaveURL(/\/login\?from=%2Forder%3Ftype%3D3$/)
  await page.getByRole('button', { name: 'Create a demo account' }).click()
  await expect(page).toHaveURL(`${originOf('aurora')}/order?type=3`)
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
})

// Which ways back are not: app/visitor/choices.test.ts.
test('a way back that is not ours is not followed', async ({ page }) => {
  await open(page, 'aurora', `/login?from=${encodeURIComponent('//evil.example')}`)
  await page.getByRole('button', { name: 'Create a demo account' }).click()
  await expect(page).toHaveURL(`${originOf('aurora')}/trade`)
})

test('logging out asks first, ends the session and says so', async ({ page, context }) => {
  await signInAsDemo(context, 'aurora')
  await open(page, 'aurora', '/mine/system')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${originOf('aurora')}/`)
  await expectSaid(page, 'You have logged out')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await open(page, 'aurora', '/order')
  await expect(page).toHaveURL(/\/login\?from=%2Forder$/)
})

test('the tab bar names its five tabs as the specification does, on each of their screens and on the news', async ({ page, context }) => {
  await signInAsDemo(context, 'aurora')
  for (const path of ['/', '/trade', '/order', '/news', '/rank', '/rank?tab=copy']) {
    await open(page, 'aurora', path)
    await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveText([
      'Quotes',
      'Trade',
      /Orders/,
      'Copy trading',
      'Ranking',
    ])
  }
})

test('every entry of quotes and of trade reads the trade list anew', async ({ page }) => {
  await open(page, 'aurora', '/')
  for (const [name, address] of [
    ['Trade', /\/trade\.data/],
    ['Quotes', /\/_root\.data/],
    ['Trade', /\/trade\.data/],
    ['Quotes', /\/_root\.data/],
  ] as const) {
    const read = page.waitForRequest(address)
    await tab(page, name).click()
    await read
  }
})

test('the socket starts with every screen, and a move inside the site finds it running or starts it again', async ({ page }) => {
  for (const path of ['/', '/news', '/mine/email', '/language', '/feedback']) {
    const started = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/v1/ws'))
    await open(page, 'aurora', path)
    await started
  }
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Announcement' }).click()
  await expect(page).toHaveURL(/announcement/)
  expect(sockets).toEqual([])
})
