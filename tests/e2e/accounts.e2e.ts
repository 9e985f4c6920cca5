/** A real account from its first day: opened in three ways, signed in to, its password forgotten and changed; in three languages. */
import type { Locator, Page } from 'playwright/test'
import { getInvite, getTrader, sendEmailCode } from '../../contract/users'
import { FORETOLD_CAPTCHA } from './foretold-captcha'
import { type Brand, originOf } from './ports'
import { newBritishMobile, newEmail, newestMessage, OTHER_PASSWORD, openRealAccount, PASSWORD, REFUSED, submitForm } from './real-account'
import { expectSaid } from './said'
import {
  chooseLanguage,
  DESKTOP,
  expect,
  expectNoSidewaysScroll,
  open,
  PHONE,
  sessionToken,
  signInAsDemo,
  test,
  untilLive,
} from './site-test'
import { type JourneyLanguage, type TextOf, textsOf } from './texts'
import { callWire, wire } from './wire-client'

type Way = 'email-code' | 'captcha' | 'phone-code'
interface Look {
  readonly layout: 'phone' | 'desktop'
  readonly language: JourneyLanguage
  readonly brand: Brand
  readonly way: Way
  /** What is done to the password; a code for it is sent once a minute at most, so one of them each. */
  readonly password: 'forgotten' | 'changed'
}

const LOOKS: readonly Look[] = [
  { layout: 'phone', language: 'en', brand: 'saffron', way: 'phone-code', password: 'forgotten' },
  { layout: 'phone', language: 'ar', brand: 'graphite', way: 'captcha', password: 'forgotten' },
  { layout: 'desktop', language: 'hk', brand: 'aurora', way: 'email-code', password: 'changed' },
]

const field = (page: Page, name: string): Locator => page.locator(`form:has(input[name="login_form"]) input[name="${name}"]:visible`)

/** Chooses a country in the searchable list that the button opens. */
async function chooseArea(page: Page, button: Locator, search: string, t: TextOf): Promise<void> {
  await button.click()
  await page
    .getByPlaceholder(t('auth:searchCountry'))
    .or(page.getByRole('combobox', { name: t('auth:searchCountry') }))
    .first()
    .fill(search)
  await page.getByRole('option').first().click()
}

/** A brand may ask for a number beside the mail address. */
async function fillMobile(page: Page, t: TextOf): Promise<void> {
  if ((await field(page, 'mobile').count()) === 0) return
  const area = page.getByRole('button', { name: t('auth:areaCode') })
  if ((await area.count()) > 0) await chooseArea(page, area, '44', t)
  await field(page, 'mobile').fill(newBritishMobile())
}

interface Account {
  /** As it is typed. */
  readonly typed: string
  /** As a message is addressed. */
  readonly address: string
  readonly kind: 'email' | 'mobile'
}

async function fillAccount(page: Page, account: Account, t: TextOf): Promise<void> {
  if (account.kind === 'mobile') await chooseArea(page, page.getByRole('button', { name: t('auth:areaCode') }), '44', t)
  await field(page, 'account').fill(account.typed)
}

async function registerAt(page: Page, { brand, way, layout, language }: Look, account: Account, t: TextOf): Promise<void> {
  await open(page, brand, `/register?invite_code=WRONG123${account.kind === 'mobile' ? '&type=mobile' : ''}`)
  await expectNoSidewaysScroll(page)
  if (account.kind === 'email') await chooseArea(page, page.getByRole('button', { name: t('auth:country') }), 'GB', t)
  await fillAccount(page, account, t)
  if (way === 'captcha') {
    await field(page, 'code').fill('ZZZZ')
  } else {
    await page.getByRole('button', { name: t('auth:sendCode') }).click()
    await expect(page.getByRole('button', { name: /\d+/ }).filter({ hasText: /\d/ }).first()).toBeVisible()
    await field(page, 'code').fill((await newestMessage(brand, account.address)).code)
  }
  await field(page, 'password').fill(PASSWORD)
  await expect(page.getByText(t('auth:strength.4')).first()).toBeVisible()
  await field(page, 're_password').fill(PASSWORD)
  if (account.kind === 'email') await fillMobile(page, t)
  await page.locator('input[name="consent"]').check()
  // Nobody has the code of the link: that is said before anything is used up, and the account opens without one only when it is confirmed.
  const withoutCode = page.getByRole('checkbox', { name: t('auth:withoutInviteCode') })
  const code = await field(page, 'code').inputValue()
  await submitForm(page)
  await withoutCode.check()
  await field(page, 'code').fill(code)
  for (const name of ['password', 're_password']) await field(page, name).fill(PASSWORD)
  if (way === 'captcha') {
    // A wrong answer costs the image, and nothing that was typed.
    const image = page.locator('form img[src^="data:image/png"]')
    const shown = (await image.getAttribute('src')) ?? ''
    await submitForm(page)
    // Another image, with another id: an answer to the old one would be wrong again.
    await expect(image).not.toHaveAttribute('src', shown)
    await expect(field(page, 'code')).toHaveValue('')
    await expect(field(page, 'account')).toHaveValue(account.typed)
    await field(page, 'code').fill(FORETOLD_CAPTCHA.toLowerCase())
    for (const name of ['password', 're_password']) await field(page, name).fill(PASSWORD)
  }
  await submitForm(page)
  await expectSaid(page, t('auth:welcome'))
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  if (layout === 'phone') await expectNoSidewaysScroll(page)
}

