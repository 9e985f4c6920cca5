import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useAskedEnd } from '../../orders/asked-end'
import { eurUsd, holdingOrder } from './ticket-fixtures'
import { showTicket } from './ticket-scene'

afterEach(() => {
  cleanup()
  useAskedEnd.setState({ id: null, isServed: false })
})

async function placeOrder(change: Parameters<typeof holdingOrder>[1] = {}) {
  const scene = await showTicket({ answer: () => ({ placed: true, order: holdingOrder(eurUsd, { id: '31', ...change }) }) })
  await scene.user.click(scene.buy())
  return scene
}

test('the message that an order was placed offers to close it, where a list of orders can ask', async () => {
  const { user } = await placeOrder()
  const message = await screen.findByText('Your order has been confirmed')
  expect(message.closest('[data-toast-region]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^Close: EUR\/USD/ })).toBeNull()
  act(() => useAskedEnd.setState({ isServed: true }))
  await user.click(await screen.findByRole('button', { name: /^Close: EUR\/USD/ }))
  expect(useAskedEnd.getState().id).toBe('31')
})

test('a pending order is cancelled from there, not closed', async () => {
  useAskedEnd.setState({ isServed: true })
  await placeOrder({ status: 'pending', kind: 'limit', askedPrice: '1.16000' })
  expect(await screen.findByRole('button', { name: /^Cancel order: EUR\/USD/ })).toBeInTheDocument()
})

test('what a provider still has cannot be ended from there', async () => {
  useAskedEnd.setState({ isServed: true })
  await placeOrder({ underWay: { purpose: 'open', provider: 'Harbour', isSent: true } })
  expect(await screen.findByText(/^Sent to Harbour/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /: EUR\/USD, 0/ })).toBeNull()
})
