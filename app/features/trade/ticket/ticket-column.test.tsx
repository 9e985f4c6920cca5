import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eurUsd } from './ticket-fixtures'
import { showTicket, typeLots } from './ticket-scene'

afterEach(cleanup)

test('a visitor is asked to log in instead of two dead buttons', async () => {
  await showTicket({ trader: null, instrument: { code: 'EURUSD' } })
  expect(screen.getByRole('link', { name: 'Log in to trade' }).getAttribute('href')).toBe(
    '/login?from=%2Ftrade%3Fcode%3DEURUSD%26period%3D15min',
  )
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
})

test('an instrument without leverage says so in the words of the specification', async () => {
  const { buy } = await showTicket({ instrument: { leverages: [] } })
  expect(buy().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('Leverage is not configured. Orders cannot be placed on this instrument.').length).toBeGreaterThan(0)
})

test('a closed market names its opening time, locks the buttons and leaves the fields usable', async () => {
  const { buy, user, sent } = await showTicket({ instrument: { isOpen: false } })
  expect(screen.getByText('Market closed. Opens Sun 22 Nov, 22:00 London.')).toBeInTheDocument()
  await user.click(buy())
  await user.click(screen.getByRole('button', { name: '0.20' }))
  expect(screen.getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.20')
  expect(sent).toEqual([])
})

test('margin above free margin locks both buttons and names the missing amount', async () => {
  const { buy, user, sent } = await showTicket()
  await typeLots(user, '10')
  expect(screen.getByText('1,642.80 USDT more free margin is needed.')).toBeInTheDocument()
  await user.click(buy())
  expect(sent).toEqual([])
})

test('lots between two steps are named', async () => {
  const { user } = await showTicket()
  await typeLots(user, '0.015')
  expect(screen.getByText('Enter the size in steps of 0.01 lots.')).toBeInTheDocument()
})

test('the figures follow the price', async () => {
  const { tick } = await showTicket()
  const margin = () => within(screen.getAllByText('Margin')[0]?.parentElement as HTMLElement).getByText(/USDT/).parentElement?.textContent
  await waitFor(() => expect(margin()).toContain('11.642800'))
  tick({ last: '1.17000', bid: '1.17000', ask: '1.17000' })
  // Prices wait while a page is being drawn.
  await waitFor(() => expect(margin()).toContain('11.700000'))
})

test('the margin that is heard is the margin that is seen, and it is never less than what is taken', async () => {
  const { fill } = await showTicket({
    instrument: {
      quote: { ...eurUsd.quote, bid: '1.16339', ask: '1.16339', last: '1.16339' },
      contractSize: '100000.001',
    },
  })
  await fill('Lots', '0.20')
  // 0.20 × 100,000.001 × 1.16339 ÷ 100 = 232.6780023…
  const heard = () => document.querySelector('span[aria-live="polite"]')?.textContent
  await waitFor(() => expect(heard()).toContain('Margin 232.678003 USDT'), { timeout: 3_000 })
  expect(document.querySelector('aside dl')?.textContent).toContain('Margin232.678003 USDT')
  // Said once more over the buttons.
  expect(document.querySelector('aside form')?.textContent).toContain('Margin 232.678003 USDT')
})

test('the stop-out prices name their sides in words: an arrow beside a price says where the price goes', async () => {
  const { fill } = await showTicket()
  await fill('Lots', '8')
  const row = screen.getByText('Stop-out price').closest('dl > div') as HTMLElement
  expect(row.querySelector('dd')?.textContent).toMatch(/^Long [\d.,]+Short [\d.,]+$/)
  expect(row.querySelector('svg')).toBeNull()
})

test('an order is sent once, with the quote that was seen and 0 for stops that are off', async () => {
  const { buy, user, sent } = await showTicket()
  await user.dblClick(buy())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    type: '1',
    cont: '0.01',
    multiple: '100',
    price: '1.16428',
    target_profit_price: '0',
    stop_loss_price: '0',
  })
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByText('Your order has been confirmed')).toBeInTheDocument()
})

test("the broker's refusal stands at the buttons, nothing typed is lost, and the next try is a new intent", async () => {
  const { buy, user, sent } = await showTicket({ answer: () => ({ placed: false, message: 'The price has moved.', isUncertain: false }) })
  await user.click(screen.getByRole('button', { name: '0.20' }))
  await user.click(buy())
  expect(await screen.findByRole('alert')).toHaveTextContent('The price has moved.')
  expect(screen.getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.20')
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('take profit on the wrong side of a sell is a hint on its button, not a block', async () => {
  const { user } = await showTicket()
  await user.click(screen.getByRole('switch', { name: 'Take profit' }))
  const sell = screen.getByRole('button', { name: /Sell/ })
  expect(sell).toHaveTextContent('check TP / SL')
  expect(sell.getAttribute('aria-disabled')).toBeNull()
})

test.each([
  ['a real account is told who fills it, and what is added', false, 'Passed to prime, mark-up 0.00002'],
  ['a demo account is filled by the broker', true, 'By the broker'],
])('before an order is placed %s', async (_, isDemo, words) => {
  const execution = { model: 'stp', provider: 'prime', markUp: '0.00002' } as const
  await showTicket({ instrument: { execution }, trader: { id: '1', isDemo } })
  expect(screen.getAllByText(words).length).toBeGreaterThan(0)
})

test('where the company is the counterparty of everybody nothing is said of it at the order', async () => {
  await showTicket()
  expect(screen.queryByText('Execution')).toBeNull()
})
