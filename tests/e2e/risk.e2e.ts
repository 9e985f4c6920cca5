/** The risk desk: exposure moves with the traders, a brake holds new orders back, and two operators lift it. */
import { getRisk } from '../../contract/desk/risk'
import { errorNameOf } from '../../contract/errors'
import { listInstruments } from '../../contract/market'
import { submitOrder } from '../../contract/orders'
import { tokenOf, visitDeskAs } from './desk-pages'
import { fund } from './money-account'
import { giveSession, openRealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, open, test } from './site-test'
import { textsOf } from './texts'
import { callWire, wire } from './wire-client'

test.use(DESKTOP)

const outcomeOf = ({ code }: { readonly code: number }) => (code === 1 ? 'ok' : errorNameOf(code))
const REASON = 'Our provider has stopped quoting gold'

test('exposure moves when a trader opens; close-only is refused to them with its reason until a second operator lifts it', async ({
  page,
  context,
  browser,
  faults,
}) => {
  const t = textsOf('en')
  const account = await openRealAccount('meridian')
  await fund(account, '900')
  const [gold] = await wire(account, listInstruments, { searchCurrency: 'XAUUSD' })
  const order = () =>
    callWire(account, submitOrder, {
      forex_id: gold?.Id ?? '',
      type: '1',
      status: '1',
      cont: '0.01',
      multiple: gold?.HasForexMultiple.at(-1)?.Value ?? '',
    })
  const net = async () => {
    const view = await wire({ brand: 'desk', token: await tokenOf('demo-one') }, getRisk, { company: 'meridian' })
    return Number(view.rows.find(({ code }) => code === 'XAUUSD')?.net)
  }
  const before = await net()

  const first = await visitDeskAs('demo-one', { browser, faults })
  await open(first.page, 'desk', '/desk/risk?company=meridian')
  await expect(first.page.getByText(t('desk:risk.live'), { exact: true })).toBeVisible()
  expect(outcomeOf(await order())).toBe('ok')
  const row = first.page.locator('[data-risk-row="XAUUSD"]')
  const shown = (before + 0.01).toFixed(2)
  await expect(row).toContainText(shown)

  // The trade page of the trader, where the reason will come by itself.
  await giveSession(context, 'meridian', account.token)
  await chooseLanguage(context, 'meridian', 'en')
  await open(page, 'meridian', `/trade?code=XAUUSD`)

  // By keys: into the first row, its switch; the form asks for a reason.
  await row.focus()
  await first.page.keyboard.press('s')
  const sheet = first.page.getByRole('dialog')
  await expect(sheet).toContainText(t('desk:risk.span.help'))
  await sheet.getByRole('radio', { name: t('desk:risk.span.open'), exact: true }).click()
  await sheet.getByLabel(t('desk:risk.reason'), { exact: true }).fill(REASON)
  await sheet.getByRole('button', { name: t('desk:risk.set.close-only'), exact: true }).click()
  await expect(sheet).toHaveCount(0)
  await expect(row.getByRole('button', { name: new RegExp(t('desk:risk.waitsForSecond')) })).toBeVisible()

  const refused = await order()
  expect([outcomeOf(refused), refused.msg.includes(REASON)]).toEqual(['TRADING_BRAKED', true])
  await expect(page.getByText(t('trade:lock.braked', { reason: REASON })).first()).toBeVisible()

  // Who asked cannot agree; the second operator keeps it, asks to lift it, and the first agrees to that.
  const bar = first.page.getByRole('status').filter({ hasText: REASON })
  await expect(bar.getByRole('button', { name: t('desk:settings.approve'), exact: true })).toHaveCount(0)
  const second = await visitDeskAs('demo-two', { browser, faults })
  await open(second.page, 'desk', '/desk/risk?company=meridian')
  const secondBar = second.page.getByRole('status').filter({ hasText: 'XAU/USD' })
  await secondBar.getByRole('button', { name: t('desk:settings.approve'), exact: true }).click()
  await expect(secondBar).toContainText(t('desk:risk.bar.keptBy', { name: 'demo-two' }))
  await secondBar.getByRole('button', { name: t('desk:risk.lift'), exact: true }).click()
  await second.page.getByRole('dialog').getByLabel(t('desk:settings.reason'), { exact: true }).fill('It quotes again')
  await second.page
    .getByRole('dialog')
    .getByRole('button', { name: t('desk:settings.send'), exact: true })
    .click()
  await first.page
    .getByRole('status')
    .filter({ hasText: 'It quotes again' })
    .getByRole('button', { name: t('desk:settings.approve'), exact: true })
    .click()
  await expect(
    row.getByRole('button', { name: t('desk:risk.stateName', { instrument: 'XAU/USD', state: t('desk:settings.state.on') }) }),
  ).toBeVisible()
  expect(outcomeOf(await order())).toBe('ok')
  await expect(page.getByText(t('trade:lock.braked', { reason: REASON }))).toHaveCount(0)
})

test('a halt needs the company’s name, and the first focus is on the safe button', async ({ browser, faults }) => {
  const t = textsOf('en')
  const { page } = await visitDeskAs('demo-one', { browser, faults })
  await open(page, 'desk', '/desk/risk?company=saffron')
  await expect(page.getByText(t('desk:risk.live'), { exact: true })).toBeVisible()
  await page.keyboard.press('h')
  const dialog = page.getByRole('alertdialog')
  const name = (await dialog.getByRole('heading').textContent()) ?? ''
  const company = name.replace(t('desk:risk.halt.title', { company: '|' }).split('|')[0] ?? '', '').replace(/\?$/, '')
  await expect(dialog.getByRole('button', { name: t('desk:settings.cancel'), exact: true })).toBeFocused()
  const halt = dialog.getByRole('button', { name: t('desk:risk.halt.open'), exact: true })
  await expect(halt).toBeDisabled()
  await dialog.getByLabel(t('desk:risk.reason'), { exact: true }).fill('A drill')
  await dialog.getByLabel(t('desk:risk.halt.type', { company }), { exact: true }).fill(company.slice(0, 4))
  await expect(halt).toBeDisabled()
  await dialog.getByLabel(t('desk:risk.halt.type', { company }), { exact: true }).fill(company)
  await halt.click()
  await expect(page.getByRole('status').filter({ hasText: t('desk:risk.bar.halt') })).toContainText('A drill')
  const account = await openRealAccount('saffron')
  const [any] = await wire(account, listInstruments, {})
  const refused = await callWire(account, submitOrder, {
    forex_id: any?.Id ?? '',
    type: '1',
    status: '1',
    cont: '0.01',
    multiple: any?.HasForexMultiple[0]?.Value ?? '',
  })
  expect(outcomeOf(refused)).toBe('TRADING_BRAKED')
})
