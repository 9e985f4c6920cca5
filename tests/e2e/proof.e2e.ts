/** The section Proof for whoever trades: its pages by its own navigation, what a company says of its orders, and a trader's money in what it owes. */
import { originOf } from './ports'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { textsOf } from './texts'

const BRAND = 'aurora'

for (const layout of ['phone', 'desktop'] as const) {
  const language = layout === 'phone' ? 'ar' : 'en'
  test.describe(`on a ${layout}, ${language}`, () => {
    // The one address that asks for what there is not.
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: /\/execution\?instrument=NOSUCH/ })

    test('every page of the section is reached from the first one, signed out and signed in', async ({ page, context }) => {
      const t = textsOf(language)
      await chooseLanguage(context, BRAND, language)
      await open(page, BRAND, '/proof')
      const to = (key: string) =>
        page
          .getByRole('link', { name: t(key), exact: true })
          .filter({ visible: true })
          .first()
      // Only a fraud that it would show leads there.
      const leading = page.getByRole('navigation').getByRole('link', { name: t('proof:solvency.title') })
      await expect(leading.filter({ visible: true })).toHaveCount(0)
      await to('execution:title').click()
      await expect(page).toHaveURL(/\/execution/)
      await expect(page.getByText(t('execution:none.title')).or(page.getByRole('figure')).or(page.locator('table')).first()).toBeVisible()
      await expectNoSidewaysScroll(page)

      await signInAsDemo(context, BRAND)
      await open(page, BRAND, '/proof')
      await to('proof:solvency.title').click()
      await expect(page).toHaveURL(/\/mine\/solvency/)
      // Nobody owes demo money.
      await expect(page.getByText(t('proof:solvency.demo'))).toBeVisible()
      await expectNoSidewaysScroll(page)
      await open(page, BRAND, '/proof')
      await to('proof:statements').click()
      await expect(page).toHaveURL(/\/mine\/statements/)
      await expectNoSidewaysScroll(page)
    })

    test('a receipt is broken by a press and by typing, and is genuine again once it says what was signed', async ({ page, context }) => {
      const t = textsOf(language)
      await chooseLanguage(context, BRAND, language)
      await open(page, BRAND, '/proof')
      const price = page.getByRole('textbox', { name: t('receipt:fact.price') })
      const says = (verdict: 'genuine' | 'false') =>
        page
          .getByRole('status')
          .filter({ hasText: `${t(`receipt:verdict.${verdict}`)}.` })
          .filter({ hasText: t(verdict === 'genuine' ? 'proof:break.fits' : 'proof:break.differs') })
      await expect(says('false')).toBeVisible()
      await page.getByRole('radio', { name: t('proof:break.issued') }).check()
      await expect(says('genuine')).toBeVisible()
      const signed = await price.inputValue()
      await price.fill(`${signed}1`)
      await expect(says('false')).toBeVisible()
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await price.press('Backspace')
      await expect(price).toHaveValue(signed)
      await expect(says('genuine')).toBeVisible()
      await expectNoSidewaysScroll(page)
    })

    test('what is looked at of the orders of a day stands in the address, and comes back with it', async ({ page, context }) => {
      const t = textsOf(language)
      await chooseLanguage(context, BRAND, language)
      await open(page, BRAND, '/execution')
      const filters = page.getByRole('group', { name: t('execution:filters') })
      await filters.getByRole('button', { name: t('order:fact.kind') }).click()
      await page.getByRole('option', { name: t('execution:types.close') }).click()
      await expect(page).toHaveURL(/[?&]type=close/)
      await expect(page).toHaveURL(/[?&]day=\d{4}-\d\d-\d\d/)
      await page.reload()
      await expect(filters.getByRole('button', { name: t('order:fact.kind') })).toContainText(t('execution:types.close'))
      await expect(page.getByRole('list', { name: t('execution:clock.list') }).getByRole('listitem')).toHaveCount(5)
      await expectNoSidewaysScroll(page)
      await open(page, BRAND, '/execution?instrument=NOSUCH')
      await expect(page.getByText(t('execution:none.title'))).toBeVisible()
      await page.getByRole('link', { name: t('execution:none.newest') }).click()
      await expect(page.getByRole('heading', { name: t('execution:recompute.title') })).toBeVisible()
    })
  })
}

test.describe('without scripts', () => {
  test.use({ ...PHONE, javaScriptEnabled: false, tolerated: /^request failed: csp .*\/assets\// })

  test('a receipt is broken by the radios alone', async ({ page, context }) => {
    const t = textsOf('en')
    await chooseLanguage(context, BRAND, 'en')
    await page.goto(`${originOf(BRAND)}/proof`)
    await expect(page.getByText(t('proof:break.differs')).filter({ visible: true })).toHaveCount(1)
    await page.getByRole('radio', { name: t('proof:break.issued') }).check()
    await expect(page.getByText(t('proof:break.fits')).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByText(t('proof:break.differs')).filter({ visible: true })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  })
})
