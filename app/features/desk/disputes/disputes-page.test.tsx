import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { serverI18n } from '../../../language/i18n.server'
import type { DeskCase } from '../../../terms/challenge'
import { ToastProvider } from '../../../ui'
import type { DisputesData } from './disputes.server'
import { DisputesPage } from './disputes-page'

const AT = Date.UTC(2026, 10, 20, 14)
const line = (id: string, more: Partial<DisputesData['lines'][number]> = {}): DisputesData['lines'][number] => ({
  ...{ id, traderId: '7', uid: '4081772', isDemo: false, state: 'open', reason: 'worse', order: '881236', instrument: 'XAUUSD' },
  ...{
    price: '4012.46',
    verdict: 'different',
    createdAt: AT,
    dueAt: AT + 86_400_000,
    isLate: false,
    firstApprovedBy: null,
    claimedBy: null,
  },
  ...more,
})
const item = (more: Partial<DeskCase> = {}): DeskCase => ({
  ...line('417'),
  ...{ receipt: 'a'.repeat(64), event: 'order_closed', openedAt: AT, endedAt: null, words: 'It was never there.', ticks: [], steps: [] },
  fill: {
    ...{ receipt: 'a'.repeat(64), order: '881236', event: 'order_closed', at: AT, instrument: 'XAUUSD', side: 'buy', counts: 'bid' },
    ...{ lots: '2', price: '4012.46', requested: '', stop: '4012.50', target: '', reason: 'stop_loss', kind: 'market', profit: '-1' },
  },
  answer: { verdict: 'different', expected: '4012.73', stated: '4012.46', credit: '54.00000000', checks: [] },
  ...{ decision: null, firstApprovedAmount: '', decidedBy: null, movements: [], history: [], claim: null, settings: null },
  account: {
    ...{
      traderId: '7',
      uid: '4081772',
      identity: 2,
      openedAt: AT,
      balance: '0',
      locked: '0',
      isFrozen: false,
      deposits: 0,
      withdrawals: 0,
    },
  },
  ...more,
})

afterEach(cleanup)

async function show(changes: Partial<DisputesData>) {
  const i18n = await serverI18n('en')
  const sent: Record<string, string>[] = []
  const data = {
    ...{ title: 'x', company: 'aurora', state: 'open', q: '', page: 1, canDecide: true, now: AT, operator: 'one' },
    ...{ lines: [], total: 0, older: null, item: null },
    ...changes,
  } as DisputesData
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ kind: 'desk', tenant: null, trader: null, language: 'en', dir: 'ltr' }),
      Component: () => (
        <I18nextProvider i18n={i18n}>
          <ToastProvider label="Messages" dismissLabel="Close">
            <DisputesPage data={data} answer={undefined} />
          </ToastProvider>
        </I18nextProvider>
      ),
      async action({ request }) {
        sent.push(Object.fromEntries(await request.formData()) as Record<string, string>)
        return null
      },
    },
  ])
  render(<Stub />)
  return { sent, user: userEvent.setup() }
}

test('an empty queue says so', async () => {
  await show({})
  expect(await screen.findByText('No open challenges')).toBeTruthy()
})

test('the queue says of each case the price, what the rules say, and that it is late', async () => {
  await show({ lines: [line('417'), line('418', { isLate: true, verdict: 'same' })] })
  const rows = within(await screen.findByRole('table', { name: 'Disputes' })).getAllByRole('row')
  expect(rows[1]).toHaveTextContent(/417.*XAUUSD.*4,012.46.*Different price.*Under review/)
  expect(rows[2]).toHaveTextContent(/418.*Same price.*Overdue/)
})

test('keys lead to the decision, and the credit that the rules give stands in its field', async () => {
  const { sent, user } = await show({ item: item() })
  const form = within(await screen.findByRole('form', { name: 'Decision' }))
  expect(form.getByRole('textbox', { name: 'Credit, USDT' })).toHaveValue('54.00000000')
  await user.keyboard('r')
  expect(form.getByRole('button', { name: 'The fill stands' })).toHaveFocus()
  await user.keyboard('a')
  expect(form.getByRole('button', { name: 'Credit' })).toHaveFocus()
  await user.type(form.getByRole('textbox', { name: /Reason/ }), 'Tick 9 is missing')
  form.getByRole('button', { name: 'Credit' }).focus()
  await user.keyboard('{Enter}')
  const decided = { id: '417', decision: 'correct', reason: 'Tick 9 is missing', amount: '54.00000000' }
  await waitFor(() => expect(sent).toEqual([decided]))
})

test('the second person sees who agreed first and to what, and the same amount', async () => {
  await show({ item: item({ firstApprovedBy: 'operator:demo-one', firstApprovedAmount: '12.50000000' }) })
  const first = await screen.findByText(/demo-one/)
  expect(first.parentElement).toHaveTextContent('12.50')
  expect(screen.getByRole('textbox', { name: 'Credit, USDT' })).toHaveValue('12.50000000')
})

test.each([
  ['whose role decides nothing', { canDecide: false }, {}],
  ['of a case that is decided', {}, { state: 'stands' }],
] as const)('nobody %s is offered a decision', async (_, data, of) => {
  await show({ ...data, item: item(of) })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull()
})
