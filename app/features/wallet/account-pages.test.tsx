import { useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../language/i18n.server'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import { ToastProvider } from '../../ui'
import { NoticeBell } from '../notices/notice-bell'
import { NoticeMessages } from '../notices/notice-messages'
import type { NoticesData } from '../notices/notices-data'
import { NoticesPage } from '../notices/notices-page'
import type { HistoryData } from './history/history-data'
import { HistoryPage } from './history/history-page'
import type { Activity, WalletData } from './overview/wallet-data'
import { WalletPage } from './overview/wallet-page'
import type { ShownStatement, StatementsData } from './statement/statement-data'
import { StatementsPage } from './statement/statements-page'

afterEach(cleanup)

const at = { at: Date.UTC(2026, 10, 20, 9, 41), text: '20 Nov 2026, 09:41 UTC' }
const siteOf = (unreadNotices: number) => ({
  language: 'en',
  trader: { id: '7' },
  tenant: { legal: { entity: 'Meridian Prime Ltd', registeredAddress: '1 Example Street' } },
  unreadNotices,
})

interface Scene {
  /** What the page reads, in order; the last one stays. */
  readonly loads: readonly unknown[]
  readonly unread?: readonly number[]
}

async function show(path: string, Screen: ComponentType<{ data: never }>, { loads, unread = [0] }: Scene) {
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 't' }),
    random: () => 0,
  })
  const asked: string[] = []
  const posted: Record<string, string>[] = []
  let looks = 0
  let sites = 0
  const Loaded = () => {
    const data = useLoaderData() as never
    return (
      <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
        <ToastProvider label="messages" dismissLabel="dismiss">
          <NoticeBell />
          <NoticeMessages />
          <main>
            <Screen data={data} />
          </main>
        </ToastProvider>
      </RealtimeProvider>
    )
  }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => siteOf(unread[Math.min(sites++, unread.length - 1)] ?? 0),
      children: [
        {
          path: path.slice(1),
          Component: Loaded,
          loader: ({ request }) => {
            asked.push(new URL(request.url).search)
            return loads[Math.min(looks++, loads.length - 1)] as object
          },
          action: async ({ request }) => {
            posted.push(Object.fromEntries(await request.formData()) as Record<string, string>)
            return null
          },
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
  await afterDrawing()
  const push = async (topic: string, seq: number, data: unknown) => {
    await waitFor(() => broker.last)
    if (broker.last.sent.length === 0) {
      act(() => broker.last.open())
      await waitFor(() => expect(broker.last.sent).toContainEqual({ event: 'login', token: 't' }))
      act(() => broker.last.say({ event: 'login', code: 1, msg: '' }))
    }
    await act(async () => broker.last.say({ topic, seq, ts: 1, data }))
  }
  return { asked, posted, push, looks: () => looks }
}

const deposited: Activity = {
  key: 'deposit 1',
  direction: 'in',
  isCoin: true,
  currency: 'USDT · TRC20',
  at,
  amount: '1000.00000000',
  status: 'unchecked',
  statusName: '',
}
const walletOf = (change: Partial<WalletData> = {}): WalletData => ({
  title: 'Wallet',
  balance: '750.00000000',
  frozen: '250.00000000',
  activity: [
    deposited,
    { ...deposited, key: 'withdrawal 1', direction: 'out', isCoin: false, currency: 'EUR', status: 'rejected', statusName: 'Rejected' },
  ],
  counts: { records: 12, coinAddresses: 2, bankCards: 1 },
  ...change,
})

test('the wallet says what is free and frozen, how each movement stands, and counts what is behind its links', async () => {
  await show('/mine/wallet', WalletPage, { loads: [walletOf()] })
  expect(screen.getByRole('img', { name: 'Available 75 percent, reserved 25 percent' })).toBeTruthy()
  const rows = within(screen.getByRole('region', { name: 'Recent activity' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Deposit · USDT · TRC20.*\+1,000\.00Under review$/),
    expect.stringMatching(/^Withdrawal · Bank · EUR.*−1,000\.00Rejected$/),
  ])
  expect(screen.getByRole('link', { name: /^Crypto addresses\s*2$/ }).getAttribute('href')).toBe('/mine/coin-address-list')
  expect(screen.getByRole('link', { name: /^Transaction history\s*12$/ }).getAttribute('href')).toBe('/mine/history')
  expect(screen.getByRole('link', { name: 'Statements' }).getAttribute('href')).toBe('/mine/statements')
})

test('a wallet with nothing frozen draws no bar, and one that never moved says so', async () => {
  await show('/mine/wallet', WalletPage, { loads: [walletOf({ frozen: '0.00000000', activity: [] })] })
  expect(screen.queryByRole('img', { name: /frozen/ })).toBeNull()
  expect(screen.getByRole('heading', { name: 'No transactions yet' })).toBeTruthy()
})

test('a decision at the desk shows without a reload: a message, the mark at the bell, and the new status', async () => {
  const decided = walletOf({ balance: '1750.00000000', activity: [{ ...deposited, status: 'completed' }] })
  const { push, looks } = await show('/mine/wallet', WalletPage, { loads: [walletOf(), decided], unread: [0, 1] })
  expect(screen.getByRole('link', { name: 'Notifications' })).toBeTruthy()
  await push('ACCOUNT_NOTICE', 1, { Kind: 'notice', Id: '5', Notice: 'deposit-completed', At: 1 })
  expect(await screen.findByText('Deposit completed')).toBeTruthy()
  await screen.findByRole('link', { name: 'Notifications, 1 unread' })
  expect(within(screen.getByRole('region', { name: 'Recent activity' })).getByRole('listitem').textContent).toContain('Completed')
  expect(looks()).toBeGreaterThan(1)
})

const line = (id: string, value: string): HistoryData['lines'][number] => ({ id, text: `Deposit ${id}`, at, value, parts: [] })
const historyOf = (lines: HistoryData['lines'], change: Partial<HistoryData> = {}): HistoryData => ({
  title: 'Transaction history',
  balance: '12172.39000000',
  frozen: '250.00000000',
  lines,
  total: lines.length,
  pages: 1,
  canShowMore: true,
  ...change,
})

test('the account detail signs every value, marks what came in, and ends with a word', async () => {
  await show('/mine/history', HistoryPage, { loads: [historyOf([line('2', '67.20000000'), line('1', '-250.00000000')])] })
  const rows = within(screen.getByRole('region', { name: 'Transactions' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['+67.20', '−250.00'])
  expect(rows.map((row) => row.querySelector('strong')?.hasAttribute('data-gain'))).toEqual([true, false])
  expect(screen.getByText('No more records')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/resources/history-file')
})

test('a close that lost is no gain: the margin that came back and the result stand apart, and only the result has a colour', async () => {
  const closing: HistoryData['lines'][number] = {
    ...line('3', '5.74000000'),
    text: 'EURUSD closed: margin returned plus P/L (order 3)',
    parts: [
      { name: 'marginReturned', value: '11.64280000' },
      { name: 'profit', value: '-5.90280000' },
    ],
  }
  await show('/mine/history', HistoryPage, { loads: [historyOf([closing])] })
  const row = within(screen.getByRole('region', { name: 'Transactions' })).getByRole('listitem')
  expect(row.querySelector('strong')?.textContent).toBe('+5.74')
  expect(row.querySelector('strong')?.hasAttribute('data-gain')).toBe(false)
  expect([...row.querySelectorAll('dl > div')].map((part) => part.textContent)).toEqual(['Margin returned+11.642800', 'P/L−5.902800'])
  expect([...row.querySelectorAll('dd > span')].map((part) => part.getAttribute('data-direction'))).toEqual([null, 'down'])
})

test('more of the account detail comes with the next page and is told', async () => {
  const [first, both] = [[line('2', '1')], [line('2', '1'), line('1', '1')]]
  const { asked } = await show('/mine/history', HistoryPage, {
    loads: [historyOf(first, { total: 2 }), historyOf(both, { total: 2, pages: 2 })],
  })
  await act(async () => screen.getByRole('button', { name: 'Show more' }).click())
  await screen.findByText('1 more loaded')
  expect(asked).toEqual(['', '?page=2'])
})

test('an account without movements says so', async () => {
  await show('/mine/history', HistoryPage, { loads: [historyOf([])] })
  expect(screen.getByRole('heading', { name: 'No transactions yet' })).toBeTruthy()
})

const shownOf = (change: Partial<ShownStatement> = {}): ShownStatement => ({
  period: '2026-10',
  name: 'October 2026',
  state: 'signed',
  from: '1 Oct 2026, 00:00:00',
  until: '1 Nov 2026, 00:00:00',
  progress: { done: 1, of: 1 },
  summary: {
    opening: '100.00000000',
    closing: '60.00000001',
    moved: '-39.99999999',
    kinds: [{ kind: 'withdrawal', name: 'Withdrawal', count: 1, sum: '-39.99999999' }],
    rows: 1,
  },
  lines: [{ n: 1, at: '3 Oct 2026, 10:00:00', kind: 'Withdrawal', what: '', number: '9', amount: '-39.99999999', balance: '60.00000001' }],
  pages: 1,
  hasMore: false,
  signed: {
    by: 'Meridian Prime Ltd',
    at: '1 Nov 2026, 00:01:00',
    hash: 'ab'.repeat(32),
    keyId: 'k',
    rowsHash: 'cd'.repeat(32),
    entry: 2_118_406,
    text: '{}',
    against: { keys: [], logs: [] },
    checkedAt: 'meridian.example/verify',
  },
  ...change,
})
const statementsOf = (shown: ShownStatement | null, isDemo = false): StatementsData => ({
  title: 'Statements',
  account: '4081772',
  isDemo,
  list: [
    { period: '2026', name: 'Tax year 2026', state: 'running', closes: '1 Jan 2027, 00:00:00' },
    { period: '2026-10', name: 'October 2026', state: 'signed', closes: '' },
  ],
  shown,
})

test('the list says of each period whether it is signed or when it closes', async () => {
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(null)] })
  const rows = within(screen.getByRole('list', { name: 'Statements' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['Tax year 2026Closes on 1 Jan 2027, 00:00:00 UTC', 'October 2026Signed'])
  expect(screen.getByRole('link', { name: /^October/ }).getAttribute('href')).toBe('/mine/statements?period=2026-10')
})

test('a signed statement adds up to the last digit, has its three files, and says how to check it', async () => {
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(shownOf())] })
  expect(screen.getByText('100.00000000 \u2212 39.99999999 = 60.00000001 USDT')).toBeTruthy()
  const links = ['PDF', 'CSV', 'JSON'].map((as) => screen.getByRole('link', { name: `Download ${as}, October 2026` }).getAttribute('href'))
  expect(links).toEqual(['pdf', 'csv', 'json'].map((as) => `/resources/statement-document?period=2026-10&as=${as}`))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('\u221239.99999999')
  for (const text of ['abababab…abababab', 'cd'.repeat(32), 'Adds up', 'Entry 2,118,406']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Check this statement' }).getAttribute('href')).toBe('/verify#%7B%7D')
  // Nothing was checked here, so nothing is green but the sum.
  expect(screen.queryByText('Genuine')).toBeNull()
})

test('the key p opens the paper of a signed statement, and of no other', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(shownOf())] })
  fireEvent.keyDown(document.body, { key: 'p' })
  expect(opened.mock.calls).toEqual([['/resources/statement-document?period=2026-10&as=pdf&show=1', '_blank', 'noopener']])
  cleanup()
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(shownOf({ state: 'running', signed: null }))] })
  fireEvent.keyDown(document.body, { key: 'p' })
  expect(opened).toHaveBeenCalledTimes(1)
  opened.mockRestore()
})

