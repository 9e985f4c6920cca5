import { Link, Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadSkeletons, PendingFrame, PendingScreen, usePendingTab, useShownLocation } from './pending-screen'

await loadSkeletons()

function Frame() {
  const pending = usePendingTab()
  return (
    <PendingFrame pending={pending}>
      <Place />
      <p>bar: {pending?.handle.titleKey ?? 'own'}</p>
      <PendingScreen pending={pending}>
        <Outlet />
      </PendingScreen>
    </PendingFrame>
  )
}
const Place = () => <p>at {useShownLocation().pathname}</p>

function createSite(answerMs: number) {
  const Stub = createRemixStub([
    {
      path: '/',
      Component: Frame,
      children: [
        { path: 'trade', Component: () => <Link to="/order">orders</Link> },
        {
          path: 'order',
          loader: async () => {
            await new Promise((resolve) => setTimeout(resolve, answerMs))
            return null
          },
          Component: () => <p>the orders</p>,
        },
      ],
    },
  ])
  render(<Stub initialEntries={['/trade']} />)
}

test('a screen that takes its time shows its shape first, then itself', async () => {
  createSite(400)
  await userEvent.click(await screen.findByText('orders'))
  expect(await screen.findByRole('status')).toHaveTextContent('loading')
  expect(screen.getByText('at /order')).toBeInTheDocument()
  expect(screen.getByText('bar: order:title')).toBeInTheDocument()
  expect(await screen.findByText('the orders')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.getByText('the orders')).toBeVisible()
  expect(screen.getByText('bar: own')).toBeInTheDocument()
})

test('a screen that answers at once shows no skeleton', async () => {
  createSite(0)
  await userEvent.click(await screen.findByText('orders'))
  expect(await screen.findByText('the orders')).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})
