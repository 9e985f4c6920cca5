/** Money in and out: what the trader sees of what the desk decides, on a page that is never loaded again. */
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { listDeposits } from '../../contract/deposits'
import { ERRORS } from '../../contract/errors'
import { listNotices } from '../../contract/wallet'
import { listPayoutMethods, listWithdrawals, submitWithdrawal } from '../../contract/withdrawals'
import { jpeg } from '../fixtures/pictures'
import { approveByKeys, decideAtApi, openItem, openQueue, rejectByKeys, signInAtDesk, visitDesk, visitDeskAs } from './desk-pages'
import { balanceOf, bindAddress, fund, movementsOf, turnTwoStepOn } from './money-account'
import type { Brand } from './ports'
import { giveSession, openRealAccount, REFUSED, type RealAccount } from './real-account'
import { expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, test, usuallyOn } from './site-test'
import { type JourneyLanguage, type TextOf, textsOf } from './texts'
import { wire } from './wire-client'

/** Addresses that are well formed and nobody's. */
const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const GERMAN_BANK_RATE = '1.08'

async function signedIn(context: BrowserContext, brand: Brand, language: JourneyLanguage): Promise<RealAccount> {
  const account = await openRealAccount(brand)
  await chooseLanguage(context, brand, language)
  await giveSession(context, brand, account.token)
  return account
}

/** A page that is not loaded again while the journey looks at it. */
async function openOnce(page: Page, brand: Brand, path: string): Promise<void> {
  await open(page, brand, path)
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
}
const expectLoadedOnce = async (page: Page) => expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)

/** The newest record of a list; `name` is its heading. */
const newestRecord = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).getByRole('listitem').first()

/** The large figure of the wallet. */
const walletBalance = (page: Page): Locator => page.locator('main strong [data-value]').first()

/** What is frozen, while anything is. */
const walletFrozen = (page: Page, t: TextOf): Locator =>
  page
    .getByRole('img', { name: new RegExp(t('wallet:split', { available: '(\\d+)', frozen: '(\\d+)' })) })
    .locator('xpath=..')
    .locator('b [data-value]')

async function sendProofAndSubmit(page: Page, t: TextOf, amount: string): Promise<void> {
  await page
    .locator('#main input[type="file"]:not([capture])')
    .first()
    .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(page.getByRole('img', { name: t('financial:proof.alt') })).toBeVisible()
  await page.locator('input[name="number"]').fill(amount)
  await expectNoSidewaysScroll(page)
  await expect(page.locator('input[name="proofImg"]')).toHaveCount(1)
  await page.getByRole('button', { name: t('financial:submit'), exact: true }).click()
}

async function newestDeposit(account: RealAccount, type: '0' | '1') {
  const { data } = await wire(account, listDeposits, { type })
  const [newest] = data
  if (newest === undefined) throw new Error('no deposit was declared')
  return newest
}

async function newestWithdrawal(account: RealAccount) {
  const { data } = await wire(account, listWithdrawals, { type: '1' })
  const [newest] = data
  if (newest === undefined) throw new Error('no withdrawal was asked for')
  return newest
}

async function expectUnreadNotice(account: RealAccount, kind: string): Promise<void> {
  const { data, unread } = await wire(account, listNotices, {})
  expect(data[0]?.kind).toBe(kind)
  expect(unread).toBeGreaterThan(0)
}

const LOOKS = [
  { layout: 'phone', language: 'en', brand: 'aurora' },
  { layout: 'desktop', language: 'ar', brand: 'aurora' },
] as const satisfies readonly { layout: 'phone' | 'desktop'; language: JourneyLanguage; brand: Brand }[]

