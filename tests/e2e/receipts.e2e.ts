/** A receipt from history, checked by a browser that has lost its network: genuine as it is, and not after one changed byte. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { closeOrder } from '../../contract/orders'
import { place, SERVER, STILL, shownAs } from './scripted-market'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test } from './site-test'
import { wire } from './wire-client'

const SHOWN = shownAs(STILL)
const BRAND = 'aurora'

async function downloadReceipts(page: Page, layout: 'phone' | 'desktop'): Promise<Buffer> {
  await open(page, BRAND, '/order?type=3', SERVER)
  if (layout === 'phone') await page.getByRole('article').filter({ hasText: SHOWN }).getByRole('link').first().click()
  const detail = page.getByRole(layout === 'phone' ? 'dialog' : 'complementary', { name: 'Order detail' })
  await detail.getByRole('button', { name: 'Receipts' }).click()
  const download = page.waitForEvent('download')
  await detail.getByRole('button', { name: 'Download 2 receipts as one file' }).click()
  return readFile(await (await download).path())
}

for (const layout of ['phone', 'desktop'] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use({ ...(layout === 'phone' ? PHONE : DESKTOP), tolerated: /ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/ })

    test('a receipt from history is genuine without a network, and not after one changed byte', async ({ page, context }) => {
      await chooseLanguage(context, BRAND, 'en', SERVER)
      const trader = { brand: BRAND, server: SERVER, token: await signInAsDemo(context, BRAND, SERVER) } as const
      const order = await place(trader, STILL, { type: '1', status: '1', cont: '0.01' })
      await wire(trader, closeOrder, { id: order.Id })
      const file = await downloadReceipts(page, layout)

      await open(page, BRAND, '/verify', SERVER)
      await context.setOffline(true)
      const chooser = page.getByLabel('Choose a file')
      const give = (buffer: Buffer) => chooser.setInputFiles({ name: 'receipts.json', mimeType: 'application/json', buffer })
      await give(file)
      await expect(page.getByRole('heading', { name: 'Genuine', exact: true })).toBeVisible()

      const changed = Buffer.from(file)
      const at = changed.indexOf('"lots":"0.01') + '"lots":"0.0'.length
      expect(changed[at]).toBe('1'.charCodeAt(0))
      changed[at] = '2'.charCodeAt(0)
      await give(changed)
      await expect(page.getByRole('heading', { name: 'Not genuine' })).toBeVisible()
      await context.setOffline(false)
    })
  })
}
