/**
 * What is sent is what is seen, in the forms about money: texts left in every field, and then the button. A number goes out as the one
 * that stands there, words go out to the letter, or nothing goes out and it is told.
 * A slice of the texts by default, and each form on one size of screen; E2E_ALL=1 takes all of them (`textsBy`) on both (`npm run test:long`).
 */
import type { Locator, Page } from 'playwright/test'
import { jpeg } from '../fixtures/pictures'
import { bindAddress, fund, turnTwoStepOn } from './money-account'
import type { Brand } from './ports'
import { giveSession, openRealAccount, REFUSED } from './real-account'
import { chooseLanguage, DESKTOP, expect, open, PHONE, test, usuallyOn, walkLimit } from './site-test'
import { ALL, refuseForms, sentAsTyped, textsBy, textsFrom, walkNumber, walkText, watchForms } from './typed-walk'

const BRAND: Brand = 'aurora'
/** Well formed, and nobody's. */
const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

test.use({ tolerated: REFUSED })
test.setTimeout(walkLimit())

async function addPicture(page: Page, at: number): Promise<void> {
  await page
    .locator('#main input[type="file"]:not([capture])')
    .nth(at)
    .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
}

const named = (page: Page | Locator, name: string): Locator => page.locator(`#main [name="${name}"]`)

for (const [layout, device, start] of [
  ['phone', PHONE, 5],
  ['desktop', DESKTOP, 17],
] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use(device)

    test('a deposit and a withdrawal are of the amount that stands there', usuallyOn('phone', layout), async ({ page, context }) => {
      await chooseLanguage(context, BRAND, 'en')
      const account = await openRealAccount(BRAND)
      await fund(account, '1000')
      const [code = ''] = await turnTwoStepOn(account)
      await bindAddress(account, ADDRESS, code)
      await giveSession(context, BRAND, account.token)
      await watchForms(page)
      for (const [at, [kind, path, unit]] of (
        [
          ['coin', '/mine/charge', 'USDT'],
          ['bank', '/mine/charge?type=1', 'EUR'],
        ] as const
      ).entries()) {
        await test.step(`deposit, ${kind}`, async () => {
          await open(page, BRAND, path)
          await refuseForms(page, '/mine/charge', { number: '' })
          await addPicture(page, 0)
          await expect(page.locator('input[name="proofImg"]')).toHaveCount(1)
          await walkNumber({
            name: `${layout}, deposit, ${kind}`,
            field: named(page, 'number'),
            submit: page.getByRole('button', { name: 'Submit deposit' }),
            unit,
            good: '1.234,56',
            texts: textsFrom(start + at),
            isSeen: sentAsTyped('number', unit),
            takeBack: page.getByRole('button', { name: 'Change amount' }),
          })
        })
      }
      await test.step('withdrawal', async () => {
        await open(page, BRAND, '/mine/withdraw')
        await refuseForms(page, '/mine/withdraw', { number: '' })
        await walkNumber({
          name: `${layout}, withdrawal`,
          field: named(page, 'number'),
          submit: page.getByRole('button', { name: 'Request withdrawal' }),
          unit: 'USDT',
          good: '33,5',
          texts: textsFrom(start + 2),
          isSeen: sentAsTyped('number', 'USDT'),
        })
        await walkText({
          name: `${layout}, remark`,
          field: named(page, 'memo'),
          submit: page.getByRole('button', { name: 'Request withdrawal' }),
          wire: 'memo',
          runs: (['fill', 'paste', 'keys'] as const).map((way) => ({ texts: ALL ? textsBy(way, start) : textsFrom(start + 3), way })),
        })
      })
    })
  })
}
