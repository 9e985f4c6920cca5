/** A site whose title is DEMO says on every screen what it is. */
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test, usuallyOn } from './site-test'

for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test.describe(name, () => {
    test.use(size)
    test(
      'the DEMO site carries its ribbon on every screen and its red note first in the announcement',
      usuallyOn('phone', name),
      async ({ page, context }) => {
        await chooseLanguage(context, 'graphite', 'en')
        for (const path of ['/', '/trade', '/login', '/language', '/mine/announcement', '/news', '/rank', '/register']) {
          await open(page, 'graphite', path)
          await expect(page.getByText('DEMO · test environment, simulated funds')).toBeVisible()
          await expect(page).toHaveTitle(/DEMO/)
        }
        await signInAsDemo(context, 'graphite')
        for (const path of ['/order', '/user', '/mine/system']) {
          await open(page, 'graphite', path)
          await expect(page.getByText('DEMO · test environment, simulated funds')).toBeVisible()
        }
        await open(page, 'graphite', '/mine/announcement')
        const first = page.getByRole('main').locator('p').first()
        await expect(first).toContainText('DEMO: this site is a demonstration and test.')
        const style = await first.evaluate((note) => ({ weight: getComputedStyle(note).fontWeight, colour: getComputedStyle(note).color }))
        expect(Number(style.weight)).toBeGreaterThanOrEqual(600)
        const [red = 0, green = 0, blue = 0] = (style.colour.match(/\d+/g) ?? []).map(Number)
        expect(red).toBeGreaterThan(2 * Math.max(green, blue))
      },
    )
  })
}