test('a month that runs has no paper and no signature, and says when it closes', async () => {
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(shownOf({ state: 'running', signed: null }), true)] })
  expect(screen.queryByRole('link', { name: /PDF/ })).toBeNull()
  expect(screen.getByRole('link', { name: /^Download CSV/ })).toBeTruthy()
  expect(screen.getByText('Running balance')).toBeTruthy()
  expect(screen.getByText(/Closes on 1 Nov 2026, 00:00:00 UTC/)).toBeTruthy()
  expect(screen.getByText('Demo account')).toBeTruthy()
})

test('one that is being prepared shows how far it is, and nothing that is not known yet', async () => {
  const preparing = shownOf({ state: 'preparing', summary: null, lines: [], signed: null, progress: { done: 400, of: 1000 } })
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(preparing)] })
  const bar = screen.getByRole('progressbar')
  expect(['aria-valuenow', 'aria-valuemax', 'aria-valuetext'].map((name) => bar.getAttribute(name))).toEqual([
    '400',
    '1000',
    '400 of 1,000',
  ])
  // It is over: what was its last moment is not said to come.
  expect(screen.queryByText(/Closes on/)).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('one that does not add up is an alert, has no files, and does not say that it adds up', async () => {
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(shownOf({ state: 'wrong', signed: null }))] })
  expect(screen.getByRole('alert').textContent).toContain('This statement is not signed')
  expect(screen.queryByRole('link', { name: /CSV/ })).toBeNull()
  expect(screen.queryByText('Adds up')).toBeNull()
})

