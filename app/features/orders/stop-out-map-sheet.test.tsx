import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetTabStates } from '../../visitor/tab-state'
import { FIGURES, orderExample } from './order-examples'
import { createOrdersScreen, positionsOf, QUOTE } from './orders-fixtures'

beforeEach(() => act(() => forgetTabStates()))
afterEach(cleanup)

/** Long 0.20 EUR/USD: 200 USDT on the account, 232.68 of it in use, stop-out at 116.34. */
const FIRST = orderExample({ id: '1', entryPrice: '1.16420' })
const thin = positionsOf([FIRST], { figures: { ...FIGURES, balance: '-32.68000000', usedMargin: '232.68000000' } })

async function openMap(positions = thin) {
  await createOrdersScreen({ orders: positions.orders, quotes: [QUOTE], positions })
  await userEvent.setup().keyboard('m')
  const sheet = await screen.findByRole('dialog')
  await within(sheet).findByText(/map.intro/)
  return within(sheet)
}
const slide = (sheet: ReturnType<typeof within>, value: string) => fireEvent.change(sheet.getByRole('slider'), { target: { value } })

test('the map names the position that goes first, its price and what it costs', async () => {
  const sheet = await openMap()
  const [, row] = sheet.getAllByRole('row')
  const cells = within(row!).getAllByRole('cell')
  // 200 + 20,000 × (p − 1.1642) = 116.34
  expect(cells.map((cell) => cell.textContent)).toEqual(['1.16001', '0.36%', '−83.80', '116.20', '–'])
  expect(within(row!).getByRole('rowheader').textContent).toContain('EUR/USD')
})

test('the slider moves the figures, says its value in words, and marks what has been closed', async () => {
  const sheet = await openMap()
  expect(sheet.getByRole('slider')).toHaveAttribute('aria-valuetext', 'map.now')
  expect(sheet.getByText('200.00')).toBeTruthy()
  slide(sheet, '0.5')
  expect(await sheet.findByText('map.reached')).toBeTruthy()
  expect(sheet.getByRole('slider')).toHaveAttribute('aria-valuetext', 'map.against')
  expect(sheet.getAllByText('116.20').length).toBeGreaterThan(1)
  slide(sheet, '-0.5')
  expect(sheet.getByRole('slider')).toHaveAttribute('aria-valuetext', 'map.inFavour')
  expect(await sheet.findByText('316.40')).toBeTruthy()
})

test('each figure tells its formula on a tap', async () => {
  const sheet = await openMap()
  const [first] = sheet.getAllByRole('button', { name: 'map.explain' })
  expect(first).toHaveAttribute('aria-expanded', 'false')
  await userEvent.setup().click(first!)
  expect(first).toHaveAttribute('aria-expanded', 'true')
  expect(sheet.getByText(/formula.equity/)).toBeVisible()
})

test('without positions the map says that nothing can be closed', async () => {
  const sheet = await openMap(positionsOf([], { quotes: [], figures: { ...FIGURES, usedMargin: '0.00000000', balance: '500.00000000' } }))
  expect(sheet.getByText('map.empty')).toBeTruthy()
  expect(sheet.queryByRole('slider')).toBeNull()
  expect(sheet.getAllByText('500.00').length).toBe(2)
})

// Long on a busy machine: a happy DOM lays out six hundred cells.
test('two hundred positions are listed in their order', { timeout: 60_000 }, async () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    orderExample({ id: String(index + 1), entryPrice: '1.16420', lots: '0.01', margin: '11.64000000' }),
  )
  await openMap(positionsOf(many, { figures: { ...FIGURES, balance: '-1300.00000000', usedMargin: '2328.00000000' } }))
  // A question by role would lay out each of its cells.
  expect(screen.getByRole('dialog').querySelectorAll('tr')).toHaveLength(201)
})
