import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import { ToastProvider } from '../../ui'
import { forgetTabStates } from '../../visitor/tab-state'
import { MarginCallMessages, MarginCallStrip, standingCall } from './margin-call'

beforeEach(() => act(() => forgetTabStates()))
afterEach(cleanup)

test.each([
  ['', '50', 0],
  ['4305.31', '50', 0],
  ['100.01', '50', 0],
  ['100.00', '50', 100],
  ['75.01', '50', 100],
  ['75.00', '50', 75],
  ['-12.00', '50', 75],
  // There the positions close: it is no call any more.
  ['70.00', '80', 100],
] as const)('a margin level of %j with a stop-out at %s stands at the call %j', (level, stopOut, call) => {
  expect(standingCall(level, stopOut)).toBe(call)
})

const figures = { floatingProfit: '0', balance: '0', equity: '90', usedMargin: '100', freeMargin: '-10' }
const notice = (At: number, Level = '100') => ({ Kind: 'margin_call', Level, MarginLevel: '99.50', At })

async function createSite(path = '/order') {
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 't' }),
    // Reconnects at once.
    random: () => 0,
  })
  const Page = () => (
    <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <MarginCallStrip />
        <MarginCallMessages />
      </ToastProvider>
    </RealtimeProvider>
  )
  const site = { companyTerms: { stopOutLevel: '50' }, trader: { id: '7' } }
  const children = ['order', 'trade', 'news'].map((name) => ({ path: name, Component: Page }))
  const Stub = createRemixStub([{ id: 'root', path: '/', loader: () => site, children }])
  render(<Stub initialEntries={[path]} />)
  await waitFor(() => broker.last)
  const connect = async () => {
    act(() => broker.last.open())
    await waitFor(() => expect(broker.last.sent).toContainEqual({ event: 'login', token: 't' }))
    act(() => broker.last.say({ event: 'login', code: 1, msg: '' }))
  }
  const push = (topic: string, seq: number, data: unknown, snapshot = false) =>
    act(() => broker.last.say({ topic, seq, ts: 1, data, ...(snapshot ? { snapshot } : {}) }))
  const level = (marginLevel: string) => act(() => realtime.stores.applyAccount({ figures: { ...figures, marginLevel }, positions: [] }))
  return { broker, connect, push, level }
}
const strip = () => screen.queryByRole('note', { name: 'marginCall.label' })

test('a margin call is told once, politely, with a link to the stop-out map', async () => {
  const { connect, push } = await createSite()
  await connect()
  push('ACCOUNT_NOTICE', 1, notice(1))
  const message = await screen.findByRole('status')
  expect(message.textContent).toContain('marginCall.meaning.100')
  expect(screen.getByRole('link', { name: 'map.title' })).toHaveAttribute('href', '/order?type=1&map=1')
  push('ACCOUNT_NOTICE', 2, notice(1))
  expect(screen.getAllByText('marginCall.title')).toHaveLength(1)
})

test('a reconnect tells no old margin call again', async () => {
  const { broker, connect, push } = await createSite()
  await connect()
  push('ACCOUNT_NOTICE', 1, notice(1))
  await userEvent.setup().click(await screen.findByRole('button', { name: 'dismiss' }))
  await waitFor(() => expect(screen.queryByText('marginCall.title')).toBeNull())
  const before = broker.connections.length
  act(() => broker.last.drop())
  await waitFor(() => expect(broker.connections.length).toBeGreaterThan(before), { timeout: 5_000 })
  await connect()
  push('ACCOUNT_NOTICE', 1, notice(1), true)
  expect(screen.queryByText('marginCall.title')).toBeNull()
})

test('the strip follows the live figures, without any push, on trade and orders only', async () => {
  const { level } = await createSite('/trade')
  await level('120.00')
  expect(strip()).toBeNull()
  await level('99.00')
  expect(strip()).toHaveAttribute('data-margin-call', '100')
  await level('')
  expect(strip()).toBeNull()
  cleanup()
  const news = await createSite('/news')
  await news.level('60.00')
  expect(strip()).toBeNull()
})

test('a strip that was put away comes back when it gets worse, or after it was better', async () => {
  const { level } = await createSite()
  await level('99.00')
  await userEvent.setup().click(screen.getByRole('button', { name: 'marginCall.dismiss' }))
  expect(strip()).toBeNull()
  await level('101.00')
  await level('98.00')
  expect(strip()).toBeNull()
  await level('74.00')
  expect(strip()).toHaveAttribute('data-margin-call', '75')
  await userEvent.setup().click(screen.getByRole('button', { name: 'marginCall.dismiss' }))
  await level('130.00')
  await level('74.00')
  expect(strip()).not.toBeNull()
})
