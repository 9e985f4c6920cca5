/** Watchlists: made, filled, ordered and shown, by a visitor and by an account, with a second tab beside. */
import type { Page } from 'playwright/test'
import { changeWatchlists, listWatchlists } from '../../contract/watchlists'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test, usuallyOn } from './site-test'
import { textsOf } from './texts'
import { wire } from './wire-client'

test.describe.configure({ timeout: 180_000 })

const BRAND = 'aurora'
const codes = (page: Page) => page.locator('[data-sortable]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-sortable')))
const seen = (page: Page, role: 'button' | 'searchbox', name: string) => page.getByRole(role, { name }).filter({ visible: true }).first()

for (const language of ['en', 'ar', 'hk'] as const) {
  const t = textsOf(language)
  const star = (code: string) => t('product:favourites.mark', { code })
  for (const [name, size] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    test.describe(`in ${language} on a ${name}`, () => {
      test.use(size)

      test(
        'a visitor stars instruments, orders them by keys, and finds them in the trade screen and after a reload',
        usuallyOn(language === 'en' ? 'phone' : 'desktop', name),
        async ({ page, context }) => {
          await chooseLanguage(context, BRAND, language)
          await open(page, BRAND, '/')
          for (const code of ['EUR/USD', 'XAU/USD']) {
            await seen(page, 'button', star(code)).click()
            await expect(seen(page, 'button', star(code))).toHaveAttribute('aria-pressed', 'true')
          }
          await page.locator('[data-chip="favourites"]').click()
          await expect.poll(() => codes(page)).toEqual(['EURUSD', 'XAUUSD'])
          await expectNoSidewaysScroll(page)
          const handle = page.getByRole('button', { name: t('product:watchlist.move', { name: 'XAU/USD', place: 2, rows: 2 }) })
          await handle.focus()
          await page.keyboard.press('Space')
          await page.keyboard.press('ArrowUp')
          const told = t('product:watchlist.moved', { name: 'XAU/USD', place: 1, rows: 2 })
          await expect(page.getByRole('status').filter({ hasText: told })).toHaveCount(1)
          await page.keyboard.press('Space')
          await page.reload()
          await expect.poll(() => codes(page)).toEqual(['XAUUSD', 'EURUSD'])
          await open(page, BRAND, '/trade?code=EURUSD')
          await expect(seen(page, 'button', star('EUR/USD'))).toHaveAttribute('aria-pressed', 'true')
        },
      )

      test(
        'a list of an account has a name and columns, is deleted and brought back, and is in the palette',
        usuallyOn('desktop', name),
        async ({ page, context }) => {
          await chooseLanguage(context, BRAND, language)
          const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
          await open(page, BRAND, '/?category=favourites')
          await seen(page, 'button', t('product:watchlist.label')).click()
          await page.getByRole('button', { name: t('product:watchlist.new') }).click()
          await page.getByRole('textbox', { name: t('product:watchlist.name') }).fill('Morning')
          await page.keyboard.press('Enter')
          await expect(page.getByRole('heading', { name: 'Morning' })).toBeVisible()
          await seen(page, 'button', t('product:watchlist.add')).click()
          const sheet = page.getByRole('dialog', { name: t('product:watchlist.add') })
          await sheet.getByRole('searchbox').fill('xau')
          await sheet.getByRole('checkbox', { name: /XAU\/USD/ }).click()
          await page.keyboard.press('Escape')
          await page.keyboard.press('Escape')
          await expect(sheet).toHaveCount(0)
          await seen(page, 'button', t('product:watchlist.columns')).click()
          const columns = page.getByRole('dialog', { name: t('product:watchlist.columns') })
          await columns.getByRole('checkbox', { name: t('product:column.spread') }).click()
          await page.keyboard.press('Escape')
          await expect(columns).toHaveCount(0)
          await expectNoSidewaysScroll(page)
          const kept = async () => (await wire(trader, listWatchlists, {})).lists.map(({ name: own, instruments }) => [own, ...instruments])
          await expect.poll(kept).toContainEqual(['Morning', 'XAUUSD'])
          await seen(page, 'button', t('product:watchlist.label')).click()
          await page.getByRole('button', { name: t('product:watchlist.delete', { name: 'Morning' }) }).click()
          await expect.poll(kept).not.toContainEqual(['Morning', 'XAUUSD'])
          await page.getByRole('button', { name: t('product:watchlist.undo') }).click()
          await expect.poll(kept).toContainEqual(['Morning', 'XAUUSD'])
          await page.keyboard.press('Escape')
          await page.keyboard.press('ControlOrMeta+k')
          await page.getByRole('combobox', { name: t('func:palette.label') }).fill('morn')
          await expect(page.getByRole('option').first()).toContainText('Morning')
          await page.keyboard.press('Enter')
          await expect(page).toHaveURL(/category=w-/)
        },
      )
    })
  }
}

test.describe('two tabs', () => {
  test.use(DESKTOP)
  const t = textsOf('en')

  test('each shows what the other did, also from another device, and a withdrawn instrument says what it is', async ({ page, context }) => {
    await chooseLanguage(context, BRAND, 'en')
    const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
    await wire(trader, changeWatchlists, { change: 'put', id: 'w-day', name: 'Day', columns: 'change', instruments: 'EURUSD,GONE,XAUUSD' })
    await open(page, BRAND, '/?category=w-day')
    await expect.poll(() => codes(page)).toEqual(['EURUSD', 'GONE', 'XAUUSD'])
    await expect(page.getByText(t('product:watchlist.gone'))).toBeVisible()
    const other = await context.newPage()
    await open(other, BRAND, '/?category=w-day')
    await other.getByRole('button', { name: t('product:watchlist.remove', { code: 'GONE', name: 'Day' }) }).click()
    await expect.poll(() => codes(page)).toEqual(['EURUSD', 'XAUUSD'])
    await wire(trader, changeWatchlists, { change: 'add', id: 'w-day', instrument: 'WTI', place: '0' })
    await page.getByRole('button', { name: t('product:watchlist.remove', { code: 'XAU/USD', name: 'Day' }) }).click()
    await expect.poll(() => codes(page)).toEqual(['WTI', 'EURUSD'])
    await expect.poll(() => codes(other)).toEqual(['WTI', 'EURUSD'])
  })

  test('buying or selling from the palette leads to the size of the ticket', async ({ page, context }) => {
    await chooseLanguage(context, BRAND, 'en')
    await signInAsDemo(context, BRAND)
    await open(page, BRAND, '/trade?code=EURUSD')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByText(t('func:palette.actionsOnly'))).toBeVisible()
    await page.keyboard.type('>btc')
    await expect(page.getByRole('option', { selected: true })).toContainText('BTC/USDT')
    await page.keyboard.press('Enter')
    const ticket = page.getByRole('complementary', { name: t('trade:ticket.region') })
    await expect(ticket.getByRole('spinbutton', { name: t('trade:ticket.lots') })).toBeFocused()
    await expect(page).toHaveURL(/code=BTCUSDT$/)
  })
})
