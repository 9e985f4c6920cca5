/** The four kinds of pending orders: placed by the ticket, seen on the chart, dragged to where the price goes, and filled. */
import type { Locator, Page } from 'playwright/test'
import { listOrders } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { expectSaid } from './said'
import { heightOf, holdLine, moveTo, orderOf, SERVER, shownAs } from './scripted-market'
import { pointsText, TAPE } from './scripted-tape'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test } from './site-test'
import { wire } from './wire-client'

const CODE = 'AUDUSD'
const SHOWN = shownAs(CODE)
const BRAND = 'aurora'
const LOTS = '0.01'

/** All of them wait beyond where the price goes, so that none fires before it is dragged. */
const WISHES = [
  { kind: 'Buy limit', at: 115_000, to: 115_700 },
  { kind: 'Sell stop', at: 114_900, to: 115_600 },
  { kind: 'Sell limit', at: 117_000, to: 116_300 },
  { kind: 'Buy stop', at: 117_100, to: 116_400 },
] as const
type Wish = (typeof WISHES)[number]
/** Beyond a target, in points, and not yet at the next one. */
const PAST = 70

const lineOf = (page: Page, { kind }: Pick<Wish, 'kind'>): Locator =>
  page.getByRole('button', { name: new RegExp(`^Order price of ${kind} ${LOTS}: `) })

const entriesOf = (page: Page, side: 'Long' | 'Short'): Locator => page.getByRole('button', { name: new RegExp(`^${side} ${LOTS} at `) })

async function placePending(page: Page, layout: 'phone' | 'desktop', wish: Wish): Promise<void> {
  if (layout === 'phone') await page.getByRole('button', { name: 'Open order ticket' }).click()
  const ticket = layout === 'phone' ? page.getByRole('dialog', { name: SHOWN }) : page.getByRole('complementary', { name: 'Order' })
  await ticket.getByRole('radio', { name: 'Pending' }).click()
  await ticket.getByRole('spinbutton', { name: 'Lots' }).fill(LOTS)
  await ticket.getByRole('spinbutton', { name: 'Order price' }).fill(pointsText(wish.at))
  await ticket.getByRole('button', { name: `${wish.kind} ${LOTS} lots at ${pointsText(wish.at)}` }).click()
  await expect(lineOf(page, wish)).toHaveAccessibleName(`Order price of ${wish.kind} ${LOTS}: ${pointsText(wish.at)}`)
}

/** Takes a target into the price's way and confirms the sheet. The price that was saved, as it stands in the sheet. */
async function dragTarget(page: Page, layout: 'phone' | 'desktop', wish: Wish, measure: { low: Locator; high: Locator }): Promise<string> {
  const toY = await heightOf(wish.to, measure.low, measure.high)
  const held = await holdLine(page, layout, lineOf(page, wish), toY)
  const tag = page.getByTestId('line-tag')
  await expect(tag).toContainText('Order price')
  await expect(tag).toContainText('pips')
  await held.drop()
  const sheet = page.getByRole('dialog', { name: 'Move order price' })
  await expect(sheet).toContainText(pointsText(wish.at))
  const price = await sheet.getByRole('spinbutton', { name: 'New price' }).inputValue()
  expect(Math.abs(Number(price) * 100_000 - wish.to)).toBeLessThan(60)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(lineOf(page, wish)).toHaveAccessibleName(`Order price of ${wish.kind} ${LOTS}: ${price}`)
  return price
}

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

    test('each kind is placed and drawn, and those dragged into the way are filled at their price', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, 'en', SERVER)
      const token = await signInAsDemo(context, BRAND, SERVER)
      const trader = { brand: BRAND, server: SERVER, token } as const
      await moveTo(trader, CODE, TAPE.middle)
      await open(page, BRAND, `/trade?code=${CODE}`, SERVER)
      await test.step('all four are placed and drawn with their kind', async () => {
        for (const wish of WISHES) await placePending(page, layout, wish)
        if (layout === 'desktop') await expect(page.getByRole('tab', { name: /Pending/ })).toContainText('4')
        await expectNoSidewaysScroll(page)
      })
      const placed = (await wire(trader, listOrders, { status: '0', page: '1' })).data
      const idOf = ({ kind }: Wish) => {
        const [side, type] = kind.split(' ')
        return placed.find((order) => order.OrderType === (side === 'Buy' ? 1 : 2) && order.PendingKind === type)?.Id ?? ''
      }

      const [buyLimit, sellStop, sellLimit, buyStop] = WISHES
      // Two on the phone, below the price, the other two on the desktop, above it.
      const drags = layout === 'phone' ? [buyLimit, sellStop] : [sellLimit, buyStop]
      for (const wish of drags) {
        await test.step(`the ${wish.kind} is dragged to where the price will come`, async () => {
          const price = await dragTarget(page, layout, wish, { low: lineOf(page, sellStop), high: lineOf(page, buyStop) })
          expect((await orderOf(trader, idOf(wish), '0'))?.OriginPrice).toBe(price)
        })
      }
      await test.step('each is told when the price comes to it, and filled at its price', async () => {
        const [nearer, farther] = drags.toSorted((one, other) => Math.abs(one.to - TAPE.middle) - Math.abs(other.to - TAPE.middle))
        if (nearer === undefined || farther === undefined) throw new Error('nothing was dragged')
        for (const wish of [nearer, farther]) {
          await moveTo(trader, CODE, wish.to + (wish.to < TAPE.middle ? -PAST : PAST))
          await expectSaid(page, `${SHOWN} filled at`)
          await expect(lineOf(page, wish)).toHaveCount(0)
          const order = await orderOf(trader, idOf(wish), '1')
          if (order === undefined) throw new Error(`the ${wish.kind} is not held`)
          const gained = (parseFixed(order.OriginPrice) - parseFixed(order.Price)) * (order.OrderType === 1 ? 1n : -1n)
          // A limit gets its price or a better one; a stop gets what the market has when it is reached.
          expect(order.PendingKind === 'limit' ? gained >= 0n : gained <= 0n).toBe(true)
        }
      })

      await test.step('the filled ones are positions now, the others wait on', async () => {
        for (const side of ['Long', 'Short'] as const) await expect(entriesOf(page, side)).toHaveCount(1)
        expect((await wire(trader, listOrders, { status: '0', page: '1' })).data).toHaveLength(WISHES.length - drags.length)
      })
    })
  })
}
