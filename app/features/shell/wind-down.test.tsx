import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../language/i18n.server'
import { WindDownBanner, WindDownScreen } from './wind-down'

afterEach(cleanup)

async function show(status: string, trader: { isDemo: boolean } | null) {
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <>
          <WindDownBanner />
          <WindDownScreen />
        </>
      ),
    },
  ])
  const site = { tenant: { name: 'Aurora Markets', status }, trader }
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub hydrationData={{ loaderData: { root: site } }} />
    </I18nextProvider>,
  )
  await afterDrawing()
}
const banner = () => screen.queryByRole('note', { name: 'Closing notice' })
const ways = () => [...(banner()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))

test('a trader reads what is still possible, with the ways there', async () => {
  await show('wind-down', { isDemo: false })
  expect(banner()).toHaveTextContent('Aurora Markets is closing down. You can still close positions')
  expect(ways()).toEqual(['/order', '/mine/withdraw', '/mine/chat'])
})

test('a demo trader has nothing to withdraw', async () => {
  await show('wind-down', { isDemo: true })
  expect(ways()).toEqual(['/order', '/mine/chat'])
})

test('a visitor reads what the login is there for', async () => {
  await show('wind-down', null)
  expect(banner()).toHaveTextContent('Traders can log in here')
  expect(ways()).toEqual([])
})

test('a company at work has no banner', async () => {
  await show('live', { isDemo: false })
  expect(banner()).toBeNull()
})
