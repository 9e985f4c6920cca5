import { Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import aurora from '../../../tenants/aurora/tenant.json'
import { paths } from '../../addresses/paths'
import type { PublicTenant } from '../../brand/public-tenant'
import { localeResource } from '../../language/i18n.server'
import { LANGUAGES } from '../../language/language'
import { createPageTexts } from '../../language/page-texts'
import type { RouteHandle } from '../../page/route-handle'
import { traderParts } from '../../page/trader-part'
import type { SiteData, SiteTrader } from '../../visitor/site'
import { forgetTabStates } from '../../visitor/tab-state'
import { LanguageList } from '../language/language-list'
import { instrumentExample } from '../market/instrument-examples'
import { AppShell } from './app-shell'
import { SiteProviders } from './site-providers'

await traderParts()

const tenant: PublicTenant = {
  id: 'aurora',
  name: aurora.name,
  title: aurora.title,
  legal: aurora.legal,
  email: aurora.email,
  isDemoSite: false,
  logoPath: '/brands/aurora/logo.svg',
  iconPath: '/brands/aurora/icon.svg',
  languages: [...LANGUAGES],
  status: 'live',
  features: { ranking: true, news: true, invite: true, chat: true },
}

const TRADER: SiteTrader = { id: '1', uid: '4081772', email: 'm.keller@example.com', mobile: '', isDemo: false, inviteCode: '' }

// Nothing listens here; the shell must show that, not fail by it.
class SilentSocket {
  close(): void {}
  send(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}

function siteData(changes: Partial<SiteData> = {}): SiteData {
  return {
    tenant,
    trader: null,
    account: null,
    barColours: { light: '', dark: '' },
    companyTerms: null,
    language: 'en',
    dir: 'ltr',
    htmlLang: 'en',
    mode: 'dark',
    updown: 'green-up',
    hideAmounts: false,
    origin: 'http://aurora.localhost:3000',
    socketUrl: 'ws://127.0.0.1:1/v1/ws',
    localeUrl: '',
    toast: null,
    serverTime: 0,
    kind: 'tenant',
    isBrokerReachable: true,
    hasDevTools: false,
    ...changes,
  }
}

const TABS: RouteHandle = { i18n: [], shell: 'tabs', bar: 'brand' }

async function show(path: string, changes: Partial<SiteData> = {}): Promise<void> {
  const site = siteData(changes)
  const page = (name: string) => () => <h1>{name}</h1>
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => site,
      Component: () => (
        <SiteProviders>
          <AppShell>
            <Outlet />
          </AppShell>
        </SiteProviders>
      ),
      children: [
        { index: true, handle: TABS, Component: page('Markets page') },
        { path: 'trade', handle: TABS, Component: page('Trade page') },
        { path: 'order', handle: TABS, Component: page('Orders page') },
        { path: 'language', handle: { i18n: [], titleKey: 'user:language' }, Component: LanguageList },
        { path: 'product', Component: page('Search page') },
        { path: paths.action.markets(), loader: () => ({ instruments: [instrumentExample()] }) },
      ],
    },
  ])
  // A page changes its language; the server's words are those of all pages.
  const words = createPageTexts('en', localeResource('en').texts)
  await act(async () => {
    render(
      <I18nextProvider i18n={words}>
        <Stub initialEntries={[path]} hydrationData={{ loaderData: { root: site } }} />
      </I18nextProvider>,
    )
  })
}

beforeEach(() => {
  act(() => forgetTabStates())
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({})),
  )
})

