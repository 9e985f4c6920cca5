/** A company that winds down: visitors are led away, and its trader ends what they have and takes their money out. */

import { ERRORS } from '../../contract/errors'
import { listInstruments } from '../../contract/market'
import { listOrders, submitOrder } from '../../contract/orders'
import { login } from '../../contract/users'
import { TEST_PASSWORD } from '../fixtures/real-trader'
import { ask } from './plain-request'
import { hostOf } from './ports'
import { expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, test } from './site-test'
import { textsOf } from './texts'
import { WINDING } from './winding-company'
import { callWire, wire } from './wire-client'

const SERVER = 'winding'
const { brand, email, lossUrl } = WINDING
const t = textsOf('en')
const signedIn = async () =>
  ({
    brand,
    server: SERVER,
    token: (await wire({ brand, server: SERVER }, login, { account: email, password: TEST_PASSWORD, login_type: 'email' })).token,
  }) as const

test.use(DESKTOP)

test('a visitor is led to where the company says, from every page but the way in', async ({ page, context }) => {
  await chooseLanguage(context, brand, 'en', SERVER)
  await context.route('https://help.aurora.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Closing</title>' }),
  )
  for (const path of ['/', '/trade', '/order', '/register', '/mine/charge', '/mine/chat', '/news']) {
    const { status, headers } = await ask({ host: hostOf(brand, SERVER), path })
    expect([path, status, headers.location]).toEqual([path, 302, lossUrl])
  }
  await open(page, brand, '/login', SERVER)
  const notice = page.getByRole('note', { name: t('public:windDown.label') })
  await expect(notice).toContainText(t('public:windDown.visitor'))
  await expect(page.getByRole('link', { name: t('auth:openAnAccount') })).toHaveCount(0)
  // A move inside the site ends there as well.
  await page
    .getByRole('link', { name: t('public:brandHome', { name: 'Aurora Markets' }) })
    .first()
    .click()
  await expect(page).toHaveURL(lossUrl)
})

test('the trader logs in, sees what is possible, closes the position and asks for the money; nothing new is opened', async ({
  page,
  context,
}) => {
  await chooseLanguage(context, brand, 'en', SERVER)
  await open(page, brand, '/login', SERVER)
  await page.locator('input[name="account"]').fill(email)
  await page.locator('input[name="password"]').fill(TEST_PASSWORD)
  await page.locator('form:has(input[name="login_form"]) button[type="submit"]:visible').last().click()
  const banner = page.getByRole('note', { name: t('public:windDown.label') })
  await expect(banner).toContainText(t('public:windDown.text'))
  await expect(page.getByRole('link', { name: t('public:deposit'), exact: true })).toHaveCount(0)

  await test.step('nothing can be bought or sold', async () => {
    await open(page, brand, '/trade?code=EURUSD', SERVER)
    await expect(banner).toBeVisible()
    await expect(page.getByText(t('trade:lock.winding-down')).first()).toBeVisible()
    for (const side of [/^Buy/, /^Sell/]) await expect(page.getByRole('button', { name: side }).first()).toBeDisabled()
    await expectNoSidewaysScroll(page)
    const trader = await signedIn()
    const forexId = (await wire(trader, listInstruments, {})).find(({ Code }) => Code === 'EURUSD')?.Id ?? ''
    const refused = await callWire(trader, submitOrder, { forex_id: forexId, type: '1', status: '1', cont: '0.01', multiple: '100' })
    expect(refused.code).toBe(ERRORS.COMPANY_WINDING_DOWN.code)
  })

  await test.step('the position is closed', async () => {
    await open(page, brand, '/order', SERVER)
    await page
      .getByRole('button', { name: /^Close: EUR/ })
      .filter({ visible: true })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close position' }).click()
    await expectSaid(page, 'The position has been closed.')
    const trader = await signedIn()
    await expect.poll(async () => (await wire(trader, listOrders, { status: '1' })).data.length).toBe(0)
    expect((await wire(trader, listOrders, { status: '3' })).data).toHaveLength(1)
  })

  await test.step('money goes out, none comes in', async () => {
    await open(page, brand, '/mine/withdraw', SERVER)
    // There is no address yet: the page says so first, and one may be bound.
    const question = page.getByRole('alertdialog', { name: 'No crypto address yet' })
    await expect(question.getByRole('button', { name: 'Add crypto address' })).toBeVisible()
    await question.getByRole('button', { name: 'Not now' }).click()
    await expect(banner).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('user:withdraw'))
    await open(page, brand, '/mine/charge', SERVER)
    await expect(page.getByRole('heading', { name: t('public:windDown.noDeposits') })).toBeVisible()
    await open(page, brand, '/mine/invite', SERVER)
    await expect(page.getByRole('heading', { name: t('public:windDown.shutTitle') })).toBeVisible()
  })
})
