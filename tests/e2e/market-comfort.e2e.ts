/** Finding an instrument again: the order of the list, search, and how long the market stays open. */
import { originOf } from './ports'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, test, usuallyOn } from './site-test'

test.beforeEach(async ({ context }) => {
  await chooseLanguage(context, 'aurora', 'en')
  await chooseLanguage(context, 'aurora', 'en', 'weekend')
  await chooseLanguage(context, 'meridian', 'en')
})

for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test.describe(name, () => {
    test.use(size)

    test(
      'the search finds by code and by name, marks it, and remembers what led somewhere',
      usuallyOn('desktop', name),
      async ({ page }) => {
        await open(page, 'aurora', '/product')
        const field = page.getByRole('searchbox', { name: 'Search markets' }).locator('visible=true').first()
        await expect(field).toBeFocused()
        await field.fill('gold')
        await expect(page.getByRole('row').filter({ hasText: 'XAU/USD' })).toBeVisible()
        await expect(page.locator('main mark').first()).toHaveText('Gold')
        await expect(page.getByRole('status').filter({ hasText: /^1 instrument found$/ })).toHaveCount(1)
        await expectNoSidewaysScroll(page)
        await field.press('ArrowDown')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/trade\?code=XAUUSD/)

        await open(page, 'aurora', '/product')
        const recent = page.getByRole('region', { name: 'Recent searches' })
        await recent.getByRole('button', { name: 'gold', exact: true }).click()
        await expect(page).toHaveURL(/searchCurrency=gold/)
        await field.fill('nothing like it')
        await expect(page.getByText('Nothing matches “nothing like it”')).toBeVisible()
        await field.fill('')
        await recent.getByRole('button', { name: 'Clear all' }).click()
        await expect(recent).toHaveCount(0)
      },
    )
  })
}

test.describe('without scripts', () => {
  // A browser that runs no scripts reports those that it did not load.
  test.use({ ...PHONE, javaScriptEnabled: false, tolerated: /^request failed: csp .*\/assets\// })
  test('the search is a form, and the server writes what was found', async ({ page }) => {
    await page.goto(`${originOf('aurora')}/product`)
    await page.getByRole('searchbox').locator('visible=true').first().fill('eurusd')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/searchCurrency=eurusd/)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('main mark').first()).toHaveText('EUR/USD')
  })
})

test.describe('the order of the list', () => {
  test.use(DESKTOP)
  test('a head sorts by name, says so, and the choice is kept', async ({ page }) => {
    await open(page, 'aurora', '/')
    const head = page.getByRole('columnheader', { name: 'Instrument' })
    await expect(head).toHaveAttribute('aria-sort', 'none')
    // The rows below the window come after the page; their room is kept.
    const untilWhole = () => expect(page.locator('tbody tr:not([data-instrument])')).toHaveCount(0)
    await untilWhole()
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    const codes = () => page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.querySelector('b')?.textContent ?? ''))
    const sorted = await codes()
    expect(sorted).toEqual(sorted.toSorted())
    await page.reload()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await untilWhole()
    expect(await codes()).toEqual(sorted)
  })
})

test.describe('hours', () => {
  test.use(DESKTOP)
  test('a closed market says when it opens, in London, and how long that is', async ({ page }) => {
    await open(page, 'aurora', '/trade?code=EURUSD', 'weekend')
    await expect(
      page
        .getByText(/opens Sun 22 Nov, 22:\d\d London \(in \d+ (d \d+ h|h \d+ min)\)/)
        .locator('visible=true')
        .first(),
    ).toBeVisible()
  })

  test('the week of an instrument is told day by day, its closed days and its daily pause', async ({ page }) => {
    await open(page, 'aurora', '/trade?code=EURUSD', 'weekend')
    await page.getByRole('button', { name: 'About EUR/USD' }).locator('visible=true').click()
    const week = page.getByRole('region', { name: 'Coming week, London time' })
    await expect(week.locator('dt')).toHaveText([
      /Sat 21 Nov/,
      /Sun 22 Nov/,
      /Mon 23 Nov/,
      /Tue 24 Nov/,
      /Wed 25 Nov/,
      /Thu 26 Nov/,
      /Fri 27 Nov/,
      // The next day with other hours, behind the week.
      /Thu 24 Dec/,
    ])
    await expect(week.locator('dd').first()).toHaveText('Closed')
    await expect(week.locator('dd').nth(1)).toHaveText('22:03–24:00')
    await expect(week.locator('dd').nth(2)).toHaveText('00:00–21:5822:03–24:00')
  })
})
