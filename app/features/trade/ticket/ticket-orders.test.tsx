import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PlaceOrderAnswer } from '../scene/trade-data'
import { eurUsd, holdingOrder } from './ticket-fixtures'
import { showTicket } from './ticket-scene'

afterEach(cleanup)

/** Bid 1.16420, ask 1.16430. */
const wide = { quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }
const tickTo = (bid: string, ask: string) => ({ last: bid, bid: bid, ask: ask })
const moved = (newPrice: string): PlaceOrderAnswer => ({ placed: false, message: 'The price has moved.', isUncertain: false, newPrice })

test.each([
  ['Buy limit', '1.16000', '1', 'limit'],
  ['Sell stop', '1.16000', '2', 'stop'],
  ['Buy stop', '1.17000', '1', 'stop'],
  ['Sell limit', '1.17000', '2', 'limit'],
] as const)('a %s is named before it is placed, and placed as it was named', async (name, target, type, kind) => {
  const side = type === '1' ? 'buy' : 'sell'
  const answer = () => ({
    placed: true as const,
    order: holdingOrder(eurUsd, { side, status: 'pending', kind, askedPrice: target, entryPrice: '0.00000' }),
  })
  const { press, fill, sent, placed } = await showTicket({ instrument: wide, answer })
  await press('radio', 'Pending')
  await fill('Order price', target)
  await press('button', `${name} 0.01 lots at ${target}`)
  await waitFor(() => expect(placed).toHaveLength(1))
  expect(sent[0]).toMatchObject({ status: '0', type, target_price: target, cont: '0.01' })
  expect(sent[0]).not.toHaveProperty('max_slippage')
  expect(await screen.findByText(`${name} placed at ${target}`)).toBeInTheDocument()
  // The target belonged to that order; the next one is asked for anew.
  expect(await screen.findByText(/^Enter an order price\. For example 1\.164/)).toBeInTheDocument()
})

test('a pending order starts at a suggestion, tells the distance, and a tick changes nothing that was typed', async () => {
  const { press, tick } = await showTicket({ instrument: wide })
  await press('radio', 'Pending')
  const field = screen.getByRole('spinbutton', { name: 'Order price' })
  expect(field).toHaveValue('1.16200')
  expect(screen.getByText('−23.0 pips from market')).toBeInTheDocument()
  tick(tickTo('1.16100', '1.16110'))
  expect(field).toHaveValue('1.16200')
  expect(screen.getByRole('button', { name: /^Buy stop/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Sell limit/ })).toBeInTheDocument()
})

test('a target that was emptied is marked as soon as it is left, and not by the order that takes it along', async () => {
  const answer = () => ({ placed: true as const, order: holdingOrder(eurUsd, { status: 'pending', kind: 'limit', askedPrice: '1.16000' }) })
  const { press, fill, placed } = await showTicket({ instrument: wide, answer })
  await press('radio', 'Pending')
  const field = () => screen.getByRole('spinbutton', { name: 'Order price' })
  await fill('Order price', '1.16000')
  await press('button', 'Buy limit 0.01 lots at 1.16000')
  await waitFor(() => expect(placed).toHaveLength(1))
  expect(field()).not.toHaveAttribute('aria-invalid', 'true')
  fireEvent.focus(field())
  fireEvent.blur(field())
  expect(field()).toHaveAttribute('aria-invalid', 'true')
})

test('a target at the market price or too near is told with the prices that are allowed', async () => {
  const { press, fill } = await showTicket({ instrument: { minStopDistance: '0.0002' } })
  await press('radio', 'Pending')
  await fill('Order price', '1.16428')
  expect(screen.getByText('The order price is the market price. Allowed: 1.16408 or lower, 1.16448 or higher.')).toBeInTheDocument()
  await fill('Order price', '1.16430')
  expect(
    screen.getByText('The order price is too close to the market price. Allowed: 1.16408 or lower, 1.16448 or higher.'),
  ).toBeInTheDocument()
})

test('a stop in pips stands at its own price for a buy and for a sell, and reads in the other units', async () => {
  const { press, fill, sent } = await showTicket({ instrument: wide })
  await press('button', '0.20')
  await press('switch', 'Stop loss')
  await press('radio', 'Pips')
  await fill(/Stop loss/, '38.8')
  expect(screen.getByText('1.16042')).toBeInTheDocument()
  expect(screen.getByText('1.16808')).toBeInTheDocument()
  expect(screen.getByText('−77.60')).toBeInTheDocument()
  expect(screen.getByText('−0.78%')).toBeInTheDocument()
  await press('button', /Sell/)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ type: '2', stop_loss_price: '1.16808', target_profit_price: '0' })
})

