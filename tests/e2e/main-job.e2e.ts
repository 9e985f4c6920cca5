/**
 * The main job, as a trader does it: look at the market, get an account, open, watch, protect, close, find again. By default on a phone;
 * what a desktop has in other places is walked by keyboard.e2e.ts and trade-room.e2e.ts.
 */
import type { Locator, Page } from 'playwright/test'
import { getBasicInfo } from '../../contract/companies'
import { listInstruments } from '../../contract/market'
import { listOrders, type Order } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { formatAmount, formatCost, formatProfit } from '../../rules/money'
import { expectedCost, expectedProfit, sum } from './expected-figures'
import { type Brand, originOf } from './ports'
import { REFUSED } from './real-account'
import { expectOrdered, expectSaid } from './said'
import { DESKTOP, expect, expectNoSidewaysScroll, expectToMove, open, PHONE, sessionToken, test, untilLive, usuallyOn } from './site-test'
import { wire } from './wire-client'

const six = (text: string) => formatCost(parseFixed(text))
const grouped = (text: string) => text.replace(/^(\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** The ticket: always there on desktop, a sheet on a phone. */
async function openTicket(page: Page, layout: 'phone' | 'desktop'): Promise<Locator> {
  if (layout === 'desktop') return page.getByRole('complementary', { name: 'Order' })
  await page.getByRole('button', { name: 'Open order ticket' }).click()
  return page.getByRole('dialog', { name: /\d/ })
}

interface OrderWish {
  readonly code: string
  readonly shown: string
  readonly lots: string
  readonly leverage: string
  readonly side: 'buy' | 'sell'
  readonly hasStops: boolean
}

async function placeOrder(page: Page, layout: 'phone' | 'desktop', wish: OrderWish): Promise<void> {
  const ticket = await openTicket(page, layout)
  await ticket.getByRole('spinbutton', { name: 'Lots' }).fill(wish.lots)
  await ticket.getByRole('radio', { name: `${wish.leverage}×` }).click()
  if (wish.hasStops) {
    for (const name of ['Take profit', 'Stop loss']) {
      await ticket.getByRole('switch', { name }).click()
      await expect(ticket.getByRole('spinbutton', { name })).not.toHaveValue('')
    }
  }
  const word = wish.side === 'buy' ? `Buy, long ${wish.lots} lots` : `Sell, short ${wish.lots} lots`
  await ticket.getByRole('button', { name: word }).click()
  await expectOrdered(page, new RegExp(`Your order has been confirmed.*${wish.lots} lots ${wish.shown}`))
}

/** The place of one holding order: a card on touch layouts, a row on desktop. */
const orderPlace = (page: Page, layout: 'phone' | 'desktop', shown: string): Locator =>
  page.getByRole(layout === 'phone' ? 'article' : 'row').filter({ hasText: shown })

async function editStopLoss(page: Page, layout: 'phone' | 'desktop', order: Order): Promise<string> {
  const place = orderPlace(page, layout, order.ForexTradeLists.ShowCode)
  const detail = page.getByRole(layout === 'phone' ? 'dialog' : 'complementary', { name: 'Order details' })
  const heading = detail.getByRole('heading', { name: order.ForexTradeLists.ShowCode })
  if (layout === 'phone') {
    await place.getByRole('link', { name: 'TP / SL' }).click()
    await expect(heading).toBeVisible()
  } else {
    // A row may still move under the pointer while the list settles: like a person, choose it again if another was hit.
    await expect(async () => {
      await place.click()
      await expect(heading).toBeVisible({ timeout: 3_000 })
    }).toPass()
  }
  const save = detail.getByRole('button', { name: 'Save TP / SL' })
  await expect(save).toBeDisabled()
  const wanted = (Number(order.Price) * (order.OrderType === 1 ? 0.9 : 1.1)).toFixed(order.ForexTradeLists.PricePrecision)
  const toggle = detail.getByRole('switch', { name: 'Stop loss' })
  if (!(await toggle.isChecked())) await toggle.click()
  await detail.getByRole('spinbutton', { name: 'Stop loss' }).fill(wanted)
  await save.click()
  await expectSaid(page, 'Take profit and stop loss have been saved.')
  return wanted
}

async function closeOrder(page: Page, layout: 'phone' | 'desktop', shown: string): Promise<void> {
  const place = orderPlace(page, layout, shown)
  await place.getByRole('button', { name: new RegExp(`^Close: ${shown}`) }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Close ${shown}`)
  await question.getByRole('button', { name: 'Close position' }).click()
  await expectSaid(page, 'The position has been closed.')
  await expect(place).toHaveCount(0)
}

for (const { brand, layout, leverage } of [
  { brand: 'aurora', layout: 'phone', leverage: '10' },
  { brand: 'meridian', layout: 'desktop', leverage: '10' },
] as const satisfies readonly { brand: Brand; layout: 'phone' | 'desktop'; leverage: string }[]) {
  test.describe(`${brand} on a ${layout}`, () => {
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: REFUSED })

    test(
      'a visitor gets a demo account, trades BTC/USDT and USD/JPY, and every figure agrees with the contract',
      usuallyOn('phone', layout),
      async ({ page, context }) => {
        await test.step('the home page speaks the brand’s language and its market moves', async () => {
          await open(page, brand, '/')
          await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
          const row = page.getByRole('row').filter({ hasText: 'BTC/USDT' })
          await expectToMove(() => row.textContent())
          await expectNoSidewaysScroll(page)
        })

        await test.step('the language changes to English without a reload', async () => {
          await page
            .getByRole('link', { name: /繁體中文/ })
            .first()
            .click()
          await page.getByRole('radio', { name: 'English' }).click()
          await expect(page.locator('html')).toHaveAttribute('lang', 'en')
          await expectSaid(page, 'English')
        })

        await test.step('a demo account is one tap away and lands on trade', async () => {
          await open(page, brand, '/')
          await page.getByRole('link', { name: 'Log in' }).first().click()
          await page.getByRole('button', { name: 'Create a demo account' }).click()
          await expect(page).toHaveURL(/\/trade$/)
          await expectSaid(page, 'Your demo account is ready')
        })
        const token = (await sessionToken(context, brand)) ?? ''
        expect(token).not.toBe('')
        const trader = { brand, token }
        const instruments = await wire(trader, listInstruments, {})
        const basics = await wire(trader, getBasicInfo, {})
        const start = basics.demo_balance ?? '10000'

        const wishes: OrderWish[] = [
          { code: 'BTCUSDT', shown: 'BTC/USDT', lots: '0.05', leverage, side: 'buy', hasStops: true },
          { code: 'USDJPY', shown: 'USD/JPY', lots: '0.02', leverage: '100', side: 'sell', hasStops: false },
        ]
        await test.step('two leveraged orders are placed', async () => {
          for (const wish of wishes) {
            await page.goto(`${originOf(brand)}/trade?code=${wish.code}`)
            await untilLive(page)
            await placeOrder(page, layout, wish)
          }
        })

        const held = await wire(trader, listOrders, { status: '1', page: '1' })
        await test.step('both are held; margin, fee and balance agree to the last digit', async () => {
          expect(held.data.map((order) => order.ForexTradeLists.Code).sort()).toEqual(['BTCUSDT', 'USDJPY'])
          for (const order of held.data) {
            const instrument = instruments.find(({ Id }) => Id === order.ForexTradeLists.Id)
            if (instrument === undefined) throw new Error(`no instrument ${order.ForexTradeLists.Code}`)
            expect({ margin: order.CautionMoney, fee: order.TradeFee }).toEqual(expectedCost(order, instrument, basics))
          }
          const costs = sum(held.data.flatMap((order) => [order.CautionMoney, order.TradeFee]))
          expect(held.balance).toBe(formatAmount(parseFixed(start) - costs))
          expect(held.total_margin).toBe(formatAmount(sum(held.data.map((order) => order.CautionMoney))))
        })

        await test.step('the orders screen shows them and their profit moves', async () => {
          await page
            .getByRole('navigation', { name: 'Main navigation' })
            .getByRole('link', { name: /^Orders/ })
            .click()
          await expect(page.getByRole('tab', { name: /Positions/ })).toContainText('2')
          for (const order of held.data) {
            const place = orderPlace(page, layout, order.ForexTradeLists.ShowCode)
            await expect(place).toContainText(grouped(six(order.CautionMoney)))
            if (layout === 'desktop') await expect(place).toContainText(grouped(six(order.TradeFee)))
          }
          const bitcoin = orderPlace(page, layout, 'BTC/USDT')
          await expectToMove(() => bitcoin.textContent())
          await expectNoSidewaysScroll(page)
        })

        await test.step('the stop loss is edited and the broker has the new one', async () => {
          const order = held.data.find(({ ForexTradeLists }) => ForexTradeLists.Code === 'BTCUSDT')
          if (order === undefined) throw new Error('the BTC/USDT order is not held')
          const wanted = await editStopLoss(page, layout, order)
          if (layout === 'phone') {
            const sheet = page.getByRole('dialog', { name: 'Order details' })
            if (await sheet.isVisible()) await sheet.getByRole('button', { name: 'Close', exact: true }).click()
          }
          const now = await wire(trader, listOrders, { status: '1', page: '1' })
          const edited = now.data.find(({ Id }) => Id === order.Id)
          expect(parseFixed(edited?.TargetLossPrice ?? '0')).toBe(parseFixed(wanted))
          expect(edited?.TargetProfitPrice).toBe(order.TargetProfitPrice)
        })

        await test.step('both are closed after a question, and are found in history', async () => {
          for (const { shown } of wishes) await closeOrder(page, layout, shown)
          await expect(page.getByRole('heading', { name: 'No open positions' })).toBeVisible()
          await page.getByRole('tab', { name: /History/ }).click()
          for (const { shown } of wishes) {
            const place = orderPlace(page, layout, shown)
            await expect(place).toBeVisible()
            await expect(place).toContainText('Closed by you')
          }
        })

        await test.step('the final balance is start − fees + profits, to the last digit', async () => {
          const history = await wire(trader, listOrders, { status: '3', page: '1' })
          expect(history.data).toHaveLength(2)
          for (const order of history.data) expect(order.FactProfits).toBe(expectedProfit(order))
          const fees = sum(history.data.map((order) => order.TradeFee))
          const profits = sum(history.data.map((order) => order.FactProfits))
          expect(history.balance).toBe(formatAmount(parseFixed(start) - fees + profits))
          expect(history.net_value).toBe(history.balance)
          expect(history.total_margin).toBe(formatAmount(0n))
          for (const order of history.data) {
            const shownProfit = formatProfit(parseFixed(order.FactProfits)).replace(/^-/, '−')
            const place = orderPlace(page, layout, order.ForexTradeLists.ShowCode)
            if (Number(order.FactProfits) !== 0) await expect(place).toContainText(shownProfit)
          }
        })
      },
    )
  })
}
