import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DeskSocketDouble } from '../../../../tests/fixtures/desk-socket'
import { serverI18n } from '../../../language/i18n.server'
import type { Difference, DifferenceDetail, ProviderState, ReconciliationView } from '../../../terms/reconciliation'
import { LiveCountsProvider } from '../shell/live-counts'
import { UNDO_MS } from '../use-decisions'
import type { ReconcileData } from './reconcile.server'
import { dayBeside, formulaOf } from './reconcile-data'
import { ReconcilePage } from './reconcile-page'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const NEVER_OPEN = { fetchTicket: () => new Promise<never>(() => {}) }

const AT = Date.parse('2026-11-24T14:32:08Z')
const DAY = '2026-11-23'
const values = (price: string) => ({ quantity: '500', price, time: AT - 80_000_000 })
const row = (change: Partial<Difference> = {}): Difference => ({
  id: '1',
  day: DAY,
  provider: 'prime',
  kind: 'price',
  code: 'XAUUSD',
  showCode: 'XAU/USD',
  side: 'sell',
  trade: '551208',
  ours: values('2658.34'),
  theirs: values('2658.22'),
  oursAmount: null,
  theirsAmount: null,
  usdt: '-60.00000000',
  atStake: '60.00000000',
  needsSecond: false,
  stands: true,
  status: 'open',
  foundAt: AT,
  askedBy: '',
  askedAt: null,
  resolvedAs: null,
  note: '',
  proposedBy: '',
  proposedAt: null,
  approvedBy: '',
  resolvedAt: null,
  isOwn: false,
  ...change,
})
const money = { ours: null, theirs: null, oursAmount: '-112.2', theirsAmount: '-126.7', usdt: '-14.50000000' }
const swap = row({ id: '2', kind: 'swap', side: null, trade: '', ...money })
const NO_STATEMENT = { state: 'none', due: null, file: '', line: null, problem: null, found: '' } as const
const provider = (change: Partial<ProviderState> = {}): ProviderState => ({
  provider: 'prime',
  copies: 'live',
  comparedAt: AT,
  theirs: 212,
  ours: 211,
  equal: 210,
  differ: 2,
  positionsEqual: 3,
  positionsDiffer: 0,
  lastCopyAt: AT,
  copyGaps: 0,
  statement: NO_STATEMENT,
  money: [],
  held: [],
  ...change,
})
const view = (change: Partial<ReconciliationView> = {}): ReconciliationView => ({
  day: DAY,
  today: '2026-11-24',
  due: AT,
  limit: '100.00000000',
  providers: [provider()],
  rows: [row(), swap],
  totals: { theirs: 212, ours: 211, equal: 210, differ: 2, open: 2, usdt: '-74.50000000' },
  ...change,
})
const detail = (one: Difference): DifferenceDetail => ({
  row: one,
  order: 'o-1',
  purpose: 'cover',
  traderOrder: null,
  reports: [],
  mark: '2660',
  rate: '1',
  explains: 'corrected',
})

async function show(change: Partial<ReconciliationView> = {}, data: Partial<ReconcileData> = {}, isLive = false) {
  const socket = new DeskSocketDouble()
  const shownView = view(change)
  const first = shownView.rows[0]
  const given = {
    ...{ title: 'Reconciliation', company: 'aurora', canResolve: true, canSeeRisk: true, approvers: [], now: AT, shown: 'open' },
    ...{ view: shownView, equal: null, detail: first === undefined ? null : detail(first) },
    ...data,
  } as ReconcileData
  const Desk = () => (
    <LiveCountsProvider
      company="aurora"
      first={null}
      socketUrl="ws://desk.localhost/v1/ws"
      operator="dora"
      onSessionEnd={() => {}}
      socketOptions={isLive ? { openSocket: () => socket, fetchTicket: async () => ({ ticket: 'v1.t' }) } : NEVER_OPEN}
    >
      <ReconcilePage data={given} />
    </LiveCountsProvider>
  )
  const Stub = createRemixStub([{ id: 'root', path: '/', loader: () => ({ language: 'en' }), Component: Desk }])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub hydrationData={{ loaderData: { root: { language: 'en' } } }} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { name: 'Reconciliation' })
  if (!isLive) return
  await act(async () => socket.open())
  await act(async () => socket.say({ event: 'login', code: 1, msg: '' }))
}

const isDisabled = (name: RegExp) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled

