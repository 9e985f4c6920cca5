/** Brands: the theme is in the server's HTML, two brands share their class names, choices persist. */
import { ask } from './plain-request'
import { type Brand, hostOf } from './ports'
import { chooseLanguage, DESKTOP, expect, open, test, untilLive } from './site-test'

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
  let letScriptsIn = () => {}
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsIn = resolve
  })
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto(`http://${hostOf('aurora')}/`, { waitUntil: 'commit' })
  await page.locator('#main').waitFor()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await ground()
  letScriptsIn()
  await untilLive(page)
  expect(await ground()).toBe(before)
})

/** The class names of a brand's EUR/USD row, as the server writes it. */
async function rowClasses(brand: Brand): Promise<string[]> {
  const { text } = await ask({ host: hostOf(brand), path: '/' })
  const row = /<tr[^>]*data-instrument="EURUSD".*?<\/tr>/s.exec(text)?.[0] ?? ''
  return [...new Set([...row.matchAll(/class="([^"]*)"/g)].map(([, names = '']) => names))].sort()
}

test('two brands give the same class names on the same screen', async () => {
  const aurora = await rowClasses('aurora')
  expect(aurora.length).toBeGreaterThan(5)
  expect(aurora).toEqual(await rowClasses('meridian'))
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
