/**
 * The line lost at each point of an order, a close, a deposit and a withdrawal, once, several times and altogether: nothing untrue is
 * said, nothing is done twice, and nothing that was typed is lost. What happened is read from the books.
 */
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { listDeposits } from '../../contract/deposits'
import { listInstruments } from '../../contract/market'
import { listOrders, submitOrder } from '../../contract/orders'
import { listWithdrawals } from '../../contract/withdrawals'
import { jpeg } from '../fixtures/pictures'
import { type LosableLine, losableLine, POINTS, type Point } from './losable-line'
import { bindAddress, fund, turnTwoStepOn } from './money-account'
import { giveSession, message, openRealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, LONG, open, signInAsDemo, test } from './site-test'
import { textsOf } from './texts'
import { type Caller, wire } from './wire-client'

test.describe.configure({ mode: 'parallel' })
test.use({ ...DESKTOP, tolerated: /ERR_CONNECTION_RESET|ERR_FAILED|ERR_INTERNET_DISCONNECTED|\b(?:422|502|503)\b|WebSocket/ })

const BRAND = 'aurora'
const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const t = textsOf('en')
const NOT_KNOWN = t('public:connection.notKnown')

interface Case {
  readonly name: string
  readonly points: readonly Point[]
  readonly times: number
}
const TIMES = { once: 1, 'several times': 2, altogether: Number.POSITIVE_INFINITY } as const
const casesOf = (times: number): readonly Case[] => [
  ...POINTS.map((point) => ({ name: point, points: [point], times })),
  { name: 'answer, re-read and socket', points: ['answer', 're-read', 'socket'], times },
]

interface Deed {
  readonly name: string
  /** Where it is done, with everything it needs. */
  prepare(page: Page, context: BrowserContext, times: number): Promise<Caller>
  /** Up to the last press. */
  fill(page: Page): Promise<void>
  /** Presses for the last time. */
  send(page: Page): Promise<void>
  /** Nothing that was typed is lost. */
  expectTyped(page: Page): Promise<void>
  readonly done: string | RegExp
  /** The page that follows says that it is done, so that without it nothing is known. */
  readonly isToldByNextPage: boolean
  /** What its screen shows in place of the message of all. */
  readonly notKnown: string | null
  /** How often the books have it. */
  count(caller: Caller): Promise<number>
}

const demo = async (context: BrowserContext): Promise<Caller> => {
  await chooseLanguage(context, BRAND, 'en')
  return { brand: BRAND, token: await signInAsDemo(context, BRAND) }
}
const ticket = (page: Page): Locator => page.getByRole('complementary', { name: 'Order' })
const countOf = async (trader: Caller, status: '1' | '3') => (await wire(trader, listOrders, { status, page: '1' })).total