describe('what is shown', () => {
  test('the rows that wait, with both figures and the money, and their sum', async () => {
    await show()
    const table = within(screen.getAllByRole('table', { name: 'Rows that differ' })[0] as HTMLElement)
    expect(table.getByRole('link', { name: 'Trade 551208' }).getAttribute('href')).toContain('id=1')
    for (const text of ['2,658.34', '2,658.22', '−60.00', '−112.20', '−126.70', '−14.50', '−74.50'])
      expect(table.getByText(text)).toBeTruthy()
  })

  test('why: the arithmetic that explains the row in full, and that no trader’s fill is affected', async () => {
    await show()
    expect(screen.getByText('500.00 × (2,658.22 − 2,658.34) = −60.00 USDT')).toBeTruthy()
    expect(screen.getByText('No trader’s fill is affected.')).toBeTruthy()
  })

  test('all equal is a quiet line and no table', async () => {
    await show({ rows: [], totals: { theirs: 212, ours: 212, equal: 212, differ: 0, open: 0, usdt: '0.00000000' } })
    expect(screen.getByText('212 of 212 equal')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('equal fills, each as both sides have reported it', async () => {
    const fill = { provider: 'prime', trade: '551209', code: 'XAUUSD', showCode: 'XAU/USD', side: 'buy', quantity: '100' } as const
    const fills = [{ ...fill, price: '2658.4', oursTime: AT, theirsTime: AT }]
    await show({}, { shown: 'equal', equal: { fills, isMore: true } })
    const table = within(screen.getByRole('table', { name: 'Equal' }))
    expect(table.getAllByText('2,658.40').length).toBe(2)
    for (const text of ['Trade 551209', 'XAU/USD', 'Buy 100.00']) expect(table.getByText(text)).toBeTruthy()
    expect(screen.getByText('210 of 212 equal')).toBeTruthy()
    expect(screen.getByText('More than 1 entries')).toBeTruthy()
  })

  test('the day is there as a file', async () => {
    await show()
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(`/desk/reconcile-file?company=aurora&day=${DAY}`)
  })

  test('a company that covers nothing has nothing to compare', async () => {
    await show({ providers: [], rows: [] })
    expect(screen.getByText('No provider')).toBeTruthy()
  })

  test.each([
    ['expected', { state: 'expected' }, /has not arrived\. Expected by/],
    ['late', { state: 'late' }, /has not arrived\. It was expected by/],
    [
      'unreadable',
      { state: 'unreadable', line: 7, problem: 'number', found: '1 250' },
      /2026-11-23\.csv cannot be read\. Line 7: This is not a number\. 1 250/,
    ],
  ] as const)('a statement that is %s', async (_name, statement, words) => {
    await show({ providers: [provider({ statement: { ...NO_STATEMENT, due: AT, file: `${DAY}.csv`, ...statement } })] })
    expect(document.body.textContent).toMatch(words)
  })

  test('each line of money names the row that it differs by', async () => {
    const money = [{ line: 'swap', ours: '-1214.35', theirs: '-1228.85', difference: '-14.50', because: ['2'] }] as const
    await show({ providers: [provider({ money: [...money] })] })
    const table = within(screen.getByRole('table', { name: 'Money at the provider' }))
    expect(table.getByRole('link', { hidden: true }).getAttribute('href')).toContain('id=2')
  })

  test('a day that has not begun cannot be chosen', async () => {
    await show({ day: '2026-11-24' })
    expect(screen.queryByRole('link', { name: 'Next day' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Previous day' }).getAttribute('href')).toContain('day=2026-11-23')
  })
})

describe('who may act', () => {
  test('nobody while the page is not told of changes, and it says so', async () => {
    await show()
    expect(screen.getByText(/^Not connected\./)).toBeTruthy()
    expect([isDisabled(/^Resolve −60\.00/), isDisabled(/^Ask provider/), isDisabled(/^Compare now/)]).toEqual([true, true, true])
  })

  test('what resolves a row can be taken back for five seconds, and is sent once then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const sent: string[] = []
    vi.stubGlobal('fetch', async (url: string, { body }: { body: URLSearchParams }) => {
      sent.push(`${url} ${body}`)
      return Response.json({ isDone: true, message: 'Resolved.' })
    })
    await show({ rows: [row({ status: 'waiting', proposedBy: 'jo', resolvedAs: 'theirs_accepted', note: 'their letter' })] }, {}, true)
    const approve = () => act(async () => screen.getByRole('button', { name: 'Approve' }).click())
    await approve()
    expect(screen.getByText('Resolved. Sending in 5 seconds.')).toBeTruthy()
    expect(isDisabled(/^Approve/)).toBe(true)
    await act(async () => screen.getByRole('button', { name: 'Undo' }).click())
    await act(async () => vi.advanceTimersByTime(UNDO_MS * 2))
    expect(sent).toEqual([])
    await approve()
    await act(async () => vi.advanceTimersByTime(UNDO_MS))
    expect(sent).toEqual(['/desk/reconcile-decide?company=aurora act=approve&id=1'])
  })

  test('who only reads has no form', async () => {
    await show({}, { canResolve: false })
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('without a kind and a note nothing is sent, and both are asked for', async () => {
    await show()
    await act(async () => (screen.getByRole('combobox').closest('form') as HTMLFormElement).requestSubmit())
    expect(screen.getByText('Give a reason of 1 to 500 characters.')).toBeTruthy()
    expect(screen.getAllByText('Choose how it is resolved').length).toBe(2)
  })

  test.each([
    ['who asked', true, ['Cancel request']],
    ['another person', false, ['Reject', 'Approve']],
  ] as const)('%s sees what they can do with what waits for a second person', async (_name, isOwn, buttons) => {
    await show({ rows: [row({ status: 'waiting', proposedBy: 'jo', resolvedAs: 'theirs_accepted', note: 'their letter', isOwn })] })
    for (const name of buttons) expect(screen.getByRole('button', { name })).toBeTruthy()
    if (isOwn) expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})

test('the formula of a trade that one side has values it at the price of then', () => {
  const one = detail(
    row({ kind: 'not_in_book', side: 'buy', ours: null, theirs: { quantity: '1500', price: '1.08704', time: AT }, usdt: '-4.50000000' }),
  )
  expect(formulaOf({ ...one, mark: '1.08404' })).toBe('1,500.00 × (1.08404 − 1.08704) = −4.50 USDT')
})

test('days go on over the end of a month', () =>
  expect([dayBeside('2026-11-30', 1), dayBeside('2026-11-01', -1)]).toEqual(['2026-12-01', '2026-10-31']))
