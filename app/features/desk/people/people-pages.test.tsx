import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createServerI18n } from '../../../platform/i18n.server'
import type { AuditData } from '../audit/audit.server'
import { AuditPage } from '../audit/audit-page'
import type { TraderData, TradersData } from './people.server'
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
    <I18nextProvider i18n={await createServerI18n('en')}>
      <Stub initialEntries={['/desk/page']} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await act(async () => {})
  return { sent, person: userEvent.setup() }
}

const ITEM: TraderData['item'] = {
  id: '7',
  uid: '4081003',
  email: 'ann@example.com',
  mobile: '',
  country: 'Japan',
  created_at: 0,
  is_frozen: false,
  frozen_by: '',
  frozenBy: '',
  opened: '1 Nov 2026, 10:00',
  balance: '710.5',
  locked: '20',
  open_orders: 3,
  identity: 2,
  has_two_step: true,
  deposits: [],
  withdrawals: [],
  sessions: [],
  history: [],
}
const TRADER: TraderData = {
  title: 'Account 4081003',
  company: 'aurora',
  item: ITEM,
  isMasked: false,
  actions: ['sessions', 'freeze'],
  deposits: [{ id: '5', amount: '100', currency: 'USDT', status: 'Unchecked', isOpen: true, time: '2 Nov', href: '/desk/deposits?id=5' }],
  withdrawals: [{ id: '6', amount: '20', currency: 'USDT', status: 'Completed', isOpen: false, time: '3 Nov', href: null }],
  sessions: [{ device: 'Chrome', address: '203.0.113.*', since: '4 Nov', seen: '5 Nov' }],
  history: [{ time: '6 Nov', who: 'cora', action: 'Account frozen', object: 'Account 4081003', reason: 'asked' }],
  auditHref: null,
}

test('an account shows its figures, its money with links to the queues, sessions and history', async () => {
  await show(TraderPage, TRADER)
  expect(screen.getByText('710.50')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '2 Nov' })).toHaveAttribute('href', '/desk/deposits?id=5')
  expect(screen.queryByRole('link', { name: '3 Nov' })).toBeNull()
  expect(within(screen.getByRole('table', { name: 'Sessions' })).getByText('203.0.113.*')).toBeInTheDocument()
  expect(within(screen.getByRole('table', { name: 'History' })).getByText('Account frozen')).toBeInTheDocument()
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
  await person.click(screen.getByRole('button', { name: 'End sessions' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
})

test('who may do nothing sees no form, and a frozen account says who froze it', async () => {
  const item = { ...ITEM, is_frozen: true, frozen_by: 'operator:cora', frozenBy: 'cora' }
  await show(TraderPage, { ...TRADER, item, actions: [] })
  expect(screen.queryByLabelText('Reason')).toBeNull()
  expect(screen.getByText('Frozen by cora. Only the desk can thaw it.')).toBeInTheDocument()
})

test('a refusal is told beside the reason', async () => {
  const { person } = await show(TraderPage, TRADER, { action: 'sessions', reason: 'x', message: '', problem: 'Not that reason.' })
  await person.type(screen.getByLabelText('Reason'), 'x')
  await person.click(screen.getByRole('button', { name: 'End sessions' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End sessions' }))
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/Not that reason/))
})

const TRADERS: TradersData = {
  title: 'Traders',
  company: 'aurora',
  search: 'ann',
  state: 'frozen',
  page: 2,
  total: 61,
  hasOlder: true,
  isMasked: true,
  traders: [{ ...ITEM, is_frozen: true, stateLabel: 'Frozen' }],
}

test('the list keeps search and state through its pages and in its file', async () => {
  await show(TradersPage, TRADERS)
  expect(screen.getByRole('link', { name: '4081003' })).toHaveAttribute('href', '/desk/trader?company=aurora&id=7')
  expect(screen.getByRole('link', { name: 'Older' })).toHaveAttribute('href', '/desk/traders?company=aurora&q=ann&state=frozen&page=3')
  expect(screen.getByRole('link', { name: 'Newer' })).toHaveAttribute('href', '/desk/traders?company=aurora&q=ann&state=frozen')
  expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/desk/traders-file?company=aurora&q=ann&state=frozen')
  expect(screen.getByText(/masked to your role/)).toBeInTheDocument()
})

const AUDIT: AuditData = {
  title: 'Audit trail',
  company: 'aurora',
  filter: { q: undefined, object: undefined, area: 'trader', by: undefined, from: '2026-11-01', to: undefined },
  page: 1,
  total: 41,
  isMore: false,
  hasOlder: true,
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
    '/desk/audit?company=aurora&area=trader&from=2026-11-01&page=2',
  )
  expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/desk/audit-file?company=aurora&area=trader&from=2026-11-01',
  )
})