test('another unit carries the same stop over', async () => {
  const { press } = await showTicket({ instrument: wide })
  await press('button', '0.20')
  await press('switch', 'Take profit')
  const field = () => screen.getByRole('spinbutton', { name: /Take profit/ })
  expect(field()).toHaveValue('1.16890')
  for (const [unit, value] of [
    ['Pips', '46.0'],
    ['USDT', '92.00'],
    ['%', '0.92'],
    ['Price', '1.16890'],
  ] as const) {
    await press('radio', unit)
    expect(field()).toHaveValue(value)
  }
})

test('a stop too near for either side is told with the prices that are allowed, and the broker still has the last word', async () => {
  const { press, fill, buy } = await showTicket({ instrument: { ...wide, minStopDistance: '0.0002' } })
  await press('switch', 'Stop loss')
  await fill('Stop loss', '1.16415')
  expect(screen.getByText('Stop loss allowed: 1.16400 or lower for a buy, 1.16450 or higher for a sell.')).toBeInTheDocument()
  expect(buy().getAttribute('aria-disabled')).toBeNull()
})

test('a trailing stop is sent as a distance in price', async () => {
  const { press, fill, sent, buy, user } = await showTicket()
  await press('switch', 'Trailing stop')
  await fill(/Trailing stop/, '20')
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ trailing_distance: '0.00200', stop_loss_price: '0' })
})

test('a size from risk is rounded down and tells what can be lost, with fee and spread', async () => {
  const { press, fill, sent, buy, user } = await showTicket({ instrument: { ...wide, feeRate: '7' } })
  await press('radio', 'By risk')
  await fill(/Stop loss/, '38.8')
  expect(screen.getByText('0.25 lots')).toBeInTheDocument()
  expect(screen.getByText('stop 94.50 · spread 2.50 · fee 1.75')).toBeInTheDocument()
  expect(screen.getByText('Slippage, or a price gap past the stop, can make the loss larger.')).toBeInTheDocument()
  const worst = screen.getByText('Max. loss at stop loss').closest('div') as HTMLElement
  expect(within(worst).getByText(/98\.75|98/).parentElement?.textContent).toContain('98.75')
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ cont: '0.25', stop_loss_price: '1.16042' })
})

test('a risk too small for the smallest order names what that order could lose', async () => {
  const { press, fill } = await showTicket({ instrument: { ...wide, feeRate: '7' } })
  await press('radio', 'By risk')
  await press('radio', 'USDT')
  await fill(/Stop loss/, '38.8')
  await fill(/Amount at risk/, '3')
  expect(screen.getByText('Even the minimum size, 0.01 lots, could lose 3.95 USDT at this stop loss.')).toBeInTheDocument()
})

test('a market order limits its slippage, unless the trader sets no limit', async () => {
  const { press, sent, buy, user } = await showTicket()
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ price: '1.16428', max_slippage: '0.0005' })
  await press('button', /Max slippage/)
  await press('radio', 'No limit')
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).not.toHaveProperty('max_slippage')
})

test('a price that has moved is offered in place: one press places the same order at it, as a new intent', async () => {
  const answer = (n: number): PlaceOrderAnswer => (n === 0 ? moved('1.16520') : { placed: true, order: holdingOrder(eurUsd) })
  const { press, sent, placed, buy, user } = await showTicket({ answer })
  await press('button', '0.20')
  await user.click(buy())
  expect(await screen.findByRole('alert')).toHaveTextContent('The price has moved to 1.16520. Your order was not placed.')
  expect(screen.getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.20')
  await press('button', 'Buy at 1.16520')
  await waitFor(() => expect(placed).toHaveLength(1))
  expect(sent[1]).toMatchObject({ type: '1', cont: '0.20', price: '1.16520', max_slippage: '0.0005' })
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
  expect(screen.queryByText(/The price is now/)).toBeNull()
})

test('an offer is gone as soon as the order it was made for is changed', async () => {
  const { press, buy, user } = await showTicket({ answer: () => moved('1.16520') })
  await user.click(buy())
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  await press('button', '0.20')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what a night costs or brings is shown for both sides where the company charges it, and not where it does not', async () => {
  const { fill } = await showTicket({
    instrument: { ...wide, funding: { longRate: '7.2', shortRate: '-3.6', dayCount: 360 } },
  })
  await fill(/Lots/, '1')
  const row = screen.getByText('Overnight fee (swap) per night, long / short').closest('div') as HTMLElement
  expect(row.textContent).toMatch(/−23\.\d\d.*\+11\.\d\d/)
})
