/**
 * A day that is over, checked by a browser from the files that its trader saved: every fill and every price comes out the same, and a
 * receipt that was changed is found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, test, usuallyOn } from './site-test'
import { PAST_DAY_FOLDER } from './start-servers'
import { textsOf } from './texts'

const [BRAND, SERVER] = ['aurora', 'weekend'] as const
const t = textsOf('en')

const savedFiles = () =>
  readdirSync(PAST_DAY_FOLDER).map((name) => ({
    name,
    mimeType: 'application/json',
    buffer: readFileSync(path.join(PAST_DAY_FOLDER, name)),
  }))

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    // Nothing is committed of the minutes in which nobody served.
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: /status 404: .*\/prices\/|status of 404/ })

    test(
      'a day comes out the same, its prices too, and a receipt that was changed is found',
      usuallyOn('desktop', layout),
      async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en', SERVER)
        await open(page, BRAND, '/verify/day', SERVER)
        const chooser = page.getByLabel(t('proof:day.choose'), { exact: true }).and(page.locator('input'))
        const start = page.getByRole('button', { name: t('receipt:input.check') })
        await chooser.setInputFiles(savedFiles())
        await start.click()
        await expect(page.getByRole('heading', { name: t('proof:day.verdict.same') })).toBeVisible()
        await expect(page.getByText(t('proof:day.verdict.sameText'))).toBeVisible()
        // What was promised before the day gave every price of these minutes.
        const seeds = page.getByRole('listitem').filter({ hasText: t('proof:day.phase.seeds') })
        await expect(seeds).toContainText(t('proof:step.outcome.passed'))
        await expect(page.getByText(t('proof:day.noFindings'))).toBeVisible()
        await expectNoSidewaysScroll(page)

        const changed = savedFiles().map((file) => {
          const text = file.buffer.toString()
          return { ...file, buffer: Buffer.from(text.replace('"lots":"0.1"', '"lots":"0.2"')) }
        })
        expect(changed.some(({ buffer }, at) => !buffer.equals(savedFiles()[at]?.buffer ?? buffer))).toBe(true)
        await chooser.setInputFiles(changed)
        await start.click()
        await expect(page.getByRole('heading', { name: t('proof:day.verdict.differs', { number: 1 }) })).toBeVisible()
        await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible()
        await expect(page.getByRole('progressbar', { name: t('proof:day.checked') })).toBeVisible()
      },
    )
  })
}
