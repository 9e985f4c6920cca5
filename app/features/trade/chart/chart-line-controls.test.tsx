import { Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import orderTexts from '../../../../locales/en/order.json'
import tradeTexts from '../../../../locales/en/trade.json'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import type { Order, OrderStatus } from '../../../terms/order'
import { ToastProvider } from '../../../ui'
import type { OrderAnswer } from '../../orders/orders-data'
import { TradeProvider } from '../scene/trade-context'
import type { TradeData } from '../scene/trade-data'
import { eurUsd, figures, holdingOrder } from '../ticket/ticket-fixtures'
import { ChartLineControls } from './chart-line-controls'
import type { ChartLine } from './chart-lines'
import type { CandleChartHandle } from './kline.client'
import { type LineLayout, layoutOf } from './line-figures'

const words = createInstance()
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['trade', 'order'],
  defaultNS: 'trade',
  resources: { en: { trade: tradeTexts, order: orderTexts } },
  interpolation: { escapeValue: false },
})

/** A chart of 400 px from 1.17 at its upper edge to 1.16 at its lower one: 4 px are a tenth of a cent. */
function createFakeChart() {
  const listeners = new Set<(layout: LineLayout | null) => void>()
  const yOf = (price: number) => Math.round((1.17 - price) * 40_000)
  const chart = { lines: [] as readonly ChartLine[], isHeld: false }
  const handle = {
    setLines(lines: readonly ChartLine[]) {
      chart.lines = lines
      for (const listener of listeners) listener(layoutOf(lines, yOf, { width: 800, height: 400 }))
    },
    onLayout(listener: (layout: LineLayout | null) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    priceAt: (y: number) => 1.17 - y / 40_000,
    holdScale: (isHeld: boolean) => {
      chart.isHeld = isHeld
    },
    textWidth: (text: string) => text.length * 6,
  } as unknown as CandleChartHandle
  return { chart, handle }
}

const LONG = holdingOrder(eurUsd)
const LIMIT = holdingOrder(eurUsd, {
  id: '7',
  status: 'pending',
  kind: 'limit',
  entryPrice: '0',
  askedPrice: '1.16200',
  stopLoss: '0',
  takeProfit: '0',
})

async function showLines(orders: readonly Order[] = [LONG]) {
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', { openSocket: broker.openSocket, fetchTicket: async () => 'anonymous' })
  realtime.stores.plantQuotes([eurUsd])
  const { chart, handle } = createFakeChart()
  const sent: Record<string, string>[] = []
  let change: (orders: readonly Order[]) => void = () => {}
  const Root = () => (
    <I18nextProvider i18n={words}>
      <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId={null} realtime={realtime}>
        <ToastProvider label="Messages" dismissLabel="dismiss">
          <Outlet />
        </ToastProvider>
      </RealtimeProvider>
    </I18nextProvider>
  )
  const Page = () => {
    const [now, setNow] = useState(orders)
    change = setNow
    return (
      <TradeProvider data={dataOf(now)} instrument={eurUsd} period="15min">
        <ChartLineControls handle={handle} />
      </TradeProvider>
    )
  }
  const action = async ({ request }: { request: Request }): Promise<OrderAnswer> => {
    sent.push(Object.fromEntries(await request.formData()) as Record<string, string>)
    return { done: true, intent: 'stops', order: LONG, message: '' }
  }
  const site = { companyTerms: { feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 600_000 }, trader: { id: '7' } }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => site,
      Component: Root,
      children: [
        { path: 'trade', Component: Page },
        { path: 'order', action },
      ],
    },
  ])
  render(<Stub initialEntries={['/trade']} />)
  await screen.findByRole('button', { name: 'Lines on the chart' })
  await waitFor(() => expect(document.querySelector('[data-line]')).not.toBeNull())
  return {
    user: userEvent.setup(),
    chart,
    sent,
    change: (next: readonly Order[]) => act(() => change(next)),
    tick: (price: string) =>
      act(() =>
        realtime.stores.applyDayMarket(
          [{ ...eurUsd.quote, bid: price, ask: price, last: price, id: eurUsd.id, isOpen: true, quoteToUsdt: '1', time: Date.now() }],
          Date.now(),
        ),
      ),
    drawn: () => chart.lines.map(({ label, priceText }) => `${label} @ ${priceText}`),
  }
}

