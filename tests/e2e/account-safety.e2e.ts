/** What guards an account: a second step, the list of sessions, the mail about a new device. */
import type { Page } from 'playwright/test'
import { getTrader, login } from '../../contract/users'
import { startSmtpServer } from '../fixtures/smtp-server'
import { type Brand, originOf, SMTP_PORT } from './ports'
import { authenticatorCode, giveSession, newEmail, openRealAccount, PASSWORD, REFUSED, signInAtApi, submitForm } from './real-account'
import { expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, sessionToken, test, untilLive, usuallyOn } from './site-test'
import { type JourneyLanguage, textsOf } from './texts'
import { callWire, wire } from './wire-client'

const LOOKS = [
  { layout: 'phone', language: 'en', brand: 'aurora' },
  { layout: 'desktop', language: 'ar', brand: 'saffron' },
  { layout: 'phone', language: 'hk', brand: 'meridian' },
] as const satisfies readonly { layout: 'phone' | 'desktop'; language: JourneyLanguage; brand: Brand }[]

const secretOn = async (page: Page): Promise<string> => ((await page.locator('code').first().textContent()) ?? '').replace(/\s/g, '')

for (const { layout, language, brand } of LOOKS) {
  test.describe(`${layout}, ${language}`, () => {
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: REFUSED })

    const usually = (usual: JourneyLanguage) => usuallyOn(usual, language)

    test(
      'two-step sign-in is turned on, asked for at the next sign-in and again before a payout method',
      usually('en'),
      async ({ page, context }) => {
        const t = textsOf(language)
        const account = await openRealAccount(brand)
        await chooseLanguage(context, brand, language)
        await giveSession(context, brand, account.token)
        await open(page, brand, '/mine/two-step')
        await page.getByRole('button', { name: t('account:twoStep.start') }).click()
        await expect(page.getByText(t('public:error.PASSWORD_REQUIRED')).first()).toBeVisible()
        await page.locator('input[name="password"]').fill(account.password)
        // A press while the button is still busy is passed over.
        await expect(page.getByRole('button', { name: t('account:twoStep.start') })).not.toHaveAttribute('aria-busy', 'true')
        await page.getByRole('button', { name: t('account:twoStep.start') }).click()
        await expect(page.getByRole('img', { name: t('account:twoStep.qr') })).toBeVisible()
        await expectNoSidewaysScroll(page)
        const secret = await secretOn(page)
        await page.locator('input[name="code"]').fill(await authenticatorCode(brand, secret))
        await page.getByRole('button', { name: t('account:twoStep.turnOn') }).click()
        await expect(page.getByText(t('account:recovery.onTitle'))).toBeVisible()
        await expectNoSidewaysScroll(page)
        const codes = await page.locator('main li').allTextContents()
        const recovery = codes.map((code) => code.trim()).filter((code) => code.length >= 8)
        expect(recovery).toHaveLength(10)

        await context.clearCookies({ name: 'candor_session' })
        await open(page, brand, '/login?from=%2Fuser')
        await page.locator('input[name="account"]').fill(account.email)
        await page.locator('input[name="password"]').fill(account.password)
        await submitForm(page)
        await expect(page).toHaveURL(/\/login\/code/)
        expect(await sessionToken(context, brand)).toBeNull()
        await page.locator('input[name="code"]').fill('000000')
        await submitForm(page)
        await expect(page.getByText(t('public:error.TWO_STEP_CODE_WRONG')).first()).toBeVisible()
        await page.getByRole('link', { name: t('auth:twoStep.useRecovery') }).click()
        await page.getByLabel(t('auth:twoStep.recoveryCode')).fill(recovery[0] ?? '')
        await submitForm(page)
        await expect(page).toHaveURL(`${originOf(brand)}/user`)

        await page.goto(`${originOf(brand)}/mine/withdraw-way?type=1`)
        await expect(page).toHaveURL(/\/mine\/confirm\?from=/)
        await page.locator('input[name="code"]').fill(recovery[1] ?? '')
        await page.getByRole('button', { name: t('account:confirm.submit') }).click()
        await expect(page).toHaveURL(/\/mine\/withdraw-way\?type=1/)
      },
    )

    test('a session that is ended elsewhere drops at once, with the way back', usually('ar'), async ({ page, context, browser }) => {
      const t = textsOf(language)
      const account = await openRealAccount(brand)
      const other = await signInAtApi(account)
      await chooseLanguage(context, brand, language)
      await giveSession(context, brand, account.token)
      const elsewhere = await browser.newContext(layout === 'phone' ? PHONE : DESKTOP)
      try {
        await giveSession(elsewhere, brand, other.token)
        await chooseLanguage(elsewhere, brand, language)
        const theirs = await elsewhere.newPage()
        await open(theirs, brand, '/order')
        await expect(theirs).toHaveURL(`${originOf(brand)}/order`)
        await open(page, brand, '/mine/sessions')
        await expectNoSidewaysScroll(page)
        await page.getByRole('button', { name: t('account:sessions.endOthers') }).click()
        await page.getByRole('alertdialog').getByRole('button').last().click()
        await expectSaid(page, t('account:sessions.othersEnded'))
        await expect(theirs).toHaveURL(/\/login\?from=%2Forder/)
        expect((await callWire({ brand, token: other.token }, getTrader, {})).code).toBe(999)
        expect((await callWire({ brand, token: account.token }, getTrader, {})).code).toBe(1)
      } finally {
        await elsewhere.close()
      }
    })
  })
}