const ORDER: Deed = {
  name: 'an order',
  async prepare(page, context) {
    const trader = await demo(context)
    await open(page, BRAND, '/trade?code=EURUSD')
    await ticket(page).getByRole('spinbutton', { name: 'Lots' }).fill('0.03')
    return trader
  },
  fill: (page) => expect(ticket(page).getByRole('button', { name: /^Buy, long 0\.03 lots/ })).toBeEnabled(),
  send: (page) =>
    ticket(page)
      .getByRole('button', { name: /^Buy, long 0\.03 lots/ })
      .click(),
  expectTyped: (page) => expect(ticket(page).getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.03'),
  done: /Your order (?:has been confirmed|was placed at)/,
  isToldByNextPage: false,
  notKnown: t('public:notKnown.order'),
  count: (trader) => countOf(trader, '1'),
}

const CLOSE: Deed = {
  name: 'a close',
  async prepare(page, context, times) {
    const trader = await demo(context)
    const euro = (await wire(trader, listInstruments, {})).find(({ Code }) => Code === 'EURUSD')
    for (let n = 0; n < times; n += 1) {
      await wire(trader, submitOrder, { forex_id: euro?.Id ?? '', type: '1', status: '1', cont: '0.01', multiple: '100' })
    }
    await open(page, BRAND, '/order?type=1')
    return trader
  },
  async fill(page) {
    const close = page
      .getByRole('row')
      .filter({ hasText: 'EUR/USD' })
      .first()
      .getByRole('button', { name: /^Close: / })
    const question = page.getByRole('alertdialog')
    // A row that is just leaving takes the press with it.
    await expect(async () => {
      if (!(await question.isVisible())) await close.click({ timeout: 3_000 })
      await expect(question.getByRole('button', { name: t('order:ask.closeConfirm') })).toBeEnabled({ timeout: 3_000 })
    }).toPass()
  },
  send: (page) =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('order:ask.closeConfirm') })
      .click(),
  expectTyped: (page) =>
    expect(
      page
        .getByRole('alertdialog')
        .or(page.getByRole('row').filter({ hasText: 'EUR/USD' }))
        .first(),
    ).toBeVisible(),
  done: t('public:success.closeOrder'),
  isToldByNextPage: false,
  notKnown: null,
  count: (trader) => countOf(trader, '3'),
}

const amount = (page: Page): Locator => page.locator('input[name="number"]')
const pressable = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

const DEPOSIT: Deed = {
  name: 'a deposit',
  async prepare(page, context) {
    const account = await openRealAccount(BRAND)
    await chooseLanguage(context, BRAND, 'en')
    await giveSession(context, BRAND, account.token)
    await open(page, BRAND, '/mine/charge')
    return account
  },
  async fill(page) {
    const picture = page.getByRole('img', { name: t('financial:proof.alt') })
    if (!(await picture.isVisible())) {
      const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }
      await page.locator('#main input[type="file"]:not([capture])').first().setInputFiles(file)
      await expect(picture).toBeVisible()
    }
    await expect(page.locator('input[name="proofImg"]')).toHaveCount(1)
    await amount(page).fill('21.50')
  },
  send: (page) => pressable(page, t('financial:submit')).click(),
  async expectTyped(page) {
    await expect(amount(page)).toHaveValue('21.50')
    await expect(page.getByRole('img', { name: t('financial:proof.alt') })).toBeVisible()
  },
  done: t('public:success.submitCoinDeposit'),
  isToldByNextPage: true,
  notKnown: t('public:notKnown.deposit'),
  count: async (account) => (await wire(account, listDeposits, { type: '0' })).total,
}

const WITHDRAWAL: Deed = {
  name: 'a withdrawal',
  async prepare(page, context) {
    const account = await openRealAccount(BRAND)
    await fund(account, '1000')
    const [recovery = ''] = await turnTwoStepOn(account)
    await bindAddress(account, ADDRESS, recovery)
    await chooseLanguage(context, BRAND, 'en')
    await giveSession(context, BRAND, account.token)
    await open(page, BRAND, '/mine/withdraw')
    return account
  },
  async fill(page) {
    await amount(page).fill('21.50')
  },
  send: (page) => pressable(page, t('withdraw:submit')).click(),
  expectTyped: (page) => expect(amount(page)).toHaveValue('21.50'),
  done: t('public:success.submitWithdrawal'),
  isToldByNextPage: true,
  notKnown: t('public:notKnown.withdrawal'),
  count: async (account) => (await wire(account, listWithdrawals, { type: '1' })).total,
}

