/** A statement of the month: its rows and sums are those of the account, and its file carries the same. */
import { readFile } from 'node:fs/promises'
import { closeOrder } from '../../contract/orders'
import { getBalance } from '../../contract/wallet'
import { place, SERVER, STILL } from './scripted-market'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test, usuallyOn } from './site-test'
import { wire } from './wire-client'

const BRAND = 'aurora'

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

    test(
      'the month that runs adds up to the balance, and has no paper before it is over',
      usuallyOn('phone', layout),
      async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en', SERVER)
        const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
        const order = await place(trader, STILL, { type: '1', status: '1', cont: '0.01' })
        await wire(trader, closeOrder, { id: order.Id })

        await open(page, BRAND, '/mine/statements', SERVER)
        // The tax year stands first, then the month.
        await page.getByRole('list', { name: 'Statements' }).getByRole('link').nth(1).click()
        await expect(page.getByText('Adds up', { exact: true })).toBeVisible()
        await expect(page.getByRole('table').getByRole('row').filter({ hasText: order.Id }).first()).toBeVisible()
        await expect(page.getByRole('link', { name: /^Download PDF/ })).toHaveCount(0)

        const download = page.waitForEvent('download')
        await page.getByRole('link', { name: /^Download JSON/ }).click()
        const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
          statement: { closing: string }
          rows: { kind: string; number: string; balance: string }[]
        }
        const { balance } = await wire(trader, getBalance, {})
        expect([file.statement.closing, file.rows.at(-1)?.balance]).toEqual([balance, balance])
        expect(file.rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['demo', 'fee', 'profit']))
      },
    )
  })
}
