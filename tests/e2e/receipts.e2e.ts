/**
 * A receipt from history, checked by a browser that has lost its network: genuine as it is, and not after one changed byte; and with the
 * network also held to what this browser saw of the public log before.
 */
import { downloadReceipts, tradeOnce } from './receipt-download'
import { SERVER } from './scripted-market'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test, usuallyOn } from './site-test'

const BRAND = 'aurora'

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use({
      ...(layout === 'phone' ? PHONE : DESKTOP),
      tolerated: /ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches|status 404: .*\/prices\//,
    })

    test(
      'a receipt from history is genuine without a network, and not after one changed byte',
      usuallyOn('phone', layout),
      async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en', SERVER)
        const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
        await tradeOnce(trader)
        const file = await downloadReceipts(page, layout)

        await open(page, BRAND, '/verify', SERVER)
        await context.setOffline(true)
        const chooser = page.getByLabel('Choose a file')
        const give = (buffer: Buffer) => chooser.setInputFiles({ name: 'receipts.json', mimeType: 'application/json', buffer })
        await give(file)
        await expect(page.getByRole('heading', { name: 'Genuine', exact: true })).toBeVisible()
        const bars = page.getByRole('img', { name: /checks passed/ })
        await expect(bars.first()).toHaveAccessibleName('3 of 5 checks passed · Not checked: 2')
        await expect(
          page.getByText('Not checked: This browser sees this log for the first time and remembers it from now on.').first(),
        ).toBeVisible()

        const changed = Buffer.from(file)
        const at = changed.indexOf('"lots":"0.01') + '"lots":"0.0'.length
        expect(changed[at]).toBe('1'.charCodeAt(0))
        changed[at] = '2'.charCodeAt(0)
        await give(changed)
        await expect(page.getByRole('heading', { name: 'Not genuine' })).toBeVisible()
        await context.setOffline(false)

        await open(page, BRAND, '/verify', SERVER)
        await give(file)
        await expect(bars.first()).toHaveAccessibleName('4 of 5 checks passed · Not checked: 1')
        await expectNoSidewaysScroll(page)

        await open(page, BRAND, '/verify/day', SERVER)
        await page.getByRole('button', { name: 'Check my receipts' }).click()
        // Prices are committed a minute later: until then it is unknown, and never different.
        await expect(page.getByRole('heading', { name: /^(All fills came out the same|No fill differs)/ })).toBeVisible({ timeout: 30_000 })
        await expect(page.getByRole('progressbar', { name: 'Receipts checked' })).toHaveAttribute('aria-valuetext', /2 of 2/)
        await expectNoSidewaysScroll(page)
      },
    )
  })
}
