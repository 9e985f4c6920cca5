/** The file of an order's receipts as a person saves it: from the order's details. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { closeOrder, listReceiptProofs } from '../../contract/orders'
import { place, SERVER, STILL, shownAs } from './scripted-market'
import { expect, open } from './site-test'
import { type Caller, wire } from './wire-client'

/** Opens and closes a position, and waits until both receipts are in the log, so that the file has their proofs. */
export async function tradeOnce(trader: Caller): Promise<void> {
  const order = await place(trader, STILL, { type: '1', status: '1', cont: '0.01' })
  await wire(trader, closeOrder, { id: order.Id })
  const states = async () => (await wire(trader, listReceiptProofs, { id: order.Id })).map(({ State }) => State)
  await expect.poll(states).toEqual(['logged', 'logged'])
}

export async function downloadReceipts(page: Page, layout: 'phone' | 'desktop'): Promise<Buffer> {
  await open(page, 'aurora', '/order?type=3', SERVER)
  if (layout === 'phone')
    await page
      .getByRole('article')
      .filter({ hasText: shownAs(STILL) })
      .getByRole('link')
      .first()
      .click()
  const detail = page.getByRole(layout === 'phone' ? 'dialog' : 'complementary', { name: 'Order details' })
  await detail.getByRole('button', { name: 'Receipts' }).click()
  const download = page.waitForEvent('download')
  await detail.getByRole('button', { name: 'Download 2 receipts as one file' }).click()
  return readFile(await (await download).path())
}
