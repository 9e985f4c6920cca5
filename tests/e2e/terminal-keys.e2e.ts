/** The terminal by keys and from the chart: what moves the focus, what asks, and that nothing is sent on the way. */
import type { Page } from 'playwright/test'
import { listOrders } from '../../contract/orders'
import { REFUSED } from './real-account'
import { expectOrdered, expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { textsOf } from './texts'
import { type Caller, wire } from './wire-client'

test.describe.configure({ timeout: 180_000 })
// A price that moved further than the ticket allows is refused once.
test.use({ tolerated: REFUSED })

const BRAND = 'aurora'
const heldBy = async (trader: Caller) => (await wire(trader, listOrders, { status: '1', page: '1' })).total
const chart = (page: Page) => page.getByTestId('candle-chart')

for (const language of ['en', 'ar'] as const) {
  const t = textsOf(language)
  test.describe(`in ${language} on a desktop`, () => {
    test.use(DESKTOP)

    test('keys size an order, send it at the button, ask to close it, and can be switched off', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
      await open(page, BRAND, '/trade?code=BTCUSDT')
      const ticket = page.getByRole('complementary', { name: t('trade:ticket.region') })
      const lots = ticket.getByRole('spinbutton', { name: t('trade:ticket.lots') })
      const before = Number(await lots.inputValue())
      await page.keyboard.press('b')
      await expect(ticket.locator('[data-side="buy"]')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect.poll(async () => Number(await lots.inputValue())).toBeGreaterThan(before)
      await page.keyboard.press('l')
      await expect(ticket.getByRole('spinbutton', { name: t('trade:ticket.stopLoss') })).toBeFocused()
      await page.keyboard.press('Tab')
      expect(await heldBy(trader)).toBe(0)
      await page.keyboard.press('b')
      await page.keyboard.press('Enter')
      await expectOrdered(page, t('trade:confirmed'))
      const message = page.locator('[data-toast-region]').getByRole('button', { name: t('order:close') })
      await expect(message).toBeVisible()
      await page.keyboard.press('x')
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('BTC/USDT')
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      expect(await heldBy(trader)).toBe(1)
      await page.keyboard.press('x')
      await question.getByRole('button', { name: t('order:ask.closeConfirm') }).click()
      await expectSaid(page, t('order:done.close'))
      expect(await heldBy(trader)).toBe(0)
      await page.keyboard.press('?')
      const list = page.getByRole('dialog', { name: t('func:shortcut.title') })
      await list.getByRole('switch', { name: t('func:shortcut.single') }).click()
      await page.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
      await page.keyboard.press('o')
      await page.keyboard.press('s')
      await expect(ticket.locator('[data-side="sell"]')).not.toBeFocused()
    })

    test('a price of the chart fills in the ticket, by the right button and by keys', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
      await open(page, BRAND, '/trade?code=BTCUSDT')
      await expect(page.locator('[data-feed="ready"]')).toBeVisible()
      // What stands round the chart comes after it.
      await expect(page.getByRole('button', { name: t('trade:chart.zone.london') })).toBeVisible()
      await chart(page).click({ button: 'right', position: { x: 300, y: 60 } })
      const menu = page.getByRole('menu')
      await expect(menu.getByRole('menuitem', { name: t('trade:pendingKind.sell.limit') })).toBeVisible()
      await menu.getByRole('menuitem', { name: t('trade:pendingKind.sell.limit') }).click()
      const ticket = page.getByRole('complementary', { name: t('trade:ticket.region') })
      await expect(ticket.locator('[data-side="sell"]')).toBeFocused()
      await expect(ticket.getByRole('spinbutton', { name: t('trade:ticket.targetPrice') })).not.toHaveValue('')
      expect((await wire(trader, listOrders, { status: '0', page: '1' })).total).toBe(0)
      await chart(page).focus()
      await page.keyboard.press('m')
      await expect(menu).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      await expect(chart(page)).toBeFocused()
    })

    test('the palette leads to a market by keys, and a preset fills in the ticket', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      await signInAsDemo(context, BRAND)
      await open(page, BRAND, '/trade?code=EURUSD')
      await page.keyboard.press('ControlOrMeta+k')
      const field = page.getByRole('combobox', { name: t('func:palette.label') })
      await expect(field).toBeFocused()
      await page.keyboard.type('btc')
      await expect(page.getByRole('option', { selected: true })).toContainText('BTC/USDT')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/code=BTCUSDT/)
      await expect(field).toHaveCount(0)
      // Another instrument is another ticket.
      await expect(page.locator('[data-feed="ready"]')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('BTC/USDT')
      const ticket = page.getByRole('complementary', { name: t('trade:ticket.region') })
      await ticket.getByRole('button', { name: t('trade:preset.save') }).click()
      const sheet = page.getByRole('dialog', { name: t('trade:preset.label') })
      await sheet.getByRole('textbox', { name: t('trade:preset.name') }).fill('Swing')
      await page.keyboard.press('Enter')
      await expect(sheet).toHaveCount(0)
      await expect(ticket.getByRole('button', { name: 'Swing', exact: true })).toHaveAttribute('aria-pressed', 'true')
      const lots = ticket.getByRole('spinbutton', { name: t('trade:ticket.lots') })
      const before = await lots.inputValue()
      await page.keyboard.press('b')
      await page.keyboard.press('ArrowUp')
      await expect(ticket.getByRole('button', { name: t('trade:preset.changed', { name: 'Swing' }) })).toBeVisible()
      await page.keyboard.press('p')
      await expect(lots).toHaveValue(before)
    })
  })

  test.describe(`in ${language} on a phone`, () => {
    test.use(PHONE)

    test('the search opens the palette, and a row leads to its market', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      await open(page, BRAND, '/')
      await page.getByRole('link', { name: t('public:searchMarkets') }).click()
      await page.getByRole('combobox', { name: t('func:palette.label') }).fill('btc')
      await expect(page.getByRole('option').first()).toContainText('BTC/USDT')
      await expectNoSidewaysScroll(page)
      await page.getByRole('option').first().click()
      await expect(page).toHaveURL(/code=BTCUSDT/)
    })

    test('a finger that stays on the chart opens the orders of its price, and the sheet is filled in', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, language)
      await signInAsDemo(context, BRAND)
      await open(page, BRAND, '/trade?code=BTCUSDT')
      await expect(page.locator('[data-feed="ready"]')).toBeVisible()
      // What stands round the chart comes after it.
      await expect(page.getByRole('button', { name: t('trade:chart.zone.london') })).toBeVisible()
      const box = (await chart(page).boundingBox())!
      const devtools = await context.newCDPSession(page)
      const touchPoints = [{ x: box.x + 150, y: box.y + box.height - 60 }]
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      const menu = page.getByRole('menu')
      await expect(menu).toBeVisible()
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await menu.getByRole('menuitem', { name: t('trade:pendingKind.buy.limit') }).click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('spinbutton', { name: t('trade:ticket.targetPrice') })).not.toHaveValue('')
      await expectNoSidewaysScroll(page)
    })
  })
}
