import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { afterDrawing } from '../../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../../language/i18n.server'
import type { AuditData } from '../audit/audit.server'
import { AuditPage } from '../audit/audit-page'
import type { SentUnder, TraderData, TradersData } from './people.server'
import { TraderPage } from './trader-page'
import { TradersPage } from './traders-page'

async function show<Data>(Page: ComponentType<{ data: Data; answer: never }>, data: Data, answer: unknown = null) {
  const sent: Record<string, string>[] = []
  const Screen = () => <Page data={useLoaderData() as Data} answer={(useActionData() ?? undefined) as never} />
  const Stub = createRemixStub([
    {
      path: '/desk/page',
      Component: Screen,
      loader: () => structuredClone(data) as object,
      action: async ({ request }) => {
        sent.push(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)])))
        return answer
      },
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={['/desk/page']} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await afterDrawing()
  return { sent, person: userEvent.setup() }
}

const ITEM: TraderData['item'] = {
  id: '7',
  uid: '4081003',
  email: 'ann@example.com',
  mobile: '',
  country: 'Japan',
  createdAt: 0,
  isFrozen: false,
  frozenBy: '',
  opened: '1 Nov 2026, 10:00',
  balance: '710.5',
  locked: '20',
  openOrders: 3,
  identity: 2,
  hasIdentity: true,
  hasTwoStep: true,
  twoStepOff: null,
  deposits: [],
  withdrawals: [],
  sessions: [],
  history: [],
}
const ORDER = {
  id: '31',
  code: 'EUR/USD',
  isLong: true,
  lots: '0.2',
  leverage: '100',
  target: '1.08000',
  entry: '1.08123',
  price: '1.08200',
  profit: '15.4',
  margin: '216.25',
  opened: '5 Nov',
  closed: '',
  wasFilled: true,
}
const RECORDS: TraderData['records'] = {
  figures: {
    floatingProfit: '15.4',
    balance: '710.5',
    equity: '942.15',
    usedMargin: '216.25',
    freeMargin: '725.9',
    marginLevel: '435.67',
    reserved: '20',
  },
  positions: [ORDER],
  pending: [{ ...ORDER, id: '32' }],
  closed: [{ ...ORDER, id: '33', closed: '6 Nov', reason: 'Take profit' }],
  closedTotal: 41,
  ledger: [{ id: '1', amount: '-216.25', orderId: '31', time: '5 Nov', what: 'Position opened' }],
  receipts: [{ id: '1', orderId: '31', hash: 'ab'.repeat(32), time: '5 Nov', what: 'Position opened' }],
  documents: [{ id: '4', status: 'Verified', submitted: '1 Nov', decided: '2 Nov', by: 'cora', reason: '', href: '/desk/identity?id=4' }],
}
const TRADER: TraderData = {
  tab: 'positions',
  records: RECORDS,
  title: 'Account 4081003',
  company: 'aurora',
  item: ITEM,
  twoStepAsked: null,
  isMasked: false,
  actions: ['sessions', 'freeze'],
  deposits: [
    { id: '5', amount: '100', currency: 'USDT', status: 'Under review', isOpen: true, time: '2 Nov', href: '/desk/deposits?id=5' },
  ],
  withdrawals: [{ id: '6', amount: '20', currency: 'USDT', status: 'Completed', isOpen: false, time: '3 Nov', href: null }],
  sessions: [{ device: 'Chrome', address: '203.0.113.*', since: '4 Nov', seen: '5 Nov' }],
  history: [{ time: '6 Nov', who: 'cora', action: 'Account frozen', object: 'Account 4081003', reason: 'asked' }],
  auditHref: null,
}

