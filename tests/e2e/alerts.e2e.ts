/**
 * Price alerts as a trader has them: one is made by keys alone or by finger, a price reaches it, the open page says so once; another is
 * paused, changed, deleted and brought back.
 */
import type { Locator } from 'playwright/test'
import { listAlerts } from '../../contract/alerts'
import { REFUSED } from './real-account'
import { expectSaid } from './said'
import { moveTo, SERVER, shownAs } from './scripted-market'
import { pointsText, TAPE, type TapeCode } from './scripted-tape'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { type JourneyLanguage, textsOf } from './texts'
import { wire } from './wire-client'

test.describe.configure({ timeout: 180_000 })
// A price that was reached already is refused.
test.use({ tolerated: REFUSED })

const BRAND = 'aurora'
const CODE: TapeCode = 'NZDUSD'

const WALKS: readonly { readonly layout: 'phone' | 'desktop'; readonly language: JourneyLanguage }[] = [
  { layout: 'desktop', language: 'en' },
  { layout: 'phone', language: 'ar' },
  { layout: 'phone', language: 'hk' },
]

for (const { layout, language } of WALKS) {
  test.describe(`on a ${layout}, ${language}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

    test('an alert is made, told once, and the rest is paused, changed, deleted and brought back', async ({ page, context }) => {
      const t = textsOf(language)
      await chooseLanguage(context, BRAND, language, SERVER)
      const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
      await moveTo(trader, CODE, TAPE.middle)
      const waiting = async () => (await wire(trader, listAlerts, {})).waiting
      /** A finger on a phone; on a desktop nothing but keys. */
      const press = async (target: Locator) => {
        if (layout === 'phone') return target.click()
        await target.focus()
        await page.keyboard.press('Enter')
      }
      const act = (key: string) => page.getByRole('button', { name: `${t(key)}, ${shownAs(CODE)}` }).first()

      await open(page, BRAND, '/mine/alerts', SERVER)
      await expect(page.getByText(t('notice:alerts.empty'))).toBeVisible()
      await expectNoSidewaysScroll(page)
      const value = page.getByRole('textbox', { name: t('public:field.price') })
      const make = async (price: string) => {
        await page.getByLabel(t('public:field.instrument')).selectOption({ label: shownAs(CODE) })
        await value.focus()
        await page.keyboard.type(price)
        if (layout === 'desktop') await page.keyboard.press('Enter')
        else await page.getByRole('button', { name: t('notice:alerts.create') }).click()
      }
      // The market is there already.
      await make(pointsText(TAPE.middle - 100))
      await expect(value).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByText(new RegExp(pointsText(TAPE.middle).replace('.', '\\.'))).first()).toBeVisible()
      await value.fill('')
      await make(pointsText(TAPE.middle + 100))
      await expectSaid(page, t('notice:alerts.created'))
      await make(pointsText(TAPE.middle + 500))
      await expectSaid(page, t('notice:alerts.created'))
      await expectNoSidewaysScroll(page)

      await moveTo(trader, CODE, TAPE.middle + 100)
      await expectSaid(page, t('notice:price-reached.title'))
      await expect(page.getByRole('heading', { name: t('notice:alerts.told') })).toBeVisible()
      expect(await waiting()).toHaveLength(1)

      await press(act('notice:alerts.pause'))
      await expect.poll(async () => (await waiting())[0]?.state).toBe('paused')
      await press(act('notice:alerts.resume'))
      await expect.poll(async () => (await waiting())[0]?.state).toBe('active')
      await press(page.getByRole('link', { name: `${t('notice:alerts.change')}, ${shownAs(CODE)}` }))
      await expect(value).toHaveValue(pointsText(TAPE.middle + 500))
      await value.fill(pointsText(TAPE.middle + 550))
      await press(page.getByRole('button', { name: t('notice:alerts.save') }))
      await expect.poll(async () => (await waiting())[0]?.price).toBe(pointsText(TAPE.middle + 550))
      await press(act('bank:delete'))
      await expect.poll(async () => (await waiting()).length).toBe(0)
      await press(page.locator('[data-toast-region]').getByRole('button', { name: t('notice:alerts.undo') }))
      await expect.poll(async () => (await waiting()).length).toBe(1)
      await expectNoSidewaysScroll(page)
    })
  })
}