describe('keyboard', () => {
  test.each([
    ['gt', 'Trade page'],
    ['go', 'Orders page'],
    ['gh', 'Markets page'],
    ['/', 'Search page'],
  ])('%s leads to the %s', async (keys, heading) => {
    await show('/language')
    await userEvent.keyboard(keys)
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument()
  })

  test('? lists the shortcuts, Escape closes the list, and none fires meanwhile', async () => {
    await show('/')
    await userEvent.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
    await userEvent.keyboard('gt')
    expect(screen.queryByRole('heading', { name: 'Trade page' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('single keys can be switched off in their list, which its own key still opens', async () => {
    await show('/')
    await userEvent.keyboard('?')
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('gt')
    expect(screen.getByRole('heading', { name: 'Markets page' })).toBeInTheDocument()
    await userEvent.keyboard('?')
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
    localStorage.removeItem('candor.keys.single')
  })

  test('Ctrl and K find a market, an action or a page; Enter goes there and Escape clears before it closes', async () => {
    await show('/language')
    const { keyboard } = userEvent.setup()
    await keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search or command' })
    await waitFor(() => expect(field).toHaveFocus())
    await keyboard('eurusd')
    const best = await screen.findByRole('option', { selected: true })
    expect(best).toHaveTextContent('EUR/USD')
    expect(field).toHaveAttribute('aria-activedescendant', best.id)
    await keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Buy or sell EUR/USD…')
    await keyboard('{Escape}')
    expect(field).toHaveValue('')
    await keyboard('qqq')
    expect(await screen.findByText('No market, order or page matches “qqq”')).toBeInTheDocument()
    await keyboard('{Escape}eurusd')
    await screen.findByRole('option', { selected: true })
    await keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Trade page' })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    localStorage.removeItem('candor.palette.recent')
  })

  test('no shortcut fires while something is typed or a modifier is held', async () => {
    await show('/')
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    await userEvent.keyboard('gt')
    field.remove()
    await userEvent.keyboard('{Control>}g{/Control}t')
    expect(screen.getByRole('heading', { name: 'Markets page' })).toBeInTheDocument()
  })
})

describe('bars', () => {
  test('a visitor is offered to log in with the way back', async () => {
    await show('/trade?code=BTCUSDT')
    expect(screen.getAllByRole('link', { name: 'Log in' })[0]).toHaveAttribute('href', '/login?from=%2Ftrade%3Fcode%3DBTCUSDT')
  })

  test('a signed-in trader sees the balance and the way to deposit', async () => {
    await show('/', { trader: TRADER, account: { balance: '12480.36', lockBalance: '0' } })
    expect(screen.getByRole('link', { name: 'Deposit' })).toHaveAttribute('href', '/mine/charge')
    expect(document.querySelector('[data-value="12480.36"]')).not.toBeNull()
    expect(screen.getAllByRole('link', { name: 'Account' })[0]).toHaveTextContent('MK')
  })

  test('a demo trader sees DEMO and the way to a real account', async () => {
    await show('/', { trader: { ...TRADER, isDemo: true }, account: { balance: '10000', lockBalance: '0' } })
    expect(screen.getByText('DEMO')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open account' })).toHaveAttribute('href', '/register')
  })

  test('covered amounts are covered in the bar', async () => {
    await show('/', { trader: TRADER, account: { balance: '12480.36', lockBalance: '0' }, hideAmounts: true })
    expect(document.body.textContent).not.toContain('12,480')
  })

  test('a tab leads back to the address at which it was left', async () => {
    await show('/order?type=3')
    await userEvent.keyboard('gh')
    await screen.findByRole('heading', { name: 'Markets page' })
    const links = [...document.querySelectorAll('nav a')].filter((link) => link.textContent === 'Orders')
    // One in the desktop bar, one in the tab bar: the layout decides which is shown.
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/order?type=3', '/order?type=3'])
  })

  test('the footer names the company, its address, and that no licence is stated', async () => {
    await show('/')
    const footer = screen.getByRole('contentinfo')
    expect(footer).toHaveTextContent('Aurora Markets Ltd · 14 Wickham Quay, Road Town, Tortola · No licence stated')
    expect(footer).toHaveTextContent('Prices on this site are simulated')
  })

  test('the message of a redirect is shown once', async () => {
    await show('/', { toast: { kind: 'success', textKey: 'auth:logoutSuccess' } })
    expect(await screen.findByText('You have logged out')).toBeInTheDocument()
  })
})

describe('language page', () => {
  test('offers all languages of the company, each under its own name', async () => {
    await show('/language')
    expect(screen.getAllByRole('radio')).toHaveLength(21)
    expect(screen.getByRole('radio', { checked: true })).toHaveTextContent('English')
  })

  test('arrow keys move and do not choose; a press applies at once, with a message in the new language', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json(localeResource('ar').texts)),
    )
    await show('/language')
    screen.getByRole('radio', { checked: true }).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('radio', { checked: true })).toHaveTextContent('English')
    await userEvent.click(screen.getByRole('radio', { name: /العربية/ }))
    expect(await screen.findByText('اللغة: العربية')).toBeInTheDocument()
    expect(document.cookie).toContain('lng=ar')
    expect(screen.getByRole('radio', { checked: true })).toHaveTextContent('العربية')
  })

  test('texts that cannot be fetched leave the page as it was', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response('', { status: 503 })),
    )
    await show('/language')
    await userEvent.click(screen.getByRole('radio', { name: /Français/ }))
    expect(await screen.findByText('The language could not be loaded')).toBeInTheDocument()
    expect(screen.getByRole('radio', { checked: true })).toHaveTextContent('English')
  })
})
