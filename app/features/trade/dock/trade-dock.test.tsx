import { Outlet, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import type { ClosedPush } from '../../../../contract/socket'
import orderTexts from '../../../../locales/en/order.json'
import tradeTexts from '../../../../locales/en/trade.json'
import { paths } from '../../../addresses/paths'
import { traderParts } from '../../../page/trader-part'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import { ToastProvider } from '../../../ui'
import { askEnd } from '../../orders/asked-end'
import { OrderMessages } from '../../orders/order-messages'
import { TradeProvider } from '../scene/trade-context'
import type { TradeData } from '../scene/trade-data'
import { eurUsd, figures, holdingOrder } from '../ticket/ticket-fixtures'
import { useLiveOrders } from '../use-live-orders'
import { TradeDock } from './trade-dock'

await traderParts()

const words = createInstance()
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['trade', 'order'],
  defaultNS: 'trade',
  resources: { en: { trade: tradeTexts, order: orderTexts } },
  interpolation: { escapeValue: false },
})

const HELD = holdingOrder(eurUsd, { id: '1' })
const WAITING = holdingOrder(eurUsd, { id: '2', status: 'pending', kind: 'stop', entryPrice: '0', askedPrice: '1.17000' })

const page = (...orders: (typeof HELD)[]) => ({ orders, total: orders.length })
const dataAt = (readAt: number): TradeData => ({
  instruments: [eurUsd],
  categories: [],
  isWhole: true,
  sessions: {},
  orders: { figures, holding: page(HELD), pending: page(WAITING), history: page() },
  orderTimes: {},
  defaultCode: eurUsd.code,
  defaultPeriod: '15min',
  leverages: {},
  lots: {},
  readAt,
  formKey: 'key',
})

function Screen() {
  const data = useLiveOrders(useLoaderData() as TradeData)
  return (
    <TradeProvider data={data} instrument={eurUsd} period="15min">
      <TradeDock newOrderId={null} />
    </TradeProvider>
  )
}

async function showDock() {
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 'one-time' }),
  })
  realtime.stores.plantQuotes([eurUsd])
  // Loads that were asked for before the events: what moves, moves by the pushes.
  let loads = 0
  const Root = () => (
    <I18nextProvider i18n={words}>
      <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
        <ToastProvider label="Messages" dismissLabel="dismiss">
          <OrderMessages />
          <Outlet />
        </ToastProvider>
      </RealtimeProvider>
    </I18nextProvider>
  )
  const site = {
    companyTerms: { feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 600_000 },
    trader: { id: '7' },
    tenant: { id: 'aurora' },
  }
  const loader = () => {
    loads += 1
    return dataAt(0)
  }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => site,
      Component: Root,
      children: [
        { path: 'trade', loader, Component: Screen },
        { path: paths.action.positions(), loader: () => ({ positions: { orders: [HELD], quotes: [] } }) },
      ],
    },
  ])
  render(<Stub initialEntries={['/trade']} />)
  const user = userEvent.setup()
  // The chosen tab is remembered by the page, which the tests share.
  await user.click(await screen.findByRole('tab', { name: /Positions/ }))
  await act(async () => {
    broker.last.open()
    await Promise.resolve()
    broker.last.say({ event: 'login', code: 1, msg: '' })
    broker.last.say({ topic: 'FOREX_CLOSED', seq: 1, ts: Date.now(), snapshot: true, data: [] })
  })
  let seq = 1
  return {
    user,
    loads: () => loads,
    push(change: Partial<ClosedPush>) {
      seq += 1
      const data: ClosedPush = {
        Id: '1',
        Status: 3,
        CloseReason: null,
        CancelReason: null,
        UpdatePrice: '1.16900',
        FactProfits: '112.00000000',
        CompleteTimeHandler: '18 Nov 14:02:11',
        ...change,
      }
      act(() => broker.last.say({ topic: 'FOREX_CLOSED', seq, ts: Date.now(), data }))
    },
    rows: () =>
      screen
        .queryAllByRole('row')
        .slice(1)
        .map((row) => row.getAttribute('data-order')),
    messages: () => screen.getByRole('region', { name: 'Messages' }),
  }
}

test('a position that its take profit closed moves to history, and the reason is told', async () => {
  const { user, push, rows, messages } = await showDock()
  push({ CloseReason: 'take_profit' })
  await waitFor(() => expect(messages()).toHaveTextContent('EUR/USD closed at 1.16900Take profit · +112.000000 USDT'))
  await waitFor(() => expect(rows()).toEqual([]))
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(rows()).toEqual(['1'])
  expect(screen.getByRole('row', { name: /Take profit/ })).toBeInTheDocument()
})

test('an order that was filled moves from pending to holding at its fill price', async () => {
  const { user, push, rows, messages } = await showDock()
  push({ Id: '2', Status: 1, UpdatePrice: '1.17003', FactProfits: '0' })
  await waitFor(() => expect(messages()).toHaveTextContent('EUR/USD filled at 1.17003'))
  await waitFor(() => expect(rows()).toEqual(['2', '1']))
  expect(screen.getByRole('tab', { name: /Pending/ })).toHaveTextContent('0')
  await user.click(screen.getByRole('tab', { name: /Pending/ }))
  expect(rows()).toEqual([])
})

test('an order that was cancelled for want of margin says so', async () => {
  const { user, push, rows, messages } = await showDock()
  push({ Id: '2', CloseReason: 'cancelled', CancelReason: 'insufficient_margin', FactProfits: '0' })
  await waitFor(() => expect(messages()).toHaveTextContent('Cancelled: not enough free margin when the order price was reached'))
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await waitFor(() => expect(rows()).toEqual(['2']))
})

test('a waiting order shows kind, target and distance, and can be edited and cancelled', async () => {
  const { user } = await showDock()
  await user.click(screen.getByRole('tab', { name: /Pending/ }))
  const row = screen.getByRole('row', { name: /EUR\/USD/ })
  expect(row).toHaveTextContent('Buy stop')
  expect(row).toHaveTextContent('1.17000')
  expect(row).toHaveTextContent('+0.49')
  await user.click(within(row).getByRole('button', { name: 'Cancel: EUR/USD, 0.20 lots' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Cancel EUR/USD long, 0.20 lots?')
})

test('the message of an order asks here before the position ends, and only while the list is here', async () => {
  await showDock()
  act(() => askEnd('1'))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Close EUR/USD long, 0.20 lots?')
  cleanup()
  await showDock()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('x asks about the newest position, Shift and X about all of them, and neither closes anything', async () => {
  const { user, rows } = await showDock()
  await user.keyboard('x')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Close EUR/USD long, 0.20 lots?')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.keyboard('X')
  expect(await screen.findByRole('dialog', { name: 'Close all positions?' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(rows()).toEqual(['1']))
})

test('an event during a load has the lists read once more', async () => {
  const { push, loads } = await showDock()
  await waitFor(() => expect(loads()).toBe(1))
  push({ CloseReason: 'take_profit' })
  push({ Id: '2', Status: 1, FactProfits: '0' })
  await waitFor(() => expect(loads()).toBe(3))
})
