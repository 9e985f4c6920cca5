/** One rule for demo on every page of payout methods: it may be looked at, and says how to come by an account that can add one. */
import { json } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { DEMO_RESTRICTED } from '../../../broker-client/failure-reasons'
import { serverI18n } from '../../../language/i18n.server'
import { handle as bankList } from '../../../routes/traders/bank-card-list'
import { handle as coinList } from '../../../routes/traders/coin-address-list'
import MineLayout, { ErrorBoundary } from '../../../routes/traders/mine'
import { ToastProvider } from '../../../ui'
import { PhoneBar } from '../../shell/phone-bar'
import type { MethodsData } from './method-data'
import { MethodsPage } from './methods-page'

afterEach(cleanup)

const LISTS = [
  ['/mine/coin-address-list', '1', 'Add crypto address'],
  ['/mine/bank-card-list', '2', 'Add bank account'],
] as const

async function show(path: string, isDemo: boolean) {
  const Screen = () => <MethodsPage data={useLoaderData() as MethodsData} />
  const Root = () => (
    <ToastProvider label="messages" dismissLabel="dismiss">
      <PhoneBar handle={path.includes('coin') ? coinList : bankList} />
      <main>
        <Outlet />
      </main>
    </ToastProvider>
  )
  const list = (type: '1' | '2') => ({ Component: Screen, loader: (): MethodsData => ({ title: 'List', type, rows: [] }) })
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: Root,
      loader: () => ({
        language: 'en',
        trader: { id: '7', isDemo, email: '', mobile: '', uid: '10000007' },
        tenant: null,
        unreadNotices: 0,
      }),
      children: [
        {
          path: 'mine',
          Component: MineLayout,
          ErrorBoundary,
          children: [
            { path: 'coin-address-list', ...list('1') },
            { path: 'bank-card-list', ...list('2') },
            {
              path: 'withdraw-way',
              Component: () => 'form',
              loader: () => {
                if (isDemo) throw json({ reason: DEMO_RESTRICTED }, { status: 200 })
                return null
              },
            },
          ],
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={[path]} />
    </I18nextProvider>,
  )
  await screen.findByRole('main')
}
const waysToAdd = () =>
  screen.queryAllByRole('link', { hidden: true }).filter((link) => link.getAttribute('href')?.startsWith('/mine/withdraw-way'))
const theNote = () => screen.findByText(/A demo account makes no withdrawals/)

describe.each(LISTS)('%s', (path, _type, label) => {
  test('of a demo account leads to a real account and nowhere else', async () => {
    await show(path, true)
    await theNote()
    expect(waysToAdd()).toEqual([])
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    expect(screen.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/login')
  })

  test('of a real account leads to the form, from the page and from its bar', async () => {
    await show(path, false)
    await screen.findByText(label)
    expect(waysToAdd().map((link) => link.textContent || link.getAttribute('aria-label'))).toEqual([label, label])
    expect(screen.queryByText(/A demo account/)).toBeNull()
  })
})

test.each(['/mine/withdraw-way?type=1', '/mine/withdraw-way?type=2'])('%s tells a demo account the same', async (path) => {
  await show(path, true)
  await theNote()
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
})