/** The open form of aurora, filled in with a fresh address. */
async function registersByMail(page: Page, t: TextOf): Promise<void> {
  const email = newEmail()
  await field(page, 'account').fill(email)
  await page.getByRole('button', { name: t('auth:sendCode') }).click()
  await field(page, 'code').fill((await newestMessage('aurora', email)).code)
  for (const name of ['password', 're_password']) await field(page, name).fill(PASSWORD)
  await fillMobile(page, t)
  await page.locator('input[name="consent"]').check()
  await submitForm(page)
  await expectSaid(page, t('auth:welcome'))
}

async function logOut(page: Page, brand: Brand, t: TextOf): Promise<void> {
  await open(page, brand, '/mine/system')
  await page
    .getByRole('button', { name: t('auth:logOut') })
    .first()
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('auth:logOut') })
    .click()
  await expectSaid(page, t('auth:logoutSuccess'))
}

async function logIn(page: Page, brand: Brand, account: Account, password: string, t: TextOf): Promise<void> {
  await open(page, brand, `/login?from=%2Fuser${account.kind === 'mobile' ? '&type=mobile' : ''}`)
  await fillAccount(page, account, t)
  await field(page, 'password').fill('not this one 1')
  await submitForm(page)
  await expectSaid(page, t('public:error.LOGIN_FAILED'))
  await field(page, 'password').fill(password)
  await submitForm(page)
  await expect(page).toHaveURL(`${originOf(brand)}/user`)
}

async function resetsPassword(page: Page, brand: Brand, account: Account, t: TextOf): Promise<void> {
  await logOut(page, brand, t)
  await open(page, brand, `/forgot${account.kind === 'mobile' ? '?type=mobile' : ''}`)
  await fillAccount(page, account, t)
  await page.getByRole('button', { name: t('auth:sendCode') }).click()
  await expect(field(page, 'code')).toBeFocused()
  const { code } = await newestCode(brand, account.address)
  await field(page, 'code').fill(code)
  for (const name of ['password', 're_password']) await field(page, name).fill(OTHER_PASSWORD)
  await submitForm(page)
  await expectSaid(page, t('public:success.resetPassword'))
  await expect(page).toHaveURL(/\/login/)
}

async function changesPassword(page: Page, brand: Brand, account: Account, t: TextOf): Promise<void> {
  await open(page, brand, '/mine/password')
  await page.getByRole('button', { name: t('auth:sendCode') }).click()
  await expect(field(page, 'code')).toBeFocused()
  const { code } = await newestCode(brand, account.address)
  await field(page, 'code').fill(code)
  for (const name of ['password', 're_password']) await field(page, name).fill(OTHER_PASSWORD)
  await submitForm(page)
  await expectSaid(page, t('public:success.changePassword'))
}

/** The code of the newest message that has one: notices lie in the same box. */
async function newestCode(brand: Brand, address: string): Promise<{ code: string }> {
  await expect.poll(async () => (await newestMessage(brand, address)).code).toMatch(/^\d{6}$/)
  return newestMessage(brand, address)
}

const newAccount = (way: Way): Account => {
  if (way !== 'phone-code') {
    const email = newEmail()
    return { typed: email, address: email, kind: 'email' }
  }
  const number = newBritishMobile()
  return { typed: number, address: `44${number}`, kind: 'mobile' }
}

