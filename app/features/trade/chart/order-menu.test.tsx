import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showTicket } from '../ticket/ticket-scene'
import OrderMenuLayer, { type MenuPlace } from './order-menu-layer'

afterEach(cleanup)

/** Bid 1.16420, ask 1.16430. */
const showMenu = async (price: string) => {
  const place: MenuPlace = { price, x: 10, y: 10 }
  const scene = await showTicket({ beside: <OrderMenuLayer open place={place} onClose={() => {}} onTable={() => {}} /> })
  return { ...scene, items: () => screen.getAllByRole('menuitem').map((item) => item.textContent) }
}

test.each([
  ['1.16000', ['Buy limit 0.01 lots at 1.16000', 'Sell stop 0.01 lots at 1.16000', 'Alert at this price', 'Show as table']],
  ['1.17000', ['Buy stop 0.01 lots at 1.17000', 'Sell limit 0.01 lots at 1.17000', 'Alert at this price', 'Show as table']],
])('at %s the menu names the orders that the price allows', async (price, names) => {
  const { items } = await showMenu(price)
  await waitFor(() => expect(items()).toEqual(names))
})

test('what is chosen fills in the ticket and sends nothing', async () => {
  const { user, sent } = await showMenu('1.16000')
  await user.click(await screen.findByRole('menuitem', { name: /^Buy limit/ }))
  const field = await screen.findByRole('spinbutton', { name: 'Order price', hidden: true })
  expect(field).toHaveValue('1.16000')
  expect(sent).toEqual([])
})
