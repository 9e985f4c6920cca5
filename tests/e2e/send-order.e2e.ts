/** How an order goes out: after a question by keys alone, under a finger that holds, and at a press where that was wished. */
import type { Locator, Page } from 'playwright/test'
import { listOrders } from '../../contract/orders'
import { giveSession, openRealAccount, REFUSED } from './real-account'
import { expectOrdered } from './said'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { type JourneyLanguage, textsOf } from './texts'
import { type Caller, wire } from './wire-client'

test.describe.configure({ timeout: 180_000 })
// A price that moved further than the ticket allows is refused once; a page whose session went asks once for a socket in vain.
test.use({ tolerated: REFUSED })

const BRAND = 'aurora'
const LANGUAGES = ['en', 'ar', 'hk'] as const satisfies readonly JourneyLanguage[]
const heldBy = async (trader: Caller) => (await wire(trader, listOrders, { status: '1', page: '1' })).total

/** A finger on the middle of a control. `lift` takes it away again. */
async function touch(page: Page, place: Locator): Promise<{ lift(): Promise<void> }> {
  const box = (await place.boundingBox())!
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  return {
    async lift() {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await devtools.detach()
    },
  }
}

for (const language of LANGUAGES) {
  const t = textsOf(language)
  test.describe(`in ${language} on a desktop`, () => {
    test.use(DESKTOP)

    test('an order is asked about and confirmed by keys alone; Escape sends nothing', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
      await open(page, BRAND, '/trade?code=BTCUSDT')
      const ticket = page.getByRole('complementary', { name: t('trade:ticket.region') })
      await ticket.getByRole('radio', { name: t('trade:ticket.sendMode.one-click') }).focus()
      await page.keyboard.press('ArrowDown')
      await expect(ticket.getByRole('radio', { name: t('trade:ticket.sendMode.confirm'), exact: true })).toBeChecked()
      const ask = async () => {
        await ticket.locator('[data-side="buy"]').focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('alertdialog').getByRole('button', { name: t('public:cancel') })).toBeFocused()
      }
      await ask()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(ticket.locator('[data-side="buy"]')).toBeFocused()
      expect(await heldBy(trader)).toBe(0)
      await ask()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('BTC/USDT')
      await page.keyboard.press('Tab')
      // While a price that has moved too far is shown anew, the button waits.
      await expect(async () => {
        await page.keyboard.press('Enter')
        await expect(question).toHaveCount(0, { timeout: 1_000 })
      }).toPass()
      await expectOrdered(page, t('trade:confirmed'))
      expect(await heldBy(trader)).toBe(1)
    })
  })

  test.describe(`in ${language} on a phone`, () => {
    test.use(PHONE)

    test('a button that is let go sends nothing, one that is held sends once, also from under the chart', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
      await open(page, BRAND, '/trade?code=BTCUSDT')
      await page.getByRole('button', { name: t('trade:ticket.open') }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('radio', { name: t('trade:ticket.sendMode.hold'), exact: true }).click()
      await expect(sheet.getByText(t('trade:ticket.holdHint'))).toBeVisible()
      await expectNoSidewaysScroll(page)
      // Where it stands once it has come up.
      await expect.poll(() => sheet.evaluate((box) => box.getAnimations({ subtree: false }).length)).toBe(0)
      const short = await touch(page, sheet.locator('[data-side="sell"]'))
      await expect(sheet.locator('[data-side="sell"]')).toHaveAttribute('data-hold', 'held')
      await short.lift()
      await expect(sheet.locator('[data-side="sell"]')).toHaveAttribute('data-hold', 'idle')
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      expect(await heldBy(trader)).toBe(0)
      const long = await touch(page, page.getByTestId('ticket-peek').locator('[data-side="buy"]'))
      await expectOrdered(page, t('trade:confirmed'))
      await long.lift()
      expect(await heldBy(trader)).toBe(1)
    })
  })
}

test.describe('a real account', () => {
  test.use(DESKTOP)

  test('is asked until it wishes otherwise, and again after the next login', async ({ page, context }) => {
    const t = textsOf('en')
    await chooseLanguage(context, BRAND, 'en')
    const account = await openRealAccount(BRAND)
    await giveSession(context, BRAND, account.token)
    await open(page, BRAND, '/trade?code=BTCUSDT')
    const mode = (name: string) => page.getByRole('radio', { name: t(`trade:ticket.sendMode.${name}`), exact: true })
    await expect(mode('confirm')).toBeChecked()
    await mode('one-click').click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('trade:ticket.oneClick.confirm') })
      .click()
    await expect(mode('one-click')).toBeChecked()
    await context.clearCookies({ name: 'candor_session' })
    await open(page, BRAND, '/login')
    await giveSession(context, BRAND, account.token)
    await open(page, BRAND, '/trade?code=BTCUSDT')
    await expect(mode('confirm')).toBeChecked()
  })
})
