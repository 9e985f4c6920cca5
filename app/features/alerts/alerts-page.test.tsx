/** The page of price alerts as it stands in a browser: what is told meanwhile, what is refused, and what is brought back. */
import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../language/i18n.server'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import type { ShownAlert } from '../../terms/alert'
import { ToastProvider } from '../../ui'
import type { AlertAnswer, AlertsData } from './alerts-data'
import { AlertsPage } from './alerts-page'

afterEach(cleanup)

const alertOf = (change: Partial<ShownAlert> = {}): ShownAlert => ({
  ...{ id: '5', forexId: '2', instrument: 'GBPUSD', side: 'above', price: '1.30000', state: 'active', isOffered: true },
  ...{ percent: '', fromPrice: '', fromTime: null, createdAt: 1, toldAt: null, toldPrice: '', ...change },
})
const dataOf = (change: Partial<AlertsData> = {}): AlertsData => ({
  title: 'Price alerts',
  formKey: 'key',
  instruments: [
    { id: '1', code: 'EURUSD', symbol: 'EUR/USD', bid: '1.16428', pricePrecision: 5 },
    { id: '2', code: 'GBPUSD', symbol: 'GBP/USD', bid: '1.29000', pricePrecision: 5 },
  ],
  waiting: [alertOf()],
  told: [],
  page: 1,
  older: null,
  sendsMail: true,
  draft: { id: '', forexId: '1', side: 'above', basis: 'price', value: '' },
  ...change,
})

interface Scene {
  /** What the page reads, in order; the last one stays. */
  readonly loads: readonly AlertsData[]
  /** What its forms are answered, in order. */
  readonly answers?: readonly AlertAnswer[]
}

async function show({ loads, answers = [] }: Scene) {
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 't' }),
    random: () => 0,
  })
  const sent: Record<string, string>[] = []
  let looks = 0
  const Loaded = () => (
    <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <main>
          <AlertsPage data={useLoaderData() as AlertsData} answer={(useActionData() as AlertAnswer | undefined) ?? null} />
        </main>
      </ToastProvider>
    </RealtimeProvider>
  )
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ language: 'en', trader: { id: '7' }, tenant: { name: 'Aurora Markets' } }),
      children: [
        {
          path: 'mine/alerts',
          Component: Loaded,
          loader: () => structuredClone(loads[Math.min(looks++, loads.length - 1)]) as object,
          action: async ({ request }) => {
            sent.push(Object.fromEntries(await request.formData()) as Record<string, string>)
            return answers[sent.length - 1] ?? null
          },
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={['/mine/alerts']} />
    </I18nextProvider>,
  )
  await screen.findByRole('main')
  await afterDrawing()
  const connect = async () => {
    act(() => broker.last.open())
    await waitFor(() => expect(broker.last.sent).toContainEqual({ event: 'login', token: 't' }))
    act(() => broker.last.say({ event: 'login', code: 1, msg: '' }))
  }
  return { sent, broker, connect, person: userEvent.setup() }
}

test('what was told while the line was gone is read anew when it is back', async () => {
  const told = { ...alertOf({ state: 'told', toldPrice: '1.30010', toldAt: 2 }), at: { at: 2, text: '1 Jan 1970, 00:00 UTC' } }
  const { broker, connect } = await show({ loads: [dataOf(), dataOf({ waiting: [], told: [told] })] })
  await connect()
  expect(screen.getByRole('button', { name: 'Pause, GBP/USD' })).toBeTruthy()
  const { length } = broker.connections
  act(() => broker.last.drop())
  await waitFor(() => expect(broker.connections.length).toBeGreaterThan(length))
  await connect()
  await screen.findByRole('heading', { name: 'Reached' })
  expect(screen.queryByRole('button', { name: 'Pause, GBP/USD' })).toBeNull()
})

test('a change that is refused stays the form of that alert, and is sent for it again', async () => {
  const draft = { id: '5', forexId: '2', side: 'above', basis: 'price', value: '1.20000' } as const
  const refused: AlertAnswer = { draft, problems: { value: 'crossed' }, message: '', formKey: 'next', doneKey: null, deleted: null }
  const { sent, person } = await show({
    loads: [dataOf({ draft: { ...draft, value: '1.30000' } }), dataOf()],
    answers: [refused],
  })
  for (const _ of [1, 2]) await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toMatchObject([
    { intent: 'save', id: '5', forex_id: '2' },
    { intent: 'save', id: '5', forex_id: '2' },
  ])
})

test('a paused alert that is deleted is brought back as it was', async () => {
  const answer = { draft: null, problems: {}, message: '', formKey: 'next', doneKey: 'notice:alerts.deleted' } as const
  const { sent, person } = await show({
    loads: [dataOf({ waiting: [alertOf({ state: 'paused' })] }), dataOf({ waiting: [] })],
    answers: [{ ...answer, deleted: { id: '5', state: 'paused' } }],
  })
  await person.click(screen.getByRole('button', { name: 'Delete, GBP/USD' }))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { intent: 'delete', id: '5', state: 'paused' },
    { intent: 'restore', id: '5', state: 'paused' },
  ])
})

test.each([
  ['above', '\u2066+5%\u2069'],
  ['below', '\u2066\u22125%\u2069'],
] as const)('%s: the percentage is kept together with its sign', async (side, text) => {
  await show({ loads: [dataOf({ waiting: [alertOf({ side, percent: '5', fromPrice: '1.29000', fromTime: 1 })] })] })
  const row = within(screen.getByRole('region', { name: 'Price alerts' }))
  expect(row.getByText(`${text} from`, { exact: false })).toBeTruthy()
})