test('an account begins with who it is and what it has; what can be done comes last', async () => {
  await show(TraderPage, TRADER)
  expect(screen.getByText('ann@example.com')).toBeInTheDocument()
  expect(screen.getByText('942.15')).toBeInTheDocument()
  const positions = screen.getByRole('table', { name: 'Positions' })
  expect(within(positions).getByRole('row', { name: /EUR\/USD.*1\.08123.*216\.25/ })).toBeInTheDocument()
  const reason = screen.getByLabelText('Reason')
  expect(positions.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(
    screen.getByText('These take effect at once. Only turning off two-factor authentication needs a second operator.'),
  ).toBeInTheDocument()
})

test.each([
  ['orders', 'History', /33.*Take profit/],
  ['ledger', 'Ledger', /Position opened.*216\.25/],
  ['receipts', 'Receipts', /Position opened.*31/],
  ['documents', 'Documents', /Verified.*cora/],
  ['sessions', 'Sessions', /203\.0\.113/],
  ['history', 'History', /Account frozen/],
] as const)('its %s stand under a tab of their own, which the address keeps', async (tab, table, row) => {
  await show(TraderPage, { ...TRADER, tab })
  expect(within(screen.getByRole('table', { name: table })).getByRole('row', { name: row })).toBeInTheDocument()
  const link = screen.getByRole('tab', { selected: true })
  expect(link).toHaveAttribute('href', `/desk/trader?company=aurora&tab=${tab}&id=7`)
})

test('its money leads to the queues that the operator may read', async () => {
  await show(TraderPage, { ...TRADER, tab: 'money' })
  expect(screen.getByRole('link', { name: '2 Nov' })).toHaveAttribute('href', '/desk/deposits?id=5')
  expect(screen.queryByRole('link', { name: '3 Nov' })).toBeNull()
})

test('nothing is asked without a reason; with one it is asked first and then sent', async () => {
  const { sent, person } = await show(TraderPage, TRADER)
  await person.click(screen.getByRole('button', { name: 'Freeze account' }))
  expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/Give a reason of 1 to 500 characters/)
  expect(screen.getByLabelText('Reason')).toHaveFocus()
  await person.type(screen.getByLabelText('Reason'), 'asked by telephone')
  await person.click(screen.getByRole('button', { name: 'Freeze account' }))
  const question = await screen.findByRole('alertdialog', { name: 'Freeze 4081003?' })
  expect(sent).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Freeze account' }))
  await waitFor(() => expect(sent).toEqual([{ action: 'freeze', reason: 'asked by telephone' }]))
})

test('a question that is called off sends nothing', async () => {
  const { sent, person } = await show(TraderPage, TRADER)
  await person.type(screen.getByLabelText('Reason'), 'x')
  await person.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
})

test('who may do nothing sees no form, and a frozen account says who froze it', async () => {
  const item = { ...ITEM, isFrozen: true, frozenBy: 'cora' }
  await show(TraderPage, { ...TRADER, item, actions: [] })
  expect(screen.queryByLabelText('Reason')).toBeNull()
  expect(screen.getByText('Frozen by cora. Only an operator can unfreeze it.')).toBeInTheDocument()
})

test('a refusal is told beside the reason', async () => {
  const { person } = await show(TraderPage, TRADER, { action: 'sessions', reason: 'x', message: '', problem: 'Not that reason.' })
  await person.type(screen.getByLabelText('Reason'), 'x')
  await person.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }))
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/Not that reason/))
})

const TRADERS: TradersData = {
  sent: null,
  title: 'Traders',
  company: 'aurora',
  search: 'ann',
  state: 'frozen',
  page: 2,
  total: 61,
  older: { page: '3', after: 'traders.7' },
  isMasked: true,
  traders: [{ ...ITEM, isFrozen: true, stateLabel: 'Frozen' }],
}

test('the list keeps search and state through its pages and in its file', async () => {
  await show(TradersPage, TRADERS)
  expect(screen.getByRole('link', { name: '4081003' })).toHaveAttribute('href', '/desk/trader?company=aurora&id=7')
  expect(screen.getByRole('link', { name: 'Older' })).toHaveAttribute(
    'href',
    '/desk/traders?company=aurora&q=ann&state=frozen&page=3&after=traders.7',
  )
  expect(screen.getByRole('link', { name: 'Newer' })).toHaveAttribute('href', '/desk/traders?company=aurora&q=ann&state=frozen')
  expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/desk/traders-file?company=aurora&q=ann&state=frozen')
  expect(screen.getByText(/masked for your role/)).toBeInTheDocument()
})

const SENT: SentUnder = {
  title: 'Reference 7F3A-20CD',
  none: 'Nothing with this reference has arrived in the last 24 hours.',
  rows: [
    {
      key: 'a',
      traderId: '7',
      who: '4081003',
      isDemo: false,
      what: 'Order 12',
      call: 'submitOrder',
      time: '10:00',
      tone: 'ok',
      become: 'Done',
    },
    {
      key: 'b',
      traderId: null,
      who: '4081009',
      isDemo: true,
      what: '',
      call: 'getTrader',
      time: '10:01',
      tone: 'danger',
      become: 'Never arrived',
    },
  ],
}

