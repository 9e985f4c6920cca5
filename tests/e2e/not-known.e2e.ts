/** An order whose answer is lost, across pages: a reload, back and forward, another tab, a log-out. What happened is read from the books. */
import type { BrowserContext, Page } from 'playwright/test'
import { listOrders } from '../../contract/orders'
import { losableLine } from './losable-line'
import { message } from './real-account'
import { expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test } from './site-test'
import { textsOf } from './texts'
import { type Caller, wire } from './wire-client'

test.describe.configure({ mode: 'parallel', timeout: 240_000 })
test.use({ tolerated: /ERR_CONNECTION_RESET|ERR_FAILED|ERR_INTERNET_DISCONNECTED|\b(?:422|502|503)\b|WebSocket/ })

const BRAND = 'aurora'
const ALL = Number.POSITIVE_INFINITY
const t = textsOf('en')
/** The site is asked every 15 s at last, and one question may be under way that is still lost. */
const ASKED_BY_THEN = { timeout: 45_000 }
const heldBy = async (trader: Caller) => (await wire(trader, listOrders, { status: '1', page: '1' })).total
const panel = (page: Page) => page.getByTestId('not-known')
const buy = (page: Page) => page.getByRole('button', { name: /^Buy, long 0\.03 lots/ })
const lots = (page: Page) => page.getByRole('complementary', { name: 'Order' }).getByRole('spinbutton', { name: 'Lots' })

async function sendAndLose(page: Page, context: BrowserContext, point: 'request' | 'answer') {
  await chooseLanguage(context, BRAND, 'en')
  const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
  const line = await losableLine(page)
  await open(page, BRAND, '/trade?code=EURUSD')
  await lots(page).fill('0.03')
  await expect(buy(page)).toBeEnabled()
  line.lose([point], ALL)
  // A price that is just stale takes no order.
  await expect(async () => {
    if (!(await panel(page).isVisible())) await buy(page).click({ timeout: 3_000 })
    await expect(panel(page)).toContainText(t('public:notKnown.order'), { timeout: 5_000 })
  }).toPass()
  return { trader, line }
}

test.describe('on a desktop', () => {
  test.use(DESKTOP)

  test('the order stands in place of its form, with a reference, a row in the list, and no way to send it again', async ({
    page,
    context,
  }) => {
    const { line } = await sendAndLose(page, context, 'answer')
    await expect(panel(page)).toContainText(/0\.03 lots EUR\/USD/)
    await expect(panel(page)).toContainText(/Reference[0-9A-F]{4}-[0-9A-F]{4}/)
    await expect(lots(page)).toHaveCount(0)
    await expect(page.getByTestId('unknown-order')).toContainText(t('public:notKnown.row'))
    const waiting = page.getByRole('button', { name: `Buy, ${t('public:notKnown.waiting')}` })
    await expect(waiting).toHaveAttribute('aria-disabled', 'true')
    await expect(message(page).getByRole('alert')).toHaveCount(0)
    line.mend()
  })

  for (const point of ['answer', 'request'] as const) {
    test(`a reload goes on asking and says how it ended, when the ${point} was lost`, async ({ page, context }) => {
      const { trader, line } = await sendAndLose(page, context, point)
      await page.reload()
      await expect(panel(page)).toContainText(t('public:notKnown.order'))
      line.mend()
      const arrived = point === 'answer'
      await expect(message(page)).toContainText(
        arrived ? /Your order was placed at 1\.\d{5}/ : t('public:notKnown.notPlaced'),
        ASKED_BY_THEN,
      )
      await expect(panel(page)).toHaveCount(0)
      expect(await heldBy(trader)).toBe(arrived ? 1 : 0)
      // What was not placed is there to be sent anew.
      if (!arrived) await expect(lots(page)).toHaveValue('0.03')
    })
  }

  test('whoever goes on to another page and back finds it as it is', async ({ page, context }) => {
    const { trader, line } = await sendAndLose(page, context, 'answer')
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await expect(page.getByTestId('unknown-order').locator('visible=true')).toContainText(t('public:notKnown.row'))
    await expect(message(page)).toContainText(t('public:notKnown.order'))
    await page.goBack()
    await expect(panel(page)).toContainText(t('public:notKnown.order'))
    await page.goForward()
    line.mend()
    await expectSaid(page, /Your order was placed at 1\.\d{5}/, ASKED_BY_THEN)
    expect(await heldBy(trader)).toBe(1)
  })

  test('another tab shows the same, and both learn the end', async ({ page, context }) => {
    const { trader, line } = await sendAndLose(page, context, 'answer')
    const other = await context.newPage()
    const otherLine = await losableLine(other)
    otherLine.lose(['answer'], ALL)
    await open(other, BRAND, '/trade?code=EURUSD')
    await expect(panel(other)).toContainText(t('public:notKnown.order'))
    line.mend()
    otherLine.mend()
    // Both at once: whichever hears first says so for a few seconds only.
    await Promise.all(
      [page, other].map(async (each) => {
        await expectSaid(each, /Your order was placed at 1\.\d{5}/, ASKED_BY_THEN)
        await expect(panel(each)).toHaveCount(0)
      }),
    )
    expect(await heldBy(trader)).toBe(1)
  })

  test('nothing of it is left for whoever is signed in next', async ({ page, context }) => {
    const { line } = await sendAndLose(page, context, 'answer')
    await signInAsDemo(context, BRAND)
    await page.reload()
    await expect(lots(page)).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    // The page is drawn before its scripts are there, which forget it.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('open-sendings'))).toBeNull()
    line.mend()
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('one line says it, and leads to all of it', async ({ page, context }) => {
    await chooseLanguage(context, BRAND, 'en')
    await signInAsDemo(context, BRAND)
    const line = await losableLine(page)
    await open(page, BRAND, '/trade?code=EURUSD')
    const peek = page.getByTestId('ticket-peek')
    const pressed = peek.getByRole('button', { name: /^Buy, long/ })
    await expect(pressed).toBeEnabled()
    line.lose(['answer'], ALL)
    await expect(async () => {
      if (!(await peek.getByTestId('not-known-strip').isVisible())) await pressed.click({ timeout: 3_000 })
      await expect(peek.getByTestId('not-known-strip')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(peek.getByRole('status').filter({ hasText: t('public:notKnown.order') })).toBeVisible()
    await peek.getByTestId('not-known-strip').getByRole('button').click()
    await expect(page.getByRole('dialog').getByTestId('not-known')).toContainText(t('public:notKnown.order'))
    const checkNow = page.getByRole('dialog').getByRole('button', { name: t('public:connection.checkNow') })
    await checkNow.click()
    await expect(checkNow).toBeVisible()
    line.mend()
    // Pressed or not, it asks by itself; it may have asked before the press.
    await checkNow.click({ timeout: 2_000 }).catch(() => undefined)
    await expectSaid(page, /Your order was placed at 1\.\d{5}/, ASKED_BY_THEN)
  })
})
