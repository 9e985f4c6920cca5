/** The section Proof for whoever trades: its pages by its own navigation, what a company says of its orders, and a trader's money in what it owes. */
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { textsOf } from './texts'

const BRAND = 'aurora'

for (const layout of ['phone', 'desktop'] as const) {
  const language = layout === 'phone' ? 'ar' : 'en'
  test.describe(`on a ${layout}, ${language}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

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
  })
}
