/**
 * The pages that prove something, without a network: reloaded they come from what the browser kept, and check a receipt that was saved
 * before. What is kept is a signed-out visitor's, whoever opened it.
 */
import { getTrader } from '../../contract/users'
import { downloadReceipts, tradeOnce } from './receipt-download'
import { SERVER } from './scripted-market'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test, untilLive, usuallyOn } from './site-test'
import { wire } from './wire-client'

const BRAND = 'aurora'
const PAGES = ['/proof', '/verify', '/verify/day'] as const

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    // The journeys without a worker see every request that a page sends; this is about the worker.
    test.use({
      ...(layout === 'phone' ? PHONE : DESKTOP),
      serviceWorkers: 'allow',
      tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/,
    })

    test(
      'a saved receipt is checked by a page that was reloaded without a network',
      usuallyOn('phone', layout),
      async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en', SERVER)
        const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
        const { uid } = await wire(trader, getTrader, {})
        await tradeOnce(trader)
        const file = await downloadReceipts(page, layout)
        const give = async () => {
          await page.getByLabel('Choose a file').setInputFiles({ name: 'receipts.json', mimeType: 'application/json', buffer: file })
          await expect(page.getByRole('heading', { name: 'Genuine', exact: true })).toBeVisible()
        }
        await open(page, BRAND, '/verify', SERVER)
        await give()
        const kept = () =>
          page.evaluate(async () => {
            const cache = await caches.open('kept')
            const answers = await Promise.all(
              (await cache.keys()).map(async (request) => [request.url, await (await cache.match(request))?.text()]),
            )
            return answers as [string, string | undefined][]
          })
        const addresses = async () => (await kept()).map(([url]) => new URL(url).pathname)
        await expect.poll(addresses).toEqual(expect.arrayContaining([...PAGES]))
        await expect.poll(async () => (await addresses()).some((path) => path.startsWith('/locales/'))).toBe(true)
        for (const [url, text = ''] of await kept()) {
          expect(text, url).not.toContain(uid)
          expect(text, url).not.toContain(trader.token)
        }

        await context.setOffline(true)
        await page.reload()
        await untilLive(page)
        await give()
        // Seen a moment ago by this browser, and no company here names witnesses.
        await expect(page.getByRole('img', { name: /checks passed/ }).first()).toHaveAccessibleName('4 of 5 checks passed · Not checked: 1')
        await expect(page.getByText('Not checked: This company names no witnesses yet.').first()).toBeVisible()
        await expectNoSidewaysScroll(page)
        for (const path of ['/verify/day', '/proof']) {
          await open(page, BRAND, path, SERVER)
          await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0)
          await expect(
            page.getByText(path === '/proof' ? 'You should not have to trust a broker.' : 'Choose the receipts of a day.').first(),
          ).toBeVisible()
        }
        await context.setOffline(false)
      },
    )
  })
}
