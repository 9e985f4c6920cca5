/** Brands: the theme is in the server's HTML, two brands share their class names, choices persist. */
import type { Page, Route } from 'playwright/test'
import { ask } from './plain-request'
import { type Brand, hostOf } from './ports'
import { DESKTOP, chooseLanguage, expect, open, test, untilLive } from './site-test'

test.use(DESKTOP)

const headOf = (html: string): string => html.slice(0, html.indexOf('</head>'))
const variable = (html: string, name: string): string | undefined => new RegExp(`${name}:\\s*([^;]+);`).exec(headOf(html))?.[1]

test('the server’s HTML carries the brand’s theme in its head, so that nothing flashes', async ({ page }) => {
  const pages = Object.fromEntries(
    await Promise.all(
      (['aurora', 'meridian'] as const).map(async (brand) => [brand, (await ask({ host: hostOf(brand), path: '/' })).text] as const),
    ),
  ) as Record<'aurora' | 'meridian', string>
  expect(variable(pages.aurora, '--brand')).toBeTruthy()
  expect(variable(pages.aurora, '--brand')).not.toBe(variable(pages.meridian, '--brand'))
  expect(pages.aurora).toMatch(/<html[^>]* data-mode="dark"/)
  expect(pages.meridian).toMatch(/<html[^>]* data-mode="light"/)
  for (const [brand, html] of Object.entries(pages)) {
    expect(headOf(html)).toContain('<title>')
    expect(html).toContain(`/brands/${brand}/`)
  }

  // What is painted before any script runs is what stays.
  const held: Route[] = []
  await page.route(/\/assets\/.*\.js/, (route) => void held.push(route))
  await page.goto(`http://${hostOf('aurora')}/`, { waitUntil: 'commit' })
  await page.locator('#main').waitFor()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await ground()
  await page.unroute(/\/assets\/.*\.js/)
  for (const route of held) await route.continue()
  await untilLive(page)
  expect(await ground()).toBe(before)
})

async function rowClasses(page: Page, brand: Brand): Promise<string[]> {
  const { text } = await ask({ host: hostOf(brand), path: '/' })
  return page.evaluate((html) => {
    const row = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-instrument="EURUSD"]')
    if (row === null) throw new Error('no EUR/USD row')
    return [row, ...row.querySelectorAll('*')].map((element) => element.getAttribute('class') ?? '')
  }, text)
}

test('two brands give the same class names on the same screen', async ({ page }) => {
  await open(page, 'aurora', '/login')
  const [aurora, meridian] = [await rowClasses(page, 'aurora'), await rowClasses(page, 'meridian')]
  // Up and down change an icon, never a class: the sets are compared, not the prices.
  expect([...new Set(aurora)].sort()).toEqual([...new Set(meridian)].sort())
})

test('the theme that a visitor chooses stays after a reload', async ({ page, context }) => {
  await chooseLanguage(context, 'meridian', 'en')
  await open(page, 'meridian', '/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mode', 'light')
  await page.getByRole('button', { name: /^Theme: Light/ }).click()
  await expect(html).toHaveAttribute('data-mode', 'dark')
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.reload()
  await expect(html).toHaveAttribute('data-mode', 'dark')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
})

test('a language change turns the page round without a reload and without losing the page’s memory', async ({ page, context }) => {
  await chooseLanguage(context, 'saffron', 'en')
  await open(page, 'saffron', '/language')
  await page.evaluate(() => Object.assign(window, { wasHere: true }))
  await page.getByRole('radio', { name: 'Arabic' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true)
})
