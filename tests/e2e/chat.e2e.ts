/** Customer service: the provider's page in its frame, and what stands there when it does not come. */
import { chooseLanguage, expect, open, PHONE, test } from './site-test'
import { textsOf } from './texts'

const t = textsOf('en')
const PROVIDER = 'https://help.aurora.example/**'
const frameTitle = t('account:chat.title', { company: 'Aurora Markets' })

test.use(PHONE)
test.beforeEach(async ({ context }) => chooseLanguage(context, 'aurora', 'en'))

test('the page of the provider is shown once it is there', async ({ page, context }) => {
  await context.route(PROVIDER, (route) => route.fulfill({ contentType: 'text/html', body: '<p>How can we help?</p>' }))
  await open(page, 'aurora', '/mine/chat')
  await expect(page.frameLocator(`iframe[title="${frameTitle}"]`).getByText('How can we help?')).toBeVisible()
  await expect(page.getByText(t('account:chat.nothingSeen'))).toBeVisible()
})

test.describe('a provider that cannot be reached', () => {
  test.use({ tolerated: /help\.aurora\.example|ERR_NAME_NOT_RESOLVED/ })
  test("is told of in our own words, not in the browser's, and can be tried again", async ({ page, context }) => {
    let isThere = false
    await context.route(PROVIDER, (route) =>
      isThere ? route.fulfill({ contentType: 'text/html', body: '<p>How can we help?</p>' }) : route.abort('namenotresolved'),
    )
    await open(page, 'aurora', '/mine/chat')
    await expect(page.getByRole('alert')).toContainText(t('account:chat.failed'))
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.getByRole('link', { name: t('account:chat.email') })).toHaveAttribute('href', '/mine/email')
    isThere = true
    await page.getByRole('button', { name: t('public:retry') }).click()
    await expect(page.frameLocator(`iframe[title="${frameTitle}"]`).getByText('How can we help?')).toBeVisible()
  })

  test('and one that never answers is given up after ten seconds', async ({ page, context }) => {
    await context.route(PROVIDER, () => {})
    await open(page, 'aurora', '/mine/chat')
    await expect(page.getByRole('progressbar', { name: t('account:chat.loading') })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(t('account:chat.failed'))
  })
})
