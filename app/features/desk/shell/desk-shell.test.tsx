import { Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeskCounts } from '../../../../contract/desk/counts'
import { permissionsOf, ROLES, type Role } from '../../../../contract/desk/roles'
import type { OperatorInfo } from '../../../../contract/desk/session'
import { DeskSocketDouble } from '../../../../tests/fixtures/desk-socket'
import { serverI18n } from '../../../language/i18n.server'
import type { SiteData } from '../../../visitor/site'
import { initialsOfName } from './desk-nav'
import { DeskShell } from './desk-shell'
import { LiveCountsProvider } from './live-counts'
import { IDLE_LIMIT_MS, useIdleSignOut } from './use-idle-sign-out'

let socket: DeskSocketDouble
const left = vi.fn()

beforeEach(() => {
  socket = new DeskSocketDouble()
  left.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const COUNTS: DeskCounts = { deposits: 12, withdrawals: 5, identity: 8, approvals: 1, late: { deposits: 0, withdrawals: 2, identity: 0 } }

function operatorWith(roles: readonly Role[], companies = ['aurora']): OperatorInfo {
  const permissions = [...permissionsOf(roles)]
  return {
    name: 'r.okafor',
    display_name: 'R. Okafor',
    companies: companies.map((id) => ({ id, name: id.toUpperCase(), roles: [...roles], permissions })),
  }
}

async function show(operator: OperatorInfo, path = '/desk/deposits', counts: DeskCounts | null = COUNTS): Promise<void> {
  const site = { kind: 'desk', tenant: null, language: 'en' } as unknown as SiteData
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => site,
      Component: () => (
        <LiveCountsProvider
          company="aurora"
          first={counts}
          socketUrl="ws://desk.localhost/v1/ws"
          operator={operator.name}
          onSessionEnd={left}
          socketOptions={{ openSocket: () => socket, fetchTicket: async () => ({ ticket: 'v1.t' }) }}
        >
          <DeskShell operator={operator} company="aurora">
            <Outlet />
          </DeskShell>
        </LiveCountsProvider>
      ),
      children: [{ path: 'desk/*', Component: () => <h1>Queue</h1> }],
    },
  ])
  await act(async () => {
    render(
      <I18nextProvider i18n={await serverI18n('en')}>
        <Stub initialEntries={[path]} hydrationData={{ loaderData: { root: site } }} />
      </I18nextProvider>,
    )
  })
}

/** The navigation stands twice: beside the page, and in the menu of narrow windows. */
const nav = () => within(screen.getAllByRole('navigation', { name: 'Operator console' })[0] as HTMLElement)
const links = () =>
  nav()
    .getAllByRole('link')
    .map((link) => link.querySelector('span')?.textContent)

async function signedIn(): Promise<void> {
  await act(async () => socket.open())
  await act(async () => socket.say({ event: 'login', code: 1, msg: '' }))
}

describe('the navigation', () => {
  test.each([
    ['support', ['Overview', 'Deposits', 'Withdrawals', 'Disputes', 'Traders', 'Feedback', 'Content']],
    [
      'finance',
      ['Overview', 'Deposits', 'Withdrawals', 'Disputes', 'Risk', 'Reconciliation', 'Audit trail', 'Traders', 'Settings', 'Approvals'],
    ],
    ['risk', ['Overview', 'Disputes', 'Risk', 'Reconciliation', 'Audit trail', 'Traders', 'Settings', 'Approvals']],
    ['compliance', ['Overview', 'Deposits', 'Withdrawals', 'Identity', 'Disputes', 'Audit trail', 'Traders', 'Feedback']],
    ['content', ['Overview', 'Content']],
    ['admin', ['Overview', 'Disputes', 'Risk', 'Audit trail', 'Traders', 'Feedback', 'Content', 'Settings', 'Approvals']],
  ] as const)('leads %s only where the role may go', async (role, expected) => {
    await show(operatorWith([role]))
    expect(links()).toEqual(expected)
  })

  test('marks the page one is on and keeps the company in every link', async () => {
    await show(operatorWith(ROLES), '/desk/trader?company=aurora&id=7')
    const all = nav().getAllByRole('link')
    expect(all.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)).toEqual(['Traders'])
    expect(all.every((link) => link.getAttribute('href')?.endsWith('?company=aurora'))).toBe(true)
  })

  test('offers a choice of companies only to who has several', async () => {
    await show(operatorWith(['finance']))
    expect(screen.queryByRole('combobox', { name: 'Company' })).toBeNull()
    cleanup()
    await show(operatorWith(['finance'], ['aurora', 'meridian']))
    const [choice] = screen.getAllByRole('combobox', { name: 'Company' })
    expect(
      within(choice as HTMLElement)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['AURORA', 'MERIDIAN'])
  })

  test('says who one is, as what, and how to leave', async () => {
    await show(operatorWith(['finance', 'support']))
    const [name] = screen.getAllByText('R. Okafor')
    expect(name?.parentElement?.textContent).toBe('R. OkaforFinance · Support')
    expect(screen.getAllByRole('button', { name: 'Log out' })[0]?.closest('form')?.getAttribute('action')).toBe('/desk/logout')
    expect(screen.getAllByRole('link', { name: 'Change password' })[0]?.getAttribute('href')).toBe('/desk/password?company=aurora')
  })
})