function dataOf(orders: readonly Order[]): TradeData {
  const page = (status: OrderStatus) => {
    const own = orders.filter((order) => order.status === status)
    return { orders: own, total: own.length }
  }
  return {
    instruments: [eurUsd],
    categories: [],
    isWhole: true,
    sessions: {},
    orders: { figures, holding: page('open'), pending: page('pending'), history: page('closed') },
    orderTimes: {},
    defaultCode: eurUsd.code,
    defaultPeriod: '15min',
    leverages: {},
    lots: {},
    readAt: 0,
    formKey: 'key',
  }
}

const pointer = (clientY: number) => ({ pointerId: 1, isPrimary: true, button: 0, clientX: 700, clientY })
const heldBy = (name: RegExp) => {
  const handle = screen.getByRole('button', { name })
  handle.setPointerCapture = () => {}
  return handle
}
const drag = (handle: HTMLElement, from: number, to: number) => {
  fireEvent.pointerDown(handle, pointer(from))
  fireEvent.pointerMove(handle, pointer(to))
}

test('every line of the instrument is drawn and named', async () => {
  const { drawn } = await showLines([LONG, LIMIT])
  expect(drawn()).toEqual(['Long 0.20 @ 1.16340', 'TP 0.20 @ 1.16900', 'SL 0.20 @ 1.16050', 'Buy limit 0.20 @ 1.16200'])
  expect(screen.getByRole('button', { name: 'Stop loss of Long 0.20: 1.16050' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Order price of Buy limit 0.20: 1.16200' })).toBeInTheDocument()
})

test('a dragged stop loss follows the hand on the price grid, asks, and is saved with the other prices as they are', async () => {
  const { user, drawn, sent, chart } = await showLines()
  const handle = heldBy(/^Stop loss of Long/)
  drag(handle, 380, 340)
  expect(drawn()).toContain('SL 0.20 @ 1.16150')
  expect(chart.isHeld).toBe(true)
  expect(screen.getByTestId('line-tag')).toHaveTextContent('Stop loss 1.16150−27.8 pipsEst.−38.00 USDT')
  fireEvent.pointerUp(handle, pointer(340))
  expect(chart.isHeld).toBe(false)
  const sheet = await screen.findByRole('dialog', { name: 'Move stop loss' })
  expect(sheet).toHaveTextContent('1.16050')
  await user.click(within(sheet).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ intent: 'stops', id: '100', stop_loss_price: '1.16150', target_profit_price: '1.16900', reply: 'data' })
  expect(sent[0]).not.toHaveProperty('target_price')
})

test('prices that come while a line is held leave it where the hand is', async () => {
  const { drawn, tick } = await showLines()
  drag(heldBy(/^Stop loss of Long/), 380, 340)
  tick('1.16600')
  tick('1.16300')
  expect(drawn()).toContain('SL 0.20 @ 1.16150')
})

test('a price that the broker would refuse says why, and cannot be saved', async () => {
  const { tick } = await showLines()
  const handle = heldBy(/^Stop loss of Long/)
  drag(handle, 380, 200)
  expect(screen.getByTestId('line-tag')).toHaveTextContent('1.16427')
  fireEvent.pointerUp(handle, pointer(200))
  const sheet = await screen.findByRole('dialog', { name: 'Move stop loss' })
  expect(within(sheet).getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(within(sheet).getByRole('spinbutton', { name: 'New price' })).toBeInvalid()
  tick('1.16600')
  expect(within(sheet).getByRole('button', { name: 'Save' })).toBeEnabled()
})

test.each([
  ['Escape while it is held', () => fireEvent.keyDown(window, { key: 'Escape' })],
  [
    'a gesture that the device takes away',
    () => fireEvent.pointerCancel(screen.getByRole('button', { name: /^Stop loss of Long/ }), pointer(340)),
  ],
])('%s puts the line back', async (_, giveUp) => {
  const { drawn, sent } = await showLines()
  const handle = heldBy(/^Stop loss of Long/)
  drag(handle, 380, 340)
  giveUp()
  expect(drawn()).toContain('SL 0.20 @ 1.16050')
  fireEvent.pointerUp(handle, pointer(340))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('Discard puts the line back and sends nothing', async () => {
  const { user, drawn, sent } = await showLines()
  const handle = heldBy(/^Take profit of Long/)
  drag(handle, 40, 60)
  fireEvent.pointerUp(handle, pointer(60))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(drawn()).toContain('TP 0.20 @ 1.16900')
  expect(sent).toEqual([])
})

test('a position that closes under the hand cancels the move and says so', async () => {
  const { change, sent } = await showLines([LONG, LIMIT])
  const handle = heldBy(/^Stop loss of Long/)
  drag(handle, 380, 340)
  change([{ ...LONG, status: 'closed', closeReason: 'take_profit' }, LIMIT])
  expect(await screen.findByText('EUR/USD was closed or cancelled in the meantime. Nothing was moved.')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('an edit from another device leaves the question, and is told in it', async () => {
  const { change } = await showLines()
  const handle = heldBy(/^Stop loss of Long/)
  drag(handle, 380, 340)
  change([{ ...LONG, stopLoss: '1.16000', takeProfit: '1.16950' }])
  fireEvent.pointerUp(handle, pointer(340))
  const sheet = await screen.findByRole('dialog', { name: 'Move stop loss' })
  expect(sheet).toHaveTextContent('This line was moved in the meantime. It is now at 1.16000.')
  expect(within(sheet).getByRole('spinbutton')).toHaveValue('1.16150')
})

test('from the entry a drag makes the stop that the market allows', async () => {
  await showLines([{ ...LONG, stopLoss: '0', takeProfit: '0' }])
  const handle = heldBy(/^Long 0.20 at/)
  drag(handle, 264, 300)
  expect(screen.getByTestId('line-tag')).toHaveTextContent('Stop loss 1.16250')
  fireEvent.pointerMove(handle, pointer(100))
  expect(screen.getByTestId('line-tag')).toHaveTextContent('Take profit 1.16750')
  fireEvent.pointerUp(handle, pointer(100))
  expect(await screen.findByRole('dialog', { name: 'Set take profit' })).toHaveTextContent('not set')
})

test('without a pointer every line is reached by the list, and its price is typed', async () => {
  const { user, drawn, sent } = await showLines([LONG, LIMIT])
  screen.getByRole('button', { name: 'Lines on the chart' }).focus()
  await user.keyboard('{Enter}')
  const list = await screen.findByRole('dialog', { name: 'EUR/USD chart lines' })
  await user.click(within(within(list).getByRole('region', { name: 'Buy limit 0.20' })).getByRole('button', { name: /Order price/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Move order price' })
  const field = within(sheet).getByRole('spinbutton', { name: 'New price' })
  await user.clear(field)
  await user.type(field, '1.161')
  expect(drawn()).toContain('Buy limit 0.20 @ 1.16100')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ intent: 'stops', id: '7', target_price: '1.161', stop_loss_price: '0', target_profit_price: '0' })
})

test('a buy limit cannot be typed to the other side of the market', async () => {
  const { user } = await showLines([LIMIT])
  await user.click(screen.getByRole('button', { name: /^Order price of Buy limit/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Move order price' })
  const field = within(sheet).getByRole('spinbutton', { name: 'New price' })
  await user.clear(field)
  await user.type(field, '1.17')
  expect(within(sheet).getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.clear(field)
  await user.type(field, '1.161005')
  expect(sheet).toHaveTextContent('Enter a price with at most 5 decimals.')
})
