/** The orders screen over a scripted broker, for tests. */
import { Outlet, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, configure, render, screen, waitFor } from '@testing-library/react'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import type { Order, Positions } from '../../terms/order'
import { ToastProvider } from '../../ui'
import { FIGURES } from './order-examples'
import { OrderMessages } from './order-messages'
import type { OrderAnswer, OrdersData, OrderTabId, ProofAnswer } from './orders-data'
import { OrdersPage } from './orders-page'

// A busy machine takes its time over a whole screen.
configure({ asyncUtilTimeout: 5_000 })

/** EUR/USD, open, 1.16420 / 1.16430, with a minimum distance of 5 pips. */
export const QUOTE: OrdersData['quotes'][number] = {
  symbol: 'EUR/USD',
  logo: '',
  id: '101',
  isOpen: true,
  quoteToUsdt: '1',
  lotStep: '0.01',
  minLots: '0.01',
  maxLots: '100',
  minStopDistance: '0.00050',
  quote: {
    open: '1.16000',
    last: '1.16425',
    change: '+0.37',
    bid: '1.16420',
    ask: '1.16430',
    high: '1.16500',
    low: '1.15900',
    time: Date.now(),
  },
}

function ordersData(tab: OrderTabId, orders: readonly Order[], quotes: OrdersData['quotes'] = []): OrdersData {
  return {
    ok: true,
    title: 'Orders',
    tab,
    holdingTotal: tab === '1' ? orders.length : 0,
    pendingTotal: tab === '0' ? orders.length : 0,
    quotes,
    formKey: 'form',
    figures: FIGURES,
    realised: null,
    list: { orders, total: orders.length, page: 1, next: null, times: {} },
  }
}

export function positionsOf(orders: readonly Order[], change: Partial<Positions> = {}): Positions {
  return {
    figures: FIGURES,
    stopOutLevel: '50',
    orders: [...orders],
    quotes: [
      {
        id: '101',
        code: 'EURUSD',
        pricePrecision: 5,
        quoteCurrency: 'USD',
        bid: '1.16420',
        ask: '1.16430',
        last: '1.16425',
        quoteToUsdt: '1',
        isOpen: true,
      },
    ],
    ...change,
  }
}

interface ScreenScript {
  readonly tab?: OrderTabId
  readonly orders: readonly Order[]
  readonly answer?: () => OrderAnswer
  readonly quotes?: OrdersData['quotes']
  readonly positions?: Positions
  readonly proof?: (what: string | null) => ProofAnswer
  readonly address?: string
}

const TOAST_LABELS = { label: 'messages', dismissLabel: 'dismiss' }

function PageOfLoader() {
  return <OrdersPage data={useLoaderData() as OrdersData} />
}

const ended = (answer: OrderAnswer): ReadonlySet<string> => {
  if (!answer.done || answer.intent === 'stops') return new Set()
  return new Set(answer.intent === 'closeAll' ? answer.closed.map(({ id }) => id) : [answer.order.id])
}

export async function createOrdersScreen({ tab = '1', orders, answer, quotes = [], positions, proof, address }: ScreenScript) {
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 't' }),
  })
  const sent: Record<string, string>[] = []
  let held = orders
  const Root = () => (
    <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
      <ToastProvider {...TOAST_LABELS}>
        <Outlet />
        <OrderMessages />
      </ToastProvider>
    </RealtimeProvider>
  )
  const site = {
    companyTerms: { stopOutLevel: '50', staleAfterMs: 600_000 },
    toast: null,
    trader: { id: '7', isDemo: true },
    tenant: { id: 'aurora' },
  }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => site,
      Component: Root,
      children: [
        {
          path: 'order',
          loader: () => ordersData(tab, held, quotes),
          action: async ({ request }) => {
            sent.push(Object.fromEntries(await request.formData()) as Record<string, string>)
            const told = answer?.() ?? { done: false, intent: 'close', message: 'not scripted' }
            held = held.filter(({ id }) => !ended(told).has(id))
            return told
          },
          Component: PageOfLoader,
        },
        { path: 'resources/positions', loader: () => ({ positions: positions ?? positionsOf(held) }) },
        { path: 'resources/order-proof', loader: ({ request }) => proof?.(new URL(request.url).searchParams.get('what')) ?? {} },
      ],
    },
  ])
  const view = render(<Stub initialEntries={[address ?? `/order?type=${tab}`]} />)
  await screen.findAllByRole('tab')
  await waitFor(() => broker.last)
  act(() => broker.last.open())
  /** What the next load brings. */
  const hold = (next: readonly Order[]) => {
    held = next
  }
  return { broker, realtime, sent, view, hold, signIn: () => signIn(broker) }
}

/** The socket says yes to the login: private pushes may follow. */
async function signIn(broker: ReturnType<typeof createFakeBroker>): Promise<void> {
  await waitFor(() => {
    if (!broker.last.sent.some(({ event }) => event === 'login')) throw new Error('not logged in yet')
  })
  act(() => broker.last.say({ event: 'login', code: 1, msg: '' }))
}