for (const { layout, language, brand } of LOOKS) {
  test.describe(`deposits, ${layout}, ${language}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

    test(
      'a coin deposit is proven, approved with the keyboard, and stands in the balance once',
      usuallyOn('phone', layout),
      async ({ page, context, browser, faults }) => {
        const t = textsOf(language)
        const account = await signedIn(context, brand, language)
        const desk = await visitDesk({ browser, faults, language })
        const wallet = await context.newPage()
        try {
          await openQueue(desk, brand, 'deposits', account.uid)
          await expect(desk.page).toHaveURL(/\/desk\/login\?from=/)
          await signInAtDesk(desk, 'demo-one')
          await expect(desk.page).toHaveURL(/\/desk\/deposits/)
          await expect(desk.page.getByText(t('desk:review.notFound'))).toBeVisible()

          await openOnce(wallet, brand, '/mine/wallet')
          await expect(walletBalance(wallet)).toHaveAttribute('data-value', /^0(\.0+)?$/)
          await openOnce(page, brand, '/mine/charge')
          await sendProofAndSubmit(page, t, '250.5')
          const record = newestRecord(page, t('financial:records'))
          await expect(record).toContainText('250.50')
          await expect(record).toContainText(t('financial:status.0'))
          await expect(page.locator('input[name="number"]')).toHaveValue('')
          await expect(page.getByRole('img', { name: t('financial:proof.alt') })).toHaveCount(0)
          const { id } = await newestDeposit(account, '0')
          expect((await balanceOf(account)).balance).toMatch(/^0(\.0+)?$/)

          // It came while the operator looked at the queue, and opened by itself.
          await expect(desk.page.getByRole('img', { name: t('desk:review.picture.proof') })).toBeVisible()
          await approveByKeys(desk, 'deposits', id, 'completed')

          await expectSaid(page, t('notice:deposit-completed.title'))
          await expect(record).toContainText(t('financial:status.1'))
          await expect(walletBalance(wallet)).toHaveAttribute('data-value', /^250\.50*$/)
          expect(await movementsOf(account)).toEqual([expect.stringMatching(/^250\.50*$/)])
          await expectUnreadNotice(account, 'deposit-completed')
          for (const seen of [page, wallet]) await expectLoadedOnce(seen)
          // A phone has the bell on its main pages.
          await open(page, brand, '/user')
          await expect(page.getByRole('link', { name: t('notice:page.bell_one', { count: 1 }), exact: true }).first()).toBeVisible()
        } finally {
          await wallet.close()
          await desk.context.close()
        }
      },
    )

    test(
      'a wire above the limit needs two operators and is credited once',
      usuallyOn('desktop', layout),
      async ({ page, context, browser, faults }) => {
        const t = textsOf(language)
        const account = await signedIn(context, brand, language)
        const [one, two] = [
          await visitDeskAs('demo-one', { browser, faults, language }),
          await visitDeskAs('demo-two', { browser, faults, language }),
        ]
        try {
          await openOnce(page, brand, '/mine/charge?type=1')
          await expect(page.getByText('DE89370400440532013000')).toBeVisible()
          await sendProofAndSubmit(page, t, '6000')
          const record = newestRecord(page, t('financial:records'))
          await expect(record).toContainText(t('financial:bankRecord', { currency: 'EUR' }))
          await expect(record).toContainText(t('financial:status.0'))
          const { id } = await newestDeposit(account, '1')

          await openQueue(one, brand, 'deposits', account.uid)
          await expect(openItem(one, 'deposits', id)).toContainText(GERMAN_BANK_RATE)
          await approveByKeys(one, 'deposits', id, 'approved_once')
          await expect(record).toContainText(t('financial:status.0'))
          expect((await balanceOf(account)).balance).toMatch(/^0(\.0+)?$/)

          // A second press of the same operator is answered with the reason at the page and refused at the desk.
          await openQueue(one, brand, 'deposits', account.uid)
          const again = openItem(one, 'deposits', id).getByRole('button', { name: t('desk:review.approveSecond'), exact: true })
          await expect(again).toHaveAccessibleDescription(t('desk:review.youWereFirst'))
          await one.page.keyboard.press('a')
          await expect(one.page.getByRole('alertdialog')).toHaveCount(0)
          expect((await decideAtApi('demo-one', 'deposits', brand, id)).code).toBe(ERRORS.DESK_SAME_PERSON.code)
          expect((await balanceOf(account)).balance).toMatch(/^0(\.0+)?$/)

          await openQueue(two, brand, 'deposits', account.uid)
          await expect(openItem(two, 'deposits', id)).toContainText('demo-one')
          await approveByKeys(two, 'deposits', id, 'completed')
          await expect(record).toContainText(t('financial:status.1'))
          await expect(record).toContainText(t('financial:credited', { sum: '6,480.00' }))
          expect((await decideAtApi('demo-one', 'deposits', brand, id)).code).toBe(ERRORS.DESK_ALREADY_DECIDED.code)
          expect(await movementsOf(account)).toEqual([expect.stringMatching(/^6480(\.0+)?$/)])
          await expectLoadedOnce(page)
        } finally {
          await one.context.close()
          await two.context.close()
        }
      },
    )
  })

  test.describe(`withdrawals, ${layout}, ${language}`, () => {
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: REFUSED })

    test(
      'a withdrawal that is rejected comes back with the reason, and the next one is paid by two operators',
      usuallyOn('desktop', layout),
      async ({ page, context, browser, faults }) => {
        const t = textsOf(language)
        const account = await signedIn(context, brand, language)
        await fund(account, '1000')
        const [recovery = ''] = await turnTwoStepOn(account)
        const wallet = await context.newPage()
        const one = await visitDeskAs('demo-one', { browser, faults, language })
        try {
          await openOnce(wallet, brand, '/mine/wallet')
          await expect(walletBalance(wallet)).toHaveAttribute('data-value', /^1000(\.0+)?$/)
          await bindsOnTheWay(page, t, brand, recovery)

          await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
          const record = newestRecord(page, t('withdraw:records'))
          await asksFor(page, t, '400')
          await expect(record).toContainText(t('withdraw:status.unchecked'))
          await expect(record).toContainText('400.00')
          await expect(walletBalance(wallet)).toHaveAttribute('data-value', /^600(\.0+)?$/)
          await expect(walletFrozen(wallet, t)).toHaveAttribute('data-value', /^400(\.0+)?$/)
          const refused = await newestWithdrawal(account)
          await openQueue(one, brand, 'withdrawals', account.uid)
          await rejectByKeys(one, 'withdrawals', refused.id, 'The payee is not you.')
          await expectSaid(page, t('notice:withdrawal-rejected.title'))
          await expect(record).toContainText(t('withdraw:status.rejected'))
          await expect(record).toContainText('The payee is not you.')
          await expect(walletBalance(wallet)).toHaveAttribute('data-value', /^1000(\.0+)?$/)
          await expect(walletFrozen(wallet, t)).toHaveCount(0)

          await asksFor(page, t, '200')
          await expect(record).toContainText('200.00')
          await expect(walletBalance(wallet)).toHaveAttribute('data-value', /^800(\.0+)?$/)
          const paid = await newestWithdrawal(account)
          await openQueue(one, brand, 'withdrawals', account.uid)
          await approveByKeys(one, 'withdrawals', paid.id, 'approved_once')
          await expect(record).toContainText(t('withdraw:status.unchecked'))
          const two = await visitDeskAs('demo-two', { browser, faults, language })
          await openQueue(two, brand, 'withdrawals', account.uid)
          await approveByKeys(two, 'withdrawals', paid.id, 'completed')
          await two.context.close()
          await expectSaid(page, t('notice:withdrawal-completed.title'))
          await expect(record).toContainText(t('withdraw:status.completed'))
          await expect(walletFrozen(wallet, t)).toHaveCount(0)
          const { balance, lock_balance } = await balanceOf(account)
          expect([Number(balance), Number(lock_balance)]).toEqual([800, 0])
          for (const seen of [page, wallet]) await expectLoadedOnce(seen)
        } finally {
          await wallet.close()
          await one.context.close()
        }
      },
    )

    test(
      'deleting the address leaves the withdrawal that is on its way to it',
      usuallyOn('phone', layout),
      async ({ page, context, browser, faults }) => {
        const t = textsOf(language)
        const account = await signedIn(context, brand, language)
        await fund(account, '500')
        const [recovery = ''] = await turnTwoStepOn(account)
        const { method, currency } = await bindAddress(account, ADDRESS, recovery)
        const { id } = await wire(account, submitWithdrawal, { draw_currency_id: currency, draw_method_id: method, number: '100' })
        await open(page, brand, '/mine/coin-address-list')
        await page.getByRole('main').getByRole('listitem').getByRole('button').click()
        const question = page.getByRole('alertdialog')
        await expect(question).toContainText(t('bank:deleteAddressTitle'))
        await question.getByRole('button', { name: t('bank:delete'), exact: true }).click()
        await expect(page.getByText(t('bank:noAddress'))).toBeVisible()
        expect(await wire(account, listPayoutMethods, { draw_type: '1' })).toEqual([])

        await openOnce(page, brand, '/mine/withdraw')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('withdraw:notNow'), exact: true })
          .click()
        const record = newestRecord(page, t('withdraw:records'))
        await expect(record).toContainText(t('withdraw:status.unchecked'))
        await expect(record).toContainText(ADDRESS.slice(-4))
        expect((await newestWithdrawal(account)).address).toBe(ADDRESS)
        const one = await visitDeskAs('demo-one', { browser, faults, language })
        try {
          await openQueue(one, brand, 'withdrawals', account.uid)
          await expect(openItem(one, 'withdrawals', id).locator('code')).toHaveText(ADDRESS)
          await approveByKeys(one, 'withdrawals', id, 'approved_once')
        } finally {
          await one.context.close()
        }
        expect((await decideAtApi('demo-two', 'withdrawals', brand, id)).data.outcome).toBe('completed')
        await expect(record).toContainText(t('withdraw:status.completed'))
        expect((await newestWithdrawal(account)).address).toBe(ADDRESS)
        await expectLoadedOnce(page)
      },
    )
  })
}

/** A first withdrawal: a code is asked for; nothing is bound, so the page leads to binding an address, and back. */
async function bindsOnTheWay(page: Page, t: TextOf, brand: Brand, recovery: string): Promise<void> {
  await open(page, brand, '/mine/withdraw')
  await expect(page).toHaveURL(/\/mine\/confirm\?from=/)
  await page.locator('input[name="code"]').fill(recovery)
  await page.getByRole('button', { name: t('account:confirm.submit') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('bank:addCoin'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/mine\/withdraw-way\?type=1/)
  await page.getByLabel(t('bank:field.dc_address'), { exact: true }).fill(ADDRESS)
  await page.getByRole('button', { name: t('bank:saveCoin'), exact: true }).click()
  await expect(page).toHaveURL(/\/mine\/withdraw(\?|$)/)
}

async function asksFor(page: Page, t: TextOf, amount: string): Promise<void> {
  await page.locator('input[name="number"]').fill(amount)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t('withdraw:submit'), exact: true }).click()
}
