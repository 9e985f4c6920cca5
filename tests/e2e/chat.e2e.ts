/** Customer service: the provider's page in its frame, what stands there when it does not come, and a brand's own page without one. */
import { REFUSED } from './real-account'
import { chooseLanguage, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { textsOf } from './texts'
import { CHATTING } from './winding-company'

const t = textsOf('en')
const SERVER = 'winding'
const { brand, link } = CHATTING
const PROVIDER = `${new URL(link).origin}/**`
const frameTitle = t('account:chat.title', { company: 'Saffron FX' })

test.use(PHONE)
test.beforeEach(async ({ context }) => chooseLanguage(context, brand, 'en', SERVER))

test('the page of the provider is shown once it is there', async ({ page, context }) => {
  await context.route(PROVIDER, (route) => route.fulfill({ contentType: 'text/html', body: '<p>How can we help?</p>' }))
  await open(page, brand, '/mine/chat', SERVER)
  await expect(page.frameLocator(`iframe[title="${frameTitle}"]`).getByText('How can we help?')).toBeVisible()
  await expect(page.getByText(t('account:chat.nothingSeen'))).toBeVisible()
})

test.describe('a provider that cannot be reached', () => {
  test.use({ tolerated: /help\.saffron\.example|ERR_NAME_NOT_RESOLVED/ })
  test("is told of in our own words, not in the browser's, and can be tried again", async ({ page, context }) => {
    let isThere = false
    await context.route(PROVIDER, (route) =>
      isThere ? route.fulfill({ contentType: 'text/html', body: '<p>How can we help?</p>' }) : route.abort('namenotresolved'),
    )
    await open(page, brand, '/mine/chat', SERVER)
    await expect(page.getByRole('alert')).toContainText(t('account:chat.failed'))
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.getByRole('link', { name: t('account:chat.email') })).toHaveAttribute('href', '/mine/email')
    await expect(page.getByRole('link', { name: t('account:chat.write') })).toHaveAttribute('href', '/feedback')
    isThere = true
    await page.getByRole('button', { name: t('public:retry') }).click()
    await expect(page.frameLocator(`iframe[title="${frameTitle}"]`).getByText('How can we help?')).toBeVisible()
  })

  test('and one that never answers is given up after ten seconds', async ({ page, context }) => {
    await context.route(PROVIDER, () => {})
    await open(page, brand, '/mine/chat', SERVER)
    await expect(page.getByRole('progressbar', { name: t('account:chat.loading') })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(t('account:chat.failed'))
  })
})

test.describe('without a provider', () => {
  // A message that lacks something is refused, and said so in place.
  test.use({ tolerated: REFUSED })
  test("the page is the brand's own, and a message written there arrives", async ({ page, context }) => {
    await chooseLanguage(context, 'aurora', 'en')
    await signInAsDemo(context, 'aurora')
    await open(page, 'aurora', '/mine/chat')
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'support@aurora.example' })).toHaveAttribute('href', 'mailto:support@aurora.example')
    await expect(page.getByText(t('account:email.sample'))).toBeVisible()
    await expect(page.getByText('Monday – Friday')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: t('account:feedback.submit') }).click()
    await expect(page.getByText(t('account:feedback.kindMissing'))).toBeVisible()
    await expect(page).toHaveURL(/\/mine\/chat$/)
    await page.getByRole('radio', { name: t('account:feedback.kind.problem') }).check()
    await page.getByRole('textbox', { name: t('account:feedback.text') }).fill('The chart stops when I turn the phone.')
    await page.getByRole('button', { name: t('account:feedback.submit') }).click()
    await expect(page.getByRole('heading', { name: t('account:feedback.thanks') })).toBeVisible()
  })
})
