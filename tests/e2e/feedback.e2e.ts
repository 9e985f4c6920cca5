/** Writing to the company: a trader with a picture, a visitor with a captcha, with and without scripts; and the desk that reads it. */
import sharp from 'sharp'
import { visitDeskAs } from './desk-pages'
import { FORETOLD_CAPTCHA } from './foretold-captcha'
import { originOf } from './ports'
import { giveSession, newEmail, openRealAccount, REFUSED } from './real-account'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, test } from './site-test'
import { textsOf } from './texts'

const t = textsOf('en')
const WORDS = 'The chart stands still when I turn the phone.\nIt goes on after a reload.'
const picture = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
const REFERENCE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/

test.describe('on a phone', () => {
  test.use({ ...PHONE, tolerated: REFUSED })

  test('a trader writes with a picture, and the desk reads it, sees the picture and marks it as done', async ({
    page,
    context,
    browser,
    faults,
  }) => {
    const account = await openRealAccount('aurora')
    await chooseLanguage(context, 'aurora', 'en')
    await giveSession(context, 'aurora', account.token)
    await open(page, 'aurora', '/feedback')
    // Nothing is lost when something is missing.
    await page.getByLabel(t('account:feedback.text')).fill('short')
    await page
      .getByRole('button', { name: t('account:feedback.submit'), exact: true })
      .last()
      .click()
    await expect(page.getByText(t('account:feedback.kindMissing'))).toBeVisible()
    await expect(page.getByLabel(t('account:feedback.text'))).toHaveValue('short')

    await page.getByRole('radio', { name: t('account:feedback.kind.problem') }).check({ force: true })
    await page.getByLabel(t('account:feedback.text')).fill(WORDS)
    const files = page.locator('#main input[type="file"]:not([capture])')
    await files.setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await picture() })
    await expect(page.getByRole('img', { name: t('account:feedback.pictureAlt') })).toBeVisible()
    await expect(page.locator('input[name="proofImg"]')).not.toHaveValue('')
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('button', { name: t('account:feedback.submit'), exact: true })
      .last()
      .click()
    await expect(page.getByRole('heading', { name: t('account:feedback.thanks') })).toBeFocused()
    const reference = new URL(page.url()).searchParams.get('sent') ?? ''
    expect(reference).toMatch(REFERENCE)
    await expect(page.getByText(reference, { exact: true })).toBeVisible()

    const desk = await visitDeskAs('demo-one', { browser, faults })
    await open(desk.page, 'desk', '/desk/feedback?company=aurora')
    const row = desk.page.getByRole('row').filter({ hasText: reference })
    await expect(row).toContainText(account.uid)
    await row.getByRole('link').click()
    await expect(desk.page.getByText('The chart stands still when I turn the phone.')).toBeVisible()
    await expect(desk.page.getByText(account.email)).toBeVisible()
    const shown = desk.page.getByRole('img', { name: t('desk:feedback.picture') })
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await desk.page.getByLabel(t('desk:feedback.note'), { exact: true }).fill('Mended, goes out tonight.')
    await desk.page.getByRole('button', { name: t('desk:feedback.finish') }).click()
    await expect(desk.page.getByText('Mended, goes out tonight.')).toBeVisible()
    await expect(desk.page.getByRole('button', { name: t('desk:feedback.finish') })).toHaveCount(0)
    await open(desk.page, 'desk', `/desk/feedback?company=aurora&q=${reference}`)
    await expect(desk.page.getByText(t('desk:feedback.notFound'))).toBeVisible()
    await open(desk.page, 'desk', '/desk/audit?company=aurora&area=feedback')
    await expect(desk.page.getByRole('row').filter({ hasText: 'Mended, goes out tonight.' })).toContainText(
      t('desk:audit.action.feedback_done'),
    )
    await desk.context.close()
  })
})