/** Messages of one case are gone before the next begins. */
async function clearMessages(page: Page): Promise<void> {
  const leave = message(page).getByRole('button', { name: t('public:dismiss'), exact: true })
  await expect(async () => {
    for (const button of await leave.all()) await button.click({ timeout: 500 }).catch(() => undefined)
    await expect(leave).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Messages leave by themselves, and a busy machine may look too late: what was said is written down as it comes. */
const writeDown = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const region = document.querySelector('[data-toast-region]')
    const said: string[] = []
    Object.assign(window, { said, loadedOnce: true })
    const look = () => said.push(region?.textContent ?? '')
    if (region !== null) new MutationObserver(look).observe(region, { childList: true, subtree: true, characterData: true })
  })
const forgetSaid = (page: Page) => page.evaluate(() => ((window as unknown as { said: string[] }).said.length = 0))
const expectSaid = (page: Page, words: string | RegExp) =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n')))
    .toMatch(typeof words === 'string' ? new RegExp(words) : words)

/** What no page may show, whatever became of the line. */
async function expectNothingUntrue(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'loadedOnce' in window), 'the page was loaded anew').toBe(true)
  await expect(page.getByText(/Nothing was changed|could not be shown/)).toHaveCount(0)
  // The line of the live prices has its own.
  await expect(page.locator('#main, [data-toast-region]').getByText('Try again')).toHaveCount(0)
}

async function lived({ page, line, deed, caller }: { page: Page; line: LosableLine; deed: Deed; caller: Caller }, { points, times }: Case) {
  const before = await deed.count(caller)
  const arrives = !points.includes('request')
  await deed.fill(page)
  await forgetSaid(page)
  line.lose(points, times)
  await deed.send(page)
  await line.cut()
  if (times === Number.POSITIVE_INFINITY) {
    if (points.includes('answer') || !arrives || (deed.isToldByNextPage && points.includes('re-read'))) {
      // A form whose answer came, and only the page after it did not, is no more in question than any other.
      const isFormOpen = points.includes('answer') || !arrives
      if (deed.notKnown === null || !isFormOpen) {
        const words = deed === CLOSE && isFormOpen ? t('public:notKnown.close') : NOT_KNOWN
        await expect(message(page)).toContainText(words)
        await expect(message(page).getByRole('alert')).toHaveCount(0)
      } else await expect(page.getByTestId('not-known')).toContainText(deed.notKnown)
      if (deed !== ORDER) await deed.expectTyped(page)
    } else await expectSaid(page, deed.done)
    await expectNothingUntrue(page)
    line.mend()
    const now = page.getByRole('button', { name: t('public:connection.checkNow') })
    if (await now.first().isVisible())
      await now
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined)
  }
  if (arrives) await expectSaid(page, deed.done)
  else await expect(page.getByText(t('public:error.NOT_RECEIVED')).first()).toBeVisible()
  await expect(message(page)).not.toContainText(NOT_KNOWN)
  await expect(page.getByTestId('not-known')).toHaveCount(0)
  line.mend()
  expect(await deed.count(caller)).toBe(before + (arrives ? 1 : 0))
  await expectNothingUntrue(page)
  if (arrives) return
  await deed.expectTyped(page)
  await clearMessages(page)
  await deed.fill(page)
  await forgetSaid(page)
  await deed.send(page)
  await expectSaid(page, deed.done)
  expect(await deed.count(caller)).toBe(before + 1)
}

/**
 * What is sent again by itself is one way for all forms: an order shows it, the others lose the line altogether, where each has words of its
 * own. That it is sent a second time as well is left to the long run.
 */
const isUsual = (deed: Deed, times: number): boolean => (deed === ORDER && times === TIMES.once) || times === TIMES.altogether

for (const deed of [ORDER, CLOSE, DEPOSIT, WITHDRAWAL]) {
  for (const [how, times] of Object.entries(TIMES)) {
    const title = `${deed.name} is done once or not at all, and the page says which, when the line was lost ${how}`
    test(title, isUsual(deed, times) ? {} : LONG, async ({ page, context }) => {
      const line = await losableLine(page)
      const cases = casesOf(times)
      const caller = await deed.prepare(page, context, cases.length + 1)
      await writeDown(page)
      for (const each of cases) {
        await test.step(each.name, async () => {
          await lived({ page, line, deed, caller }, each)
          await clearMessages(page)
        })
      }
    })
  }
}
