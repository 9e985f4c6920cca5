/**
 * What is sent is what is seen, in the forms about orders: texts left in every field for a number, by dictation, paste and keys, on phone
 * and desktop, and then the button. A number goes out as the one that stands there, or nothing goes out and it is told.
 * A slice of the texts by default, and each form on one size of screen; E2E_ALL=1 takes all of them (`textsBy`) on both (`npm run test:long`).
 */
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { place, SERVER, STILL, shownAs } from './scripted-market'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test, usuallyOn, walkLimit } from './site-test'
import {
  isSaid,
  isSameNumber,
  isToldInPlace,
  numbersIn,
  refuseForms,
  sentAs,
  textsFrom,
  type WalkedField,
  walkNumber,
  watchForms,
} from './typed-walk'

const SHOWN = shownAs(STILL)
const BRAND = 'meridian'
type Layout = 'phone' | 'desktop'

// Among the last files of a run: no browser is to wait for the other.
test.describe.configure({ mode: 'parallel' })
/** The forms are answered with a refusal, which is what a spoilt order gets from the broker itself. */
test.use({ tolerated: /422/ })
test.setTimeout(walkLimit())

async function signIn(page: Page, context: BrowserContext): Promise<Parameters<typeof place>[0]> {
  await chooseLanguage(context, BRAND, 'en', SERVER)
  const token = await signInAsDemo(context, BRAND, SERVER)
  await watchForms(page)
  return { brand: BRAND, server: SERVER, token }
}

/** The editor of the only order in a list. */
async function openEditor(page: Page, layout: Layout, type: '0' | '1'): Promise<Locator> {
  await open(page, BRAND, `/order?type=${type}`, SERVER)
  await refuseForms(page, '/order', { id: '0' })
  if (layout === 'phone') await page.getByRole('article').filter({ hasText: SHOWN }).getByRole('link').last().click()
  return page.getByRole(layout === 'phone' ? 'dialog' : 'complementary', { name: 'Order details' })
}

/** A price far from the market is asked about once more. */
const farPrice = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Change the price' })

/** Sent as a price that stands beside what was typed in another unit. */
const sentAsToldPrice =
  (wire: string): WalkedField['isSeen'] =>
  (sent, { described }) =>
    isSaid(described, sent[wire] ?? '')

/** The question repeats that price. */
const isAskedAsToldPrice: WalkedField['isAsked'] = ({ described, question }) =>
  numbersIn(described).some((price) => isSaid(question, price))

