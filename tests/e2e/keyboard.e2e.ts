/** The main jobs without a pointer: every step is a key, and every field is come to by Tab. */
import type { Locator, Page } from 'playwright/test'
import { listOrders } from '../../contract/orders'
import { listWithdrawals } from '../../contract/withdrawals'
import { jpeg } from '../fixtures/pictures'
import { bindAddress, fund, turnTwoStepOn } from './money-account'
import { giveSession, openRealAccount, REFUSED } from './real-account'
import { expectOrdered, expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, open, signInAsDemo, test, walkLimit } from './site-test'
import { textsOf } from './texts'
import { wire } from './wire-client'

const t = textsOf('en')
const MOST_STOPS = 150
const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

test.use({ ...DESKTOP, tolerated: REFUSED })
// Every stop of the Tab key is asked for its place.
test.setTimeout(walkLimit())
test.beforeEach(async ({ context }) => chooseLanguage(context, 'aurora', 'en'))

const isFocused = (place: Locator): Promise<boolean> => place.evaluate((element) => element === document.activeElement)

/** Tab after Tab until the place has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await isFocused(place)) return
  }
  throw new Error(`${place} is not come to in ${MOST_STOPS} stops`)
}

test('a trader skips to the content, sizes an order, buys, changes its stop and closes it', async ({ page, context }) => {
  const token = await signInAsDemo(context, 'aurora')
  const held = () => wire({ brand: 'aurora', token }, listOrders, { status: '1', page: '1' })

  await test.step('the first stop skips the bars', async () => {
    await open(page, 'aurora', '/trade?code=BTCUSDT')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: t('public:skipToContent'), exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
  })

  await test.step('lots by arrows, a stop loss by Space, and b goes to the button', async () => {
    const ticket = page.getByRole('complementary', { name: t('trade:ticket.region') })
    const lots = ticket.getByRole('spinbutton', { name: 'Lots' })
    await tabTo(page, lots)
    const before = Number(await lots.inputValue())
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => Number(await lots.inputValue())).toBeGreaterThan(before)
    await tabTo(page, ticket.getByRole('switch', { name: 'Take profit' }))
    await page.keyboard.press('Space')
    await expect(ticket.getByRole('spinbutton', { name: 'Take profit' })).not.toHaveValue('')
    // Not in a field: there it is a letter.
    await page.keyboard.press('b')
    await expect(ticket.locator('[data-side="buy"]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectOrdered(page)
    expect((await held()).data).toHaveLength(1)
  })

  await test.step('g o leads to the orders, e to the stops of the chosen one', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL(/\/order/)
    await expect(page.getByRole('row').filter({ hasText: 'BTC/USDT' })).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    const detail = page.getByRole('complementary', { name: 'Order details' })
    const stopLoss = detail.getByRole('switch', { name: 'Stop loss' })
    await tabTo(page, stopLoss)
    await page.keyboard.press('Space')
    await expect(detail.getByRole('spinbutton', { name: 'Stop loss' })).not.toHaveValue('')
    await tabTo(page, detail.getByRole('button', { name: 'Save TP / SL' }))
    await page.keyboard.press('Enter')
    await expectSaid(page, 'Take profit and stop loss have been saved.')
    expect(Number((await held()).data[0]?.TargetLossPrice)).toBeGreaterThan(0)
  })

  await test.step('x asks, Escape takes it back and gives the focus back, Enter closes', async () => {
    const row = page.getByRole('row').filter({ hasText: 'BTC/USDT' })
    await page.keyboard.press('k')
    await expect(row).toBeFocused()
    await page.keyboard.press('x')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    // The focus stays inside for as long as it is asked.
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(() => question.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(row).toBeFocused()
    await page.keyboard.press('x')
    const close = question.getByRole('button', { name: 'Close position' })
    if (!(await isFocused(close))) await tabTo(page, close)
    await page.keyboard.press('Enter')
    await expectSaid(page, 'The position has been closed.')
    expect((await held()).data).toEqual([])
  })
})

test('a deposit is proven and declared', async ({ page, context }) => {
  const account = await openRealAccount('aurora')
  await giveSession(context, 'aurora', account.token)
  await open(page, 'aurora', '/mine/charge')
  const file = page.locator('#main input[type="file"]:not([capture])').first()
  // Told to the browser well before the key: the two reach the page on different ways, and a key that comes first opens the device's own.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, file)
  await page.keyboard.press('Space')
  await (await chooser).setFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(page.getByRole('img', { name: t('financial:proof.alt') })).toBeVisible()
  // The amount may stand before the proof: from the end of the page the way begins again at its top.
  await tabTo(page, page.locator('input[name="number"]'))
  await page.keyboard.type('125.50')
  await expect(page.locator('input[name="proofImg"]')).toHaveCount(1)
  await tabTo(page, page.getByRole('button', { name: t('financial:submit'), exact: true }))
  await page.keyboard.press('Enter')
  const record = page
    .getByRole('region', { name: t('financial:records'), exact: true })
    .getByRole('listitem')
    .first()
  await expect(record).toContainText('125.50')
  await expect(record).toContainText(t('financial:status.0'))
})

test('a withdrawal is asked for', async ({ page, context }) => {
  const account = await openRealAccount('aurora')
  await fund(account, '500')
  const [recovery = ''] = await turnTwoStepOn(account)
  await bindAddress(account, ADDRESS, recovery)
  await giveSession(context, 'aurora', account.token)
  await open(page, 'aurora', '/mine/withdraw')
  await tabTo(page, page.locator('input[name="number"]'))
  await page.keyboard.type('100')
  await tabTo(page, page.getByRole('button', { name: t('withdraw:submit'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('region', { name: t('withdraw:records'), exact: true })
      .getByRole('listitem')
      .first(),
  ).toContainText(t('withdraw:status.unchecked'))
  const { data } = await wire(account, listWithdrawals, { type: '1' })
  expect(data).toHaveLength(1)
})

test('the shortcuts lead where their list says, and none fires in a field', async ({ page, context }) => {
  await signInAsDemo(context, 'aurora')
  await open(page, 'aurora', '/')
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox').first()
  await expect(search).toBeFocused()
  await page.keyboard.type('g')
  await page.keyboard.type('o?')
  await expect(search).toHaveValue('go?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/')
  await page.locator('#main').focus()

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: t('func:shortcut.title') })
  await expect(list).toBeVisible()
  // Nothing else happens while it is read.
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/')

  for (const [key, path] of [
    ['t', /\/trade/],
    ['o', /\/order/],
    ['w', /\/mine\/wallet$/],
    ['h', /localhost:\d+\/$/],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(path)
  }
})