test('what was sent under a reference says whose it is and what became of it, in place of "nobody found"', async () => {
  await show(TradersPage, { ...TRADERS, traders: [], sent: SENT })
  const [, order, other] = within(screen.getByRole('table', { name: 'Reference 7F3A-20CD' })).getAllByRole('row')
  expect(order).toHaveTextContent(/4081003.*Order 12.*Done/)
  expect(within(order!).getByRole('link', { name: '4081003' })).toHaveAttribute('href', '/desk/trader?company=aurora&id=7')
  expect(other).toHaveTextContent(/4081009 Demo account.*Never arrived/)
  expect(within(other!).queryByRole('link')).toBeNull()
  expect(screen.queryByText('No accounts match')).toBeNull()
})

test('a reference under which nothing arrived says so, and for how long one is kept', async () => {
  await show(TradersPage, { ...TRADERS, traders: [], sent: { ...SENT, rows: [] } })
  expect(screen.getByTestId('sent-under-reference')).toHaveTextContent('Nothing with this reference has arrived in the last 24 hours.')
})

const AUDIT: AuditData = {
  title: 'Audit trail',
  company: 'aurora',
  filter: { q: undefined, object: undefined, area: 'trader', by: undefined, from: '2026-11-01', to: undefined },
  page: 1,
  total: 41,
  isMore: false,
  older: { page: '2', after: 'audit.9' },
  chain: { links: 12, hash: 'ab'.repeat(32) },
  events: [
    {
      id: '9',
      time: '20 Nov 2026, 14:41:12',
      at: 0,
      who: 'cora',
      action: 'Account frozen',
      object: 'trader:7',
      objectName: 'Account 4081003',
      change: [
        { name: 'frozen', before: 'false', after: 'true' },
        { name: 'ended', before: '', after: '2' },
      ],
      reason: '<b>asked</b>',
      address: '10.4.0.21',
      traderHref: '/desk/trader?id=7',
      traderUid: '4081003',
      isSealed: false,
    },
  ],
}

test('the trail shows the old value and the new one, whether it is sealed, and leads to all about an object', async () => {
  await show(AuditPage, AUDIT)
  const row = screen.getByText('Account frozen').closest('tr')
  if (row === null) throw new Error('no row')
  expect(row).toHaveTextContent('frozen was false now true')
  expect(row).toHaveTextContent('ended 2')
  expect(row).toHaveTextContent('<b>asked</b>')
  expect(row).toHaveTextContent('Not yet')
  expect(within(row).getByRole('link', { name: 'Account 4081003 only' })).toHaveAttribute(
    'href',
    '/desk/audit?company=aurora&object=trader%3A7',
  )
  expect(screen.getByText(/41 entries\./)).toBeInTheDocument()
  expect(screen.getByTitle('ab'.repeat(32))).toHaveTextContent('abababababababab')
})

test('filter, pages and file of the trail go together', async () => {
  await show(AuditPage, AUDIT)
  expect(screen.getByLabelText('Action')).toHaveValue('trader')
  expect(screen.getByLabelText('From')).toHaveValue('2026-11-01')
  expect(screen.getByRole('link', { name: 'Older' })).toHaveAttribute(
    'href',
    '/desk/audit?company=aurora&area=trader&from=2026-11-01&page=2&after=audit.9',
  )
  expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/desk/audit-file?company=aurora&area=trader&from=2026-11-01',
  )
})

test('what a first operator asked for is said with the reason, before a second one agrees', async () => {
  const twoStepAsked = { name: 'cora', reason: 'He lost his telephone.' }
  const { sent, person } = await show(TraderPage, { ...TRADER, twoStepAsked, actions: ['twoStepOff', 'twoStepKeep'] })
  expect(screen.getByText(/cora has asked to turn off two-factor authentication\. A second operator must approve it\./)).toHaveTextContent(
    /He lost his telephone\.$/,
  )
  await person.type(screen.getByLabelText('Reason'), 'Asked him by video.')
  await person.click(screen.getByRole('button', { name: 'Turn off two-factor authentication' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent(/every device is logged out.*withdrawals are on hold/)
  await person.click(within(dialog).getByRole('button', { name: 'Turn off two-factor authentication' }))
  await waitFor(() => expect(sent).toEqual([{ action: 'twoStepOff', reason: 'Asked him by video.' }]))
})