describe('the counts', () => {
  test('stand there with the page, the late ones marked and said', async () => {
    await show(operatorWith(ROLES))
    const numbers = nav()
      .getAllByRole('link')
      .map((link) => link.querySelector('[data-count]'))
      .filter((element) => element !== null)
    expect(numbers.map((element) => element.textContent)).toEqual(['1212 waiting', '55 waiting · 2 late', '88 waiting', '11 waiting'])
    expect(numbers.map((element) => element.hasAttribute('data-late'))).toEqual([false, true, false, false])
  })

  test('follow the socket, which is asked only after its login', async () => {
    await show(operatorWith(ROLES))
    await act(async () => socket.open())
    expect(socket.sent.map(({ event }) => event)).toEqual(['ping', 'login'])
    await act(async () => socket.say({ event: 'login', code: 1, msg: '' }))
    expect(socket.sent.at(-1)).toEqual({ event: 'sub', topic: 'DESK_COUNTS.aurora' })
    const push = {
      topic: 'DESK_COUNTS.aurora',
      seq: 1,
      ts: 1,
      snapshot: true,
      data: { ...COUNTS, deposits: 13, late: { ...COUNTS.late, deposits: 1 } },
    }
    await act(async () => socket.say(push))
    const deposits = nav().getByRole('link', { name: /Deposits/ })
    expect(deposits.querySelector('[data-late]')?.textContent).toBe('1313 waiting · 1 late')
  })

  test('a session that has ended elsewhere leads to the door', async () => {
    await show(operatorWith(ROLES))
    await act(async () => socket.open())
    expect(left).not.toHaveBeenCalled()
    await act(async () => socket.say({ event: 'login', code: 999, msg: '' }))
    expect(left).toHaveBeenCalledOnce()
  })

  test('are left out where they could not be read', async () => {
    await show(operatorWith(ROLES), '/desk/deposits', null)
    expect(document.querySelector('[data-count]')).toBeNull()
    await signedIn()
  })
})

describe('a desk that nobody sits at', () => {
  function Sitting({ leave }: { leave(): void }) {
    useIdleSignOut(leave)
    return null
  }

  test('signs out after half an hour without a hand on it', async () => {
    vi.useFakeTimers()
    const leave = vi.fn()
    render(<Sitting leave={leave} />)
    act(() => void vi.advanceTimersByTime(IDLE_LIMIT_MS - 60_000))
    window.dispatchEvent(new Event('keydown'))
    act(() => void vi.advanceTimersByTime(IDLE_LIMIT_MS - 60_000))
    expect(leave).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(120_000))
    expect(leave).toHaveBeenCalledOnce()
  })
})

test.each([
  ['R. Okafor', 'RO'],
  ['Grete', 'GR'],
  ['Ana Maria de Souza', 'AS'],
])('%s is %s', (name, initials) => expect(initialsOfName(name)).toBe(initials))

describe('keys', () => {
  const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }))
  const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

  test('g and a letter lead to a page that the operator may open, and to no other', async () => {
    await show(operatorWith(['finance']), '/desk/withdrawals')
    const current = () => nav().getByRole('link', { current: 'page' }).querySelector('[data-word]')?.textContent
    await press('g')
    await press('d')
    expect(current()).toBe('Deposits')
    await press('d')
    expect(current()).toBe('Deposits')
    await press('g')
    await press('o')
    expect(nav().getByRole('link', { current: 'page' }).textContent).toContain('Overview')
    await press('g')
    await press('x')
    expect(nav().getByRole('link', { current: 'page' }).textContent).toContain('Overview')
  })

  test.each([
    ['o', 'Overview'],
    ['d', 'Deposits'],
    ['w', 'Withdrawals'],
    ['r', 'Risk'],
    ['c', 'Feedback'],
    ['t', 'Traders'],
  ])('g %s leads where the list of keys says: %s', async (letter, name) => {
    await show(operatorWith(ROLES), '/desk/audit')
    await press('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    const row = sheet.getByText(name).closest('div') as HTMLElement
    expect([...row.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['g', letter])
    await press('Escape')
    await waitFor(() => expect(list()).toBeNull())
    await press('g')
    await press(letter)
    expect(nav().getByRole('link', { current: 'page' }).querySelector('[data-word]')?.textContent).toBe(name)
  })

  test('after g a letter does nothing that the page would do with it', async () => {
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => heard.push(key)
    document.addEventListener('keydown', hear)
    await show(operatorWith(['risk']), '/desk/reconcile')
    await press('g')
    await press('r')
    await press('r')
    document.removeEventListener('keydown', hear)
    expect(heard).toEqual(['r'])
  })

  test('the question mark lists them, with those of the page', async () => {
    await show(operatorWith(['risk']), '/desk/reconcile')
    expect(list()).toBeNull()
    await press('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    for (const name of ['Ask provider', 'Risk', 'next, previous', 'Show this list']) expect(sheet.getByText(name)).toBeTruthy()
    expect(sheet.queryByText('Deposits')).toBeNull()
  })
})