test('a month without movements says so', async () => {
  const summary = { opening: '7.00000000', closing: '7.00000000', moved: '0.00000000', kinds: [], rows: 0 }
  await show('/mine/statements', StatementsPage, { loads: [statementsOf(shownOf({ summary, lines: [] }))] })
  expect(screen.getByRole('heading', { name: 'No transactions in this period' })).toBeTruthy()
})

const noticesOf = (isRead: boolean, change: Partial<NoticesData> = {}): NoticesData => ({
  title: 'Notifications',
  notices: [
    { id: '9', kind: 'deposit-rejected', title: 'Deposit rejected', text: 'The receipt is cut off.', at, isRead },
    { id: '8', kind: 'account-thawed', title: 'Account unfrozen', text: '', at, isRead: true },
  ],
  total: 2,
  unread: isRead ? 0 : 1,
  pages: 1,
  canShowMore: true,
  ...change,
})

test('opening the notices reads them once, and what was new stays marked', async () => {
  const { posted } = await show('/mine/notices', NoticesPage, { loads: [noticesOf(false), noticesOf(true)], unread: [1, 0] })
  await waitFor(() => expect(posted).toEqual([{ up_to: '9' }]))
  await screen.findByRole('link', { name: 'Notifications' })
  const [first, second] = within(screen.getByRole('region', { name: 'Notifications' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('New')
  expect(second?.textContent).not.toContain('New')
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'View' })
      .getAttribute('href'),
  ).toBe('/mine/charge')
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull()
})

test('without notices the page says what will stand there, and marks nothing', async () => {
  const { posted } = await show('/mine/notices', NoticesPage, { loads: [noticesOf(true, { notices: [], total: 0 })] })
  expect(screen.getByRole('heading', { name: 'No notifications' })).toBeTruthy()
  expect(posted).toEqual([])
})