test.describe('a wrong word', () => {
  test.use({ ...PHONE, tolerated: REFUSED })

  test('a trader who reads Arabic reports one, and the desk sees the text by its key and finds it by its language', async ({
    page,
    context,
    browser,
    faults,
  }) => {
    const ar = textsOf('ar')
    const account = await openRealAccount('aurora')
    await chooseLanguage(context, 'aurora', 'ar')
    await giveSession(context, 'aurora', account.token)
    await open(page, 'aurora', '/feedback')
    await page.getByRole('link', { name: ar('account:wording.title') }).click()
    await expect(page).toHaveURL(/\/feedback\/wording/)
    await page.getByRole('combobox', { name: ar('account:wording.screen'), exact: true }).selectOption('/trade')
    await expect(page).toHaveURL(/screen=%2Ftrade/)
    const words = page.getByLabel(ar('account:wording.words'))
    await words.fill(ar('trade:noInstruments'))
    const submit = page.getByRole('button', { name: ar('account:feedback.submit'), exact: true }).last()
    await submit.click()
    // What is missing is said, and what was typed stays.
    await expect(page.getByLabel(ar('account:wording.better'))).toHaveAttribute('aria-invalid', 'true')
    await expect(words).toHaveValue(ar('trade:noInstruments'))
    await page.getByLabel(ar('account:wording.better')).fill('عقود قياسية')
    await expectNoSidewaysScroll(page)
    await submit.click()
    await expect(page.getByRole('heading', { name: ar('account:feedback.thanks') })).toBeFocused()
    const reference = new URL(page.url()).searchParams.get('sent') ?? ''

    const desk = await visitDeskAs('demo-one', { browser, faults })
    await open(desk.page, 'desk', '/desk/feedback?company=aurora&kind=wording&language=ar')
    await desk.page.getByRole('row').filter({ hasText: reference }).getByRole('link').click()
    await expect(desk.page.getByText('trade:noInstruments', { exact: true })).toBeVisible()
    await expect(desk.page.getByText('عقود قياسية')).toBeVisible()
    await open(desk.page, 'desk', '/desk/feedback?company=aurora&kind=wording&language=de')
    await expect(desk.page.getByText(reference)).toHaveCount(0)
    await desk.context.close()
  })
})

test.describe('at a desk', () => {
  test.use({ ...DESKTOP, tolerated: REFUSED })

  test('a visitor writes with the letters of the image; wrong ones cost nothing but another image', async ({ page, context }) => {
    await chooseLanguage(context, 'aurora', 'en')
    await open(page, 'aurora', '/feedback')
    await page.getByRole('radio', { name: t('account:feedback.kind.idea') }).check({ force: true })
    await page.getByLabel(t('account:feedback.text')).fill(WORDS)
    await page.getByLabel(t('account:feedback.email')).fill(newEmail())
    await page.getByLabel(t('auth:captcha.label')).fill('3333')
    await page
      .getByRole('button', { name: t('account:feedback.submit'), exact: true })
      .last()
      .click()
    await expect(page.getByText(t('public:error.CAPTCHA_WRONG'))).toBeVisible()
    await expect(page.getByLabel(t('account:feedback.text'))).toHaveValue(WORDS)
    await expect(page.getByLabel(t('auth:captcha.label'))).toHaveValue('')
    await expect(page.getByRole('button', { name: t('auth:captcha.renew') })).not.toHaveAttribute('aria-busy')
    // The page is read anew after an answer and may bring another image, for which letters are typed again.
    await expect(async () => {
      await page.getByLabel(t('auth:captcha.label')).fill(FORETOLD_CAPTCHA)
      await page
        .getByRole('button', { name: t('account:feedback.submit'), exact: true })
        .last()
        .click()
      await expect(page.getByRole('heading', { name: t('account:feedback.thanks') })).toBeVisible({ timeout: 5_000 })
    }).toPass()
  })
})

test.describe('without scripts', () => {
  test.use({ ...PHONE, javaScriptEnabled: false, tolerated: /^request failed: csp .*\/assets\/|status(?: of)? 422\b/ })

  test('a trader’s picture comes with the form, and a mistake beside it does not lose it', async ({ page, context }) => {
    const account = await openRealAccount('aurora')
    await chooseLanguage(context, 'aurora', 'en')
    await giveSession(context, 'aurora', account.token)
    await page.goto(`${originOf('aurora')}/feedback`)
    const send = page.getByRole('button', { name: t('account:feedback.submit'), exact: true }).last()
    await page
      .locator('input[name="proof"]:not([capture])')
      .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await picture() })
    await page.getByLabel(t('account:feedback.text')).fill(WORDS)
    await send.click()
    await expect(page.getByText(t('account:feedback.kindMissing'))).toBeVisible()
    await expect(page.getByLabel(t('account:feedback.text'))).toHaveValue(WORDS)
    await expect(page.locator('input[name="proofImg"]')).toHaveValue(/^\/api\/common\/image\?ref=/)
    await page.getByRole('radio', { name: t('account:feedback.kind.problem') }).check({ force: true })
    await send.click()
    await expect(page.getByRole('heading', { name: t('account:feedback.thanks') })).toBeVisible()
  })

  test('a visitor writes by a plain form', async ({ page, context }) => {
    await chooseLanguage(context, 'aurora', 'en')
    await page.goto(`${originOf('aurora')}/feedback`)
    await page.getByRole('radio', { name: t('account:feedback.kind.other') }).check({ force: true })
    await page.getByLabel(t('account:feedback.text')).fill(WORDS)
    await page.getByLabel(t('auth:captcha.label')).fill(FORETOLD_CAPTCHA)
    await page
      .getByRole('button', { name: t('account:feedback.submit'), exact: true })
      .last()
      .click()
    await expect(page.getByRole('heading', { name: t('account:feedback.thanks') })).toBeVisible()
  })
})
