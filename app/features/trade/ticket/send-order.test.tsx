/** How an order goes out: after a question, at once, or held down; and what keeps each from sending what nobody meant. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadLayers } from '../../../ui'
import { HOLD_MS } from '../../../ui/use-hold'
import { LOOK_AGAIN_MS } from './order-question-layer'
import { eurUsd } from './ticket-fixtures'
import { showTicket } from './ticket-scene'

/** Bid 1.16420, ask 1.16430. */
const wide = { quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }
const real = { id: '7', isDemo: false }
const KEY = 'candor.trade.send-by'

beforeEach(async () => {
  localStorage.clear()
  await loadLayers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const question = () => screen.findByRole('alertdialog')
const chosen = (name: string) => screen.getByRole('radio', { name }).getAttribute('aria-checked')

test('a real account is asked first: what, at which price and what it costs; Cancel sends nothing and the focus begins there', async () => {
  const { user, buy, sent } = await showTicket({ instrument: wide, trader: real })
  expect(chosen('Confirm')).toBe('true')
  await user.click(buy())
  const dialog = await question()
  expect(within(dialog).getByRole('heading')).toHaveTextContent('Buy 0.01 lots of EUR/USD?')
  for (const label of ['Current price', 'Max slippage', 'Margin', 'Fee', 'Free margin after']) expect(dialog).toHaveTextContent(label)
  expect(within(dialog).getByRole('button', { name: 'Buy at 1.16430' })).toBeEnabled()
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
})

test('the button names the price of the moment, and that price is sent', async () => {
  const { user, buy, sent, tick } = await showTicket({ instrument: wide, trader: real })
  await user.click(buy())
  const dialog = await question()
  tick({ last: '1.16422', bid: '1.16422', ask: '1.16432' })
  expect(dialog).toHaveTextContent('+0.2 pips')
  await user.click(within(dialog).getByRole('button', { name: 'Buy at 1.16432' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ type: '1', price: '1.16432', cont: '0.01' })
})

test('a price beyond the slippage is shown for a moment before it can be accepted', async () => {
  const { user, buy, sent, tick } = await showTicket({ instrument: wide, trader: real })
  await user.click(buy())
  const dialog = await question()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Five pips are allowed; this is six.
  tick({ last: '1.16480', bid: '1.16480', ask: '1.16490' })
  const accept = () => within(dialog).getByRole('button', { name: 'Buy at 1.16490' })
  expect(accept()).toHaveAttribute('aria-disabled', 'true')
  expect(within(dialog).getByRole('status')).toHaveTextContent('The price has moved to 1.16490.')
  fireEvent.click(accept())
  expect(sent).toEqual([])
  act(() => vi.advanceTimersByTime(LOOK_AGAIN_MS))
  expect(accept()).not.toHaveAttribute('aria-disabled')
  vi.useRealTimers()
  fireEvent.click(accept())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ price: '1.16490' })
})

test('a market that closes while it is asked locks the answer', async () => {
  const { user, buy, sent, tick } = await showTicket({ instrument: wide, trader: real })
  await user.click(buy())
  const dialog = await question()
  tick({ isOpen: false })
  const accept = within(dialog).getByRole('button', { name: /^Buy at/ })
  expect(accept).toHaveAttribute('aria-disabled', 'true')
  expect(within(dialog).getByRole('status')).toHaveTextContent('Market closed.')
  await user.click(accept)
  expect(sent).toEqual([])
})

test('sending at once is asked about when it is switched on, and every order gives it its time anew', async () => {
  const { user, buy, sent, press } = await showTicket({ instrument: wide, trader: real })
  await press('radio', 'One click')
  expect(await question()).toHaveTextContent('without a confirmation')
  await press('button', 'Cancel')
  expect(chosen('Confirm')).toBe('true')
  await press('radio', 'One click')
  await user.click(within(await question()).getByRole('button', { name: 'Switch on' }))
  expect(chosen('One click')).toBe('true')
  localStorage.setItem(KEY, JSON.stringify({ mode: 'one-click', traderId: '7', usedAt: Date.now() - 60_000 }))
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(Date.now() - (JSON.parse(localStorage.getItem(KEY) ?? '{}') as { usedAt: number }).usedAt).toBeLessThan(30_000)
})

test('a page that slept past the time asks again at the press', async () => {
  localStorage.setItem(KEY, JSON.stringify({ mode: 'one-click', traderId: '7', usedAt: Date.now() }))
  const { user, buy, sent } = await showTicket({ instrument: wide, trader: real })
  localStorage.setItem(KEY, JSON.stringify({ mode: 'one-click', traderId: '7', usedAt: Date.now() - 31 * 60_000 }))
  await user.click(buy())
  expect(await question()).toHaveTextContent('Buy 0.01 lots')
  expect(sent).toEqual([])
})

test('held down long enough it is sent, once; let go, left or escaped it is not', async () => {
  localStorage.setItem(KEY, JSON.stringify({ mode: 'hold', traderId: '7', usedAt: 0 }))
  const { sent } = await showTicket({ instrument: wide, trader: real })
  const button = () => screen.getByRole('button', { name: 'Hold to buy, long 0.01 lots' })
  expect(screen.getByText('Hold for 0.8 s. If you let go earlier, nothing is sent.')).toBeInTheDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const down = () => fireEvent.pointerDown(button(), { button: 0, isPrimary: true })
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  for (const end of [
    () => fireEvent.pointerUp(button()),
    () => fireEvent.pointerLeave(button()),
    () => fireEvent.keyDown(button(), { key: 'Escape' }),
    () => fireEvent.blur(window),
  ]) {
    down()
    wait(HOLD_MS - 1)
    expect(button()).toHaveTextContent('Keep pressing')
    end()
    wait(HOLD_MS)
    expect(button()).toHaveTextContent('Hold to buy')
  }
  // A short press of a pointer is a click of its own, and sends nothing either.
  fireEvent.click(button(), { detail: 1 })
  expect(sent).toEqual([])
  fireEvent.keyDown(button(), { key: 'Enter' })
  wait(HOLD_MS / 2)
  fireEvent.keyDown(button(), { key: 'Enter', repeat: true })
  wait(HOLD_MS / 2)
  fireEvent.keyUp(button(), { key: 'Enter' })
  vi.useRealTimers()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('what cannot hold presses twice', async () => {
  localStorage.setItem(KEY, JSON.stringify({ mode: 'hold', traderId: '7', usedAt: 0 }))
  const { sent } = await showTicket({ instrument: wide, trader: real })
  const button = () => screen.getByRole('button', { name: 'Hold to sell, short 0.01 lots' })
  fireEvent.click(button(), { detail: 0 })
  expect(button()).toHaveTextContent('Press again')
  expect(sent).toEqual([])
  fireEvent.click(button(), { detail: 0 })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ type: '2' })
})