for (const [layout, device, start] of [
  ['phone', PHONE, 0],
  ['desktop', DESKTOP, 13],
] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use(device)

    test(
      'the ticket sends the lots, target and stops that stand in its fields, or nothing',
      usuallyOn('phone', layout),
      async ({ page, context }) => {
        await signIn(page, context)
        await open(page, BRAND, '/trade?code=EURUSD', SERVER)
        await refuseForms(page, '/trade', { forex_id: 'none' })
        if (layout === 'phone') await page.getByRole('button', { name: /^Leverage/ }).click()
        const ticket = page.getByRole(layout === 'phone' ? 'dialog' : 'complementary').first()
        const spin = (name: RegExp) => ticket.getByRole('spinbutton', { name })
        const walk = (wire: string, name: RegExp, good: string, at: number) =>
          walkNumber({
            name: `${layout}, ticket, ${wire}`,
            field: spin(name),
            submit: ticket.getByRole('button', { name: /^Buy/ }),
            good,
            texts: textsFrom(start + at),
            isSeen: sentAs(wire),
            takeBack: farPrice(page),
          })
        await walk('cont', /^Lots/, '0,02', 0)
        await spin(/^Lots/).fill('0.01')
        for (const [name, wire, good, at] of [
          ['Take profit', 'target_profit_price', '1,2500', 1],
          ['Stop loss', 'stop_loss_price', '1.1000', 2],
        ] as const) {
          await ticket.getByRole('switch', { name }).click()
          await walk(wire, new RegExp(`^${name}`), good, at)
          await ticket.getByRole('switch', { name }).click()
        }
        await ticket.getByRole('radio', { name: 'Pending' }).click()
        await walk('target_price', /^Order price/, '1.12', 3)
      },
    )

    test(
      "an order's editor saves the stops that stand in its fields, or nothing",
      usuallyOn('desktop', layout),
      async ({ page, context }) => {
        await place(await signIn(page, context), STILL, { type: '1', status: '1', cont: '0.04' })
        const detail = await openEditor(page, layout, '1')
        const save = detail.getByRole('button', { name: 'Save TP / SL' })
        const walk = (walked: Pick<WalkedField, 'name' | 'good' | 'texts' | 'isSeen' | 'isAsked' | 'isSlice'>, label: string) =>
          walkNumber({
            ...walked,
            field: detail.getByRole('spinbutton', { name: label }),
            submit: save,
            takeBack: farPrice(page),
            // A stop of zero is none, as before: there is nothing to save.
            isTold: (seen, number) => isToldInPlace(seen) || (isSameNumber(number, '0') && seen.described.includes('Not set')),
          })
        for (const [label, wire, good, at] of [
          ['Take profit', 'target_profit_price', '1,2500', 4],
          ['Stop loss', 'stop_loss_price', '1.1000', 5],
        ] as const) {
          await detail.getByRole('switch', { name: label }).click()
          const name = `${layout}, order, ${wire}`
          await walk({ name, good, texts: textsFrom(start + at), isSeen: sentAs(wire) }, label)
          for (const [unit, goodOfUnit, unitAt] of [
            ['pips', '200', 6],
            ['USDT', '125,5', 7],
            ['% of balance', '1.5', 8],
          ] as const) {
            await detail.getByRole('radio', { name: unit }).click()
            const texts = textsFrom(start + unitAt)
            const inUnit = { isSlice: true, isSeen: sentAsToldPrice(wire), isAsked: isAskedAsToldPrice }
            await walk({ name: `${name}, ${unit}`, good: goodOfUnit, texts, ...inUnit }, label)
          }
          await detail.getByRole('radio', { name: 'Price', exact: true }).click()
          await detail.getByRole('switch', { name: label }).click()
        }
        await detail.getByRole('switch', { name: 'Trailing stop' }).click()
        const name = `${layout}, order, trailing_distance`
        await walk({ name, good: '0,01', texts: textsFrom(start + 9), isSeen: sentAs('trailing_distance') }, 'Trailing distance')
      },
    )

    test('a part that is closed has the lots that stand in its field', usuallyOn('phone', layout), async ({ page, context }) => {
      await place(await signIn(page, context), STILL, { type: '1', status: '1', cont: '0.04' })
      const detail = await openEditor(page, layout, '1')
      const question = page.getByRole('alertdialog').filter({ hasText: 'Partially close' })
      await walkNumber({
        name: `${layout}, part to close`,
        field: question.getByRole('spinbutton'),
        // "Close 0.03 lots"; without a number in the field it says what it does only.
        submit: question.getByRole('button', { name: /^(Close .* lots|Partial close)$/ }),
        good: '0,03',
        texts: textsFrom(start + 10),
        // All of it is a close without a part.
        isSeen: ({ cont }, _seen, number) => isSameNumber(number, cont ?? '0.04'),
        closing: {
          form: question,
          reopen: async () => {
            if (!(await question.isVisible())) await detail.getByRole('button', { name: 'Partial close' }).click()
            await expect(question).toBeVisible()
          },
        },
      })
    })

    test(
      'a pending order is given the target that stands in its field, or none',
      usuallyOn('desktop', layout),
      async ({ page, context }) => {
        await place(await signIn(page, context), STILL, { type: '1', status: '0', cont: '0.04', target_price: '1.12' })
        const detail = await openEditor(page, layout, '0')
        await walkNumber({
          name: `${layout}, pending order, target_price`,
          field: detail.getByRole('spinbutton', { name: /^Order price/ }),
          submit: detail.getByRole('button', { name: 'Save order' }),
          good: '1,1150',
          texts: textsFrom(start + 11),
          isSeen: sentAs('target_price'),
          takeBack: farPrice(page),
        })
      },
    )
  })
}