for (const look of LOOKS) {
  const { layout, language, brand, way } = look
  test.describe(`${way}, ${layout}, ${language}`, () => {
    // A refused sign-in and a captcha that was answered wrong are answers like any other.
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: REFUSED })
    test(`a visitor opens an account, logs out, logs in, and has the password ${look.password}`, async ({ page, context }) => {
      const t = textsOf(language)
      const account = newAccount(way)
      await chooseLanguage(context, brand, language)
      await test.step('register', () => registerAt(page, look, account, t))
      const token = (await sessionToken(context, brand)) ?? ''
      const trader = await wire({ brand, token }, getTrader, {})
      expect([trader.is_demo, trader.email, trader.mobile]).toEqual(
        account.kind === 'email' ? [0, account.address, ''] : [0, '', account.address],
      )
      await test.step('log out, log in', async () => {
        await logOut(page, brand, t)
        expect((await callWire({ brand, token }, getTrader, {})).code).toBe(999)
        await logIn(page, brand, account, PASSWORD, t)
        await expectNoSidewaysScroll(page)
      })
      await test.step(`the password is ${look.password}`, () =>
        (look.password === 'forgotten' ? resetsPassword : changesPassword)(page, brand, account, t))
      await test.step('the new password opens the account', async () => {
        if (look.password === 'changed') await logOut(page, brand, t)
        await logIn(page, brand, account, OTHER_PASSWORD, t)
      })
    })
  })
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, tolerated: REFUSED })

  test('the pause between two codes survives a reload and is kept by the server', async ({ page, context }) => {
    const t = textsOf('en')
    const email = newEmail()
    await chooseLanguage(context, 'aurora', 'en')
    await open(page, 'aurora', '/register')
    await field(page, 'account').fill(email)
    await page.getByRole('button', { name: t('auth:sendCode') }).click()
    const waiting = page.getByRole('button', { name: /Send again in \d+ s/ })
    await expect(waiting).toBeDisabled()
    await page.reload()
    await untilLive(page)
    await expect(field(page, 'account')).toHaveValue(email)
    await expect(waiting).toBeDisabled()
    const seconds = Number(/(\d+) s/.exec((await waiting.textContent()) ?? '')?.[1])
    expect(seconds).toBeGreaterThan(20)
    expect(seconds).toBeLessThanOrEqual(60)
    // Asked from where the code was asked for: whoever asks from another network has a pause of their own.
    const refused = await page.evaluate(
      async ({ path, to }) => {
        const answer = await fetch(path, { method: 'POST', body: new URLSearchParams({ to, type: '1' }) })
        return ((await answer.json()) as { code: number }).code
      },
      { path: sendEmailCode.path, to: email },
    )
    expect(refused).toBe(2015)
  })

  test('a demo trader is told what they cannot open, and opens a real account from there', async ({ page, context }) => {
    const t = textsOf('en')
    await chooseLanguage(context, 'aurora', 'en')
    await signInAsDemo(context, 'aurora')
    for (const path of ['charge', 'withdraw', 'wallet', 'auth', 'invite', 'password', 'two-step', 'confirm']) {
      await open(page, 'aurora', `/mine/${path}`)
      await expect(page.locator('#main').getByText(t('user:needsRealAccount')).first()).toBeVisible()
      await expect(page.locator('#main form')).toHaveCount(0)
    }
    await page
      .locator('#main')
      .getByRole('link', { name: /register/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/register/)
    await registersByMail(page, t)
    const token = (await sessionToken(context, 'aurora')) ?? ''
    expect((await wire({ brand: 'aurora', token }, getTrader, {})).is_demo).toBe(0)
  })

  test('who opens an account by an invite link counts for the inviter', async ({ page, context }) => {
    const t = textsOf('en')
    const inviter = await openRealAccount('aurora')
    await context.addCookies([
      { name: 'candor_session', value: encodeURIComponent(inviter.token), url: originOf('aurora'), httpOnly: true },
    ])
    await chooseLanguage(context, 'aurora', 'en')
    await open(page, 'aurora', '/mine/invite')
    const { invite_code } = await wire({ brand: 'aurora', token: inviter.token }, getInvite, {})
    await expect(page.getByText(invite_code).first()).toBeVisible()
    await expect(page.getByRole('img', { name: t('account:invite.qr') })).toBeVisible()
    await context.clearCookies({ name: 'candor_session' })
    await open(page, 'aurora', `/register?invite_code=${invite_code}`)
    await expect(page.getByText(t('auth:fromLink'))).toBeVisible()
    await registersByMail(page, t)
    expect(await wire({ brand: 'aurora', token: inviter.token }, getInvite, {})).toEqual({ invite_code, joined: 1 })
  })
})

test.describe('without scripts', () => {
  test.use({ ...PHONE, javaScriptEnabled: false, tolerated: new RegExp(`^request failed: csp .*/assets/|${REFUSED.source}`) })
  test('an account is opened, and signed in to, by plain forms', async ({ page, context }) => {
    await chooseLanguage(context, 'aurora', 'en')
    const email = newEmail()
    await page.goto(`${originOf('aurora')}/register`)
    await field(page, 'account').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(field(page, 'account')).toHaveValue(email)
    await field(page, 'code').fill((await newestMessage('aurora', email)).code)
    for (const name of ['password', 're_password']) await field(page, name).fill(PASSWORD)
    await field(page, 'mobile').fill(newBritishMobile())
    await page.locator('input[name="consent"]').check()
    await submitForm(page)
    expect(await sessionToken(context, 'aurora')).not.toBeNull()
    await context.clearCookies({ name: 'candor_session' })
    await page.goto(`${originOf('aurora')}/login`)
    await field(page, 'account').fill(email)
    await field(page, 'password').fill(PASSWORD)
    await submitForm(page)
    expect(await sessionToken(context, 'aurora')).not.toBeNull()
  })
})
