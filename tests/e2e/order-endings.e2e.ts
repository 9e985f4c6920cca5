/** How positions end without the trader's hand, and by a part of it: in front of the trader, with the reason in words. */
import type { Page } from 'playwright/test'
import { listOrders, type Order } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { expectedProfit } from './expected-figures'
import { expectSaid } from './said'
import { moveTo, orderOf, place, SERVER, shownAs } from './scripted-market'
import { pointsText, TAPE } from './scripted-tape'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test, usuallyOn } from './site-test'
import { type Caller, wire } from './wire-client'

const CODE = 'GBPUSD'
const SHOWN = shownAs(CODE)
const BRAND = 'aurora'
type Layout = 'phone' | 'desktop'

async function endedOrder(trader: Caller, id: string): Promise<Order> {
  const order = await orderOf(trader, id, '3')
  if (order === undefined) throw new Error(`order ${id} has not ended`)
  return order
}

/** The order in history with its reason: a row of the dock, or a card of the orders screen. */
async function expectInHistory(page: Page, layout: Layout, reason: string): Promise<void> {
  if (layout === 'phone') await open(page, BRAND, '/order?type=3', SERVER)
  else await page.getByRole('tab', { name: /History/ }).click()
  const place = page.getByRole(layout === 'phone' ? 'article' : 'row').filter({ hasText: SHOWN })
  await expect(place.filter({ hasText: reason }).first()).toBeVisible()
}

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

    test(
      'take profit, stop loss and a trailing stop end positions live and say why',
      usuallyOn('desktop', layout),
      async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en', SERVER)
        const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
        await moveTo(trader, CODE, TAPE.middle)
        await open(page, BRAND, `/trade?code=${CODE}`, SERVER)
        const above = pointsText(TAPE.middle + 400)
        const takes = await place(trader, CODE, { type: '1', status: '1', cont: '0.01', target_profit_price: above })
        const stops = await place(trader, CODE, { type: '2', status: '1', cont: '0.02', stop_loss_price: above })
        const trails = await place(trader, CODE, { type: '1', status: '1', cont: '0.03', trailing_distance: '0.0020' })

        await test.step('orders that were placed elsewhere come onto the chart, and the trailing stop moves up', async () => {
          await expect(page.getByRole('button', { name: /^Take profit of Long 0\.01: 1\.164/ })).toBeVisible()
          await expect(page.getByRole('button', { name: /^Stop loss of Short 0\.02: 1\.164/ })).toBeVisible()
          const following = page.getByRole('button', { name: /^Stop loss of Long 0\.03: .*, follows the price$/ })
          await expect(following).toBeVisible()
          await moveTo(trader, CODE, TAPE.middle + 300)
          await expect(following).toHaveAccessibleName(new RegExp(`: ${pointsText(TAPE.middle + 100)}, follows the price$`))
        })
        await test.step('each end is told with its reason, and its line is gone', async () => {
          await moveTo(trader, CODE, TAPE.middle + 450)
          await expectSaid(page, /Take profit · \+/)
          await expectSaid(page, /Stop loss · −/)
          await expect(page.getByRole('button', { name: /^(Long 0\.01|Short 0\.02) at / })).toHaveCount(0)
          await moveTo(trader, CODE, TAPE.middle + 200)
          await expectSaid(page, /Stop loss · \+/)
          await expect(page.getByRole('button', { name: /^Long 0\.03 at / })).toHaveCount(0)
        })
        await test.step('the prices are on the right side of what was asked for', async () => {
          const [taken, stopped, followed] = await Promise.all([takes, stops, trails].map(({ Id }) => endedOrder(trader, Id)))
          if (taken === undefined || stopped === undefined || followed === undefined) throw new Error('an order has not ended')
          expect([taken.CloseReason, stopped.CloseReason, followed.CloseReason]).toEqual(['take_profit', 'stop_loss', 'stop_loss'])
          expect(parseFixed(taken.UpdatePrice) >= parseFixed(above)).toBe(true)
          expect(parseFixed(stopped.UpdatePrice) >= parseFixed(above)).toBe(true)
          expect(parseFixed(followed.TargetLossPrice) > parseFixed(trails.TargetLossPrice)).toBe(true)
          expect(parseFixed(followed.UpdatePrice) <= parseFixed(followed.TargetLossPrice)).toBe(true)
          for (const order of [taken, stopped, followed]) expect(order.FactProfits).toBe(expectedProfit(order))
        })
        await expectInHistory(page, layout, 'Take profit')
        await expectInHistory(page, layout, 'Stop loss')
      },
    )

    test('a part of a position is closed and the rest stays open', usuallyOn('phone', layout), async ({ page, context }) => {
      await chooseLanguage(context, BRAND, 'en', SERVER)
      const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
      const order = await place(trader, CODE, { type: '1', status: '1', cont: '0.04' })
      await open(page, BRAND, layout === 'phone' ? '/order?type=1' : `/trade?code=${CODE}`, SERVER)
      if (layout === 'phone') await page.getByRole('article').filter({ hasText: SHOWN }).getByRole('link', { name: 'TP / SL' }).click()
      else
        await page
          .getByRole('region', { name: 'Orders' })
          .getByRole('button', { name: `TP / SL ${SHOWN}` })
          .click()
      await page.getByRole('dialog', { name: 'Order details' }).getByRole('button', { name: 'Partial close' }).click()
      const question = page.getByRole('alertdialog')
      await question.getByRole('button', { name: 'Quarter', exact: true }).click()
      await question.getByRole('button', { name: 'Close 0.01' }).click()
      await expectSaid(page, 'Part of the position has been closed.')

      const rest = await orderOf(trader, order.Id, '1')
      expect(parseFixed(rest?.Quantity ?? '0')).toBe(parseFixed('0.03'))
      const [part] = (await wire(trader, listOrders, { status: '3', page: '1' })).data
      expect(part).toMatchObject({ ParentId: order.Id, CloseReason: 'manual' })
      await page.keyboard.press('Escape')
      await expectInHistory(page, layout, 'Closed by you')
    })

    test('a stop-out closes the position and says so', usuallyOn('phone', layout), async ({ page, context }) => {
      await chooseLanguage(context, BRAND, 'en', SERVER)
      const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
      await moveTo(trader, CODE, TAPE.middle)
      await open(page, BRAND, `/trade?code=${CODE}`, SERVER)
      // Nearly all of the account as margin: two thirds of it are lost 40 pips lower.
      const order = await place(trader, CODE, { type: '1', status: '1', cont: '16' }, '200')
      await expect(page.getByRole('button', { name: /^Long 16(?:\.0+)? at / })).toBeVisible()
      await moveTo(trader, CODE, TAPE.middle - 400)
      await expectSaid(page, /Stop-out · −/)
      const ended = await endedOrder(trader, order.Id)
      expect(ended.CloseReason).toBe('stop_out')
      expect(ended.FactProfits).toBe(expectedProfit(ended))
      await expectInHistory(page, layout, 'Stop-out')
    })
  })
}