test.describe('mails by a real server', () => {
  test.use({ ...PHONE, tolerated: REFUSED })
  const brand = 'aurora'
  const server = 'weekend'

  test('a code waits for a mail server that is down; the mail about a new device leads to a frozen account, and a new password opens it', async ({
    page,
    context,
  }) => {
    const t = textsOf('en')
    const email = newEmail()
    await chooseLanguage(context, brand, 'en', server)
    await open(page, brand, '/register', server)
    await page.locator('input[name="account"]').fill(email)
    await page.getByRole('button', { name: t('auth:sendCode') }).click()
    // Nobody has listened so far.
    const mails = await startSmtpServer({ port: SMTP_PORT })
    try {
      const welcome = await mails.waitForMail(email, 30_000)
      expect(welcome.from?.name).toBe('Aurora Markets')
      const code = /\b\d{6}\b/.exec(welcome.text ?? '')?.[0] ?? ''
      await page.locator('input[name="code"]').fill(code)
      for (const name of ['password', 're_password']) await page.locator(`input[name="${name}"]`).fill(PASSWORD)
      const mobile = page.locator('input[name="mobile"]')
      if ((await mobile.count()) > 0) await mobile.fill('7400123456')
      await page.locator('input[name="consent"]').check()
      await submitForm(page)
      await expectSaid(page, t('auth:welcome'))
      const token = (await sessionToken(context, brand, server)) ?? ''

      await wire({ brand, server }, login, { account: email, password: PASSWORD, login_type: 'email', device: 'z'.repeat(43) })
      await expect.poll(() => mails.mailsTo(email).length).toBe(2)
      const notice = mails.mailsTo(email)[1]
      const link = /http:\/\/\S+\/not-me#[\w-]+/.exec(notice?.text ?? '')?.[0] ?? ''
      expect(notice?.html).toContain(link)
      await page.goto(link)
      // The key stands behind the # of the link, where only the page's script reads it.
      await untilLive(page)
      await page.getByRole('button', { name: t('account:notMe.submit') }).click()
      await expect(page.getByText(t('account:notMe.doneTitle'))).toBeVisible()
      expect((await callWire({ brand, server, token }, getTrader, {})).code).toBe(999)
      expect((await callWire({ brand, server }, login, { account: email, password: PASSWORD, login_type: 'email' })).code).toBe(2019)

      await page.getByRole('link', { name: t('account:notMe.newPassword') }).click()
      await page.locator('input[name="account"]').fill(email)
      const before = mails.mailsTo(email).length
      await page.getByRole('button', { name: t('auth:sendCode') }).click()
      await expect.poll(() => mails.mailsTo(email).length).toBeGreaterThan(before)
      const reset = /^\d{6}$/m.exec(mails.mailsTo(email).at(-1)?.text ?? '')?.[0] ?? ''
      await page.locator('input[name="code"]').fill(reset)
      for (const name of ['password', 're_password']) await page.locator(`input[name="${name}"]`).fill(`${PASSWORD} new`)
      await submitForm(page)
      await expect(page).toHaveURL(/\/login/)
      const reopened = await callWire({ brand, server }, login, { account: email, password: `${PASSWORD} new`, login_type: 'email' })
      expect(reopened.code).toBe(1)
    } finally {
      await mails.close()
    }
  })
})
