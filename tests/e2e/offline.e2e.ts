/**
 * Without a network the brand's own offline page comes, with the prices that were seen last and nothing to trade; it goes by itself
 * when the network is back. What belongs to a trader is in no cache, and a new version is offered, never forced.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { getTrader } from '../../contract/users'
import { originOf } from './ports'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, LONG, open, PHONE, signInAsDemo, test } from './site-test'
import { type JourneyLanguage, textsOf } from './texts'
import { wire } from './wire-client'

// The journeys without a worker see every request that a page sends; these are about the worker.
test.use({ serviceWorkers: 'allow', tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ })

const WORKER = fileURLToPath(new URL('../../build/client/sw.js', import.meta.url))

/** Addresses of everything that is kept, of all caches. */
const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => url.slice(location.origin.length))
  })

/** Waits until the page can do without a network. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const kept = await keptAddresses(page)
      const isWorking = await page.evaluate(() => navigator.serviceWorker.controller !== null)
      return isWorking && kept.some((path) => path.startsWith('/offline?')) && kept.includes('/offline/quotes.json')
    })
    .toBe(true)
}

interface Look {
  readonly language: JourneyLanguage
  readonly brand: 'aurora' | 'saffron' | 'graphite'
  readonly mode: 'light' | 'dark'
  readonly device: typeof PHONE | typeof DESKTOP
  readonly isUsual: boolean
}
const LOOKS: readonly Look[] = [
  { language: 'en', brand: 'aurora', mode: 'dark', device: PHONE, isUsual: true },
  { language: 'ar', brand: 'saffron', mode: 'light', device: PHONE, isUsual: false },
  { language: 'hk', brand: 'graphite', mode: 'light', device: DESKTOP, isUsual: true },
]

for (const { language, brand, mode, device, isUsual } of LOOKS) {
  const t = textsOf(language)
  test.describe(`${brand} in ${language}`, () => {
    test.use(device)

    test(
      'without a network the last prices are shown, dated and grey, and the page comes back by itself',
      isUsual ? {} : LONG,
      async ({ page, context }) => {
        await chooseLanguage(context, brand, language)
        await context.addCookies([{ name: 'mode', value: mode, url: originOf(brand) }])
        await signInAsDemo(context, brand)
        await open(page, brand, '/')
        await untilKept(page)
        await context.setOffline(true)
        await page.reload()

        await expect(page.getByRole('heading', { level: 1, name: t('public:connection.page.title') })).toBeVisible()
        const root = page.locator('html')
        await expect(root).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
        await expect(root).toHaveAttribute('data-mode', mode)
        await expect(page.locator('[data-demo-ribbon]')).toHaveCount(brand === 'graphite' ? 1 : 0)
        const dated = new RegExp(`^${t('public:connection.page.pricesOf', { time: '\\d\\d:\\d\\d' })}$`)
        await expect(page.getByRole('heading', { level: 2, name: dated })).toBeVisible()
        const price = page.getByRole('listitem').filter({ hasText: 'BTC/USDT' }).locator('span').last()
        await expect(price).toHaveText(/^[\d,]+\.\d+$/)
        // Grey, as nothing live is; and nothing to press but the way back.
        expect(await price.evaluate((element) => getComputedStyle(element).color)).toBe(
          await page.evaluate(() => {
            const probe = document.createElement('i')
            probe.style.color = 'var(--text-3)'
            document.body.append(probe)
            return getComputedStyle(probe).color
          }),
        )
        await expect(page.getByRole('button')).toHaveCount(0)
        await expect(page.getByRole('link', { name: t('public:retry') })).toBeVisible()
        await expectNoSidewaysScroll(page)

        await context.setOffline(false)
        await expect(page.getByRole('heading', { level: 1, name: t('public:connection.page.title') })).toHaveCount(0)
        await expect(page.locator('[data-instrument="BTCUSDT"]').first()).toBeVisible()
      },
    )
  })
}

test.describe('on a desktop', () => {
  test.use(DESKTOP)

  test('what belongs to a trader is in no cache, and signing out empties what is kept for the offline page', async ({ page, context }) => {
    await chooseLanguage(context, 'meridian', 'en')
    const token = await signInAsDemo(context, 'meridian')
    const { uid } = await wire({ brand: 'meridian', token }, getTrader, {})
    await open(page, 'meridian', '/')
    await untilKept(page)
    // Once as documents, once as the data that a step from page to page asks for.
    for (const path of ['/trade', '/order', '/user', '/mine/history', '/mine/sessions', '/mine/system']) {
      await open(page, 'meridian', path)
    }
    await page.getByRole('link', { name: 'Trade', exact: true }).first().click()
    await page.waitForURL(/\/trade/)
    await page
      .getByRole('link', { name: /^Orders/ })
      .first()
      .click()
    await page.waitForURL(/\/order/)

    const kept = await keptAddresses(page)
    const forEverybody = /^\/(?:assets|fonts|flags|coins|brands\/meridian)\/[^?]+(?:\?v=\w+)?$|^\/offline\?|^\/offline\/quotes\.json$/
    expect(kept.filter((path) => !forEverybody.test(path))).toEqual([])
    expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true)
    const words = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
      const requests = await Promise.all(caches.map(async (cache) => Promise.all((await cache.keys()).map((each) => cache.match(each)))))
      return (await Promise.all(requests.flat().map((answer) => answer?.text() ?? ''))).join('\n')
    })
    expect(words).toContain('BTC/USDT')
    expect(words).not.toContain(uid)
    expect(words).not.toContain(token)

    await page.evaluate(async () => (await caches.open('kept')).put('/offline/mark', new Response('of the trader before')))
    await open(page, 'meridian', '/mine/system')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect.poll(async () => (await keptAddresses(page)).includes('/offline/mark')).toBe(false)
  })

  test('a new version is offered, and nothing is reloaded before the visitor agrees', async ({ page, context }) => {
    const t = textsOf('en')
    await chooseLanguage(context, 'aurora', 'en')
    await signInAsDemo(context, 'aurora')
    await open(page, 'aurora', '/trade?code=BTCUSDT')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const isSamePage = () => page.evaluate(() => 'isSamePage' in window)
    // Asking a page that is just being left is an error, not an answer.
    const untilAnotherPage = () => page.waitForFunction(() => !('isSamePage' in window))
    const built = readFileSync(WORKER, 'utf8')
    try {
      // As after a deploy: a worker that knows the files of another build.
      writeFileSync(WORKER, built.replaceAll('/assets/manifest-', '/assets/manifest-of-the-next-build-'))
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      await expect(page.getByText(t('public:connection.update.title'))).toBeVisible()
      expect(await isSamePage()).toBe(true)
      await page.getByRole('button', { name: t('public:connection.update.reload') }).click()
      await untilAnotherPage()
      await expect(page.getByRole('button', { name: /^Buy/ })).toBeEnabled()
    } finally {
      writeFileSync(WORKER, built)
    }
  })
})
