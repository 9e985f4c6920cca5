/** The ticket on the screen of a test: a broker of canned answers behind it, the fake socket's prices before it. */
import { Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance, type i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import orderTexts from '../../../../locales/en/order.json'
import productTexts from '../../../../locales/en/product.json'
import publicTexts from '../../../../locales/en/public.json'
import texts from '../../../../locales/en/trade.json'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import type { Order } from '../../../terms/order'
import { ToastProvider } from '../../../ui'
import type { DrawnInstrument } from '../../market/drawn-instrument'
import { TradeProvider } from '../scene/trade-context'
import type { PlaceOrderAnswer, TradeData } from '../scene/trade-data'
import { TicketProvider } from './ticket-context'
import { eurUsd, figures, holdingOrder } from './ticket-fixtures'
import { TicketKeys } from './ticket-keys'
import { TicketColumn } from './ticket-panels'

const words = createInstance()
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['trade', 'public', 'order', 'product'],
  defaultNS: 'trade',
  resources: { en: { trade: texts, public: publicTexts, order: orderTexts, product: productTexts } },
  interpolation: { escapeValue: false },
})

interface Scene {
  instrument?: Partial<DrawnInstrument>
  trader?: { id: string; isDemo?: boolean } | null
  /** What the broker says to the n-th order, from 0. */
  answer?: (n: number) => PlaceOrderAnswer
  /** What else stands in the page of the ticket. */
  beside?: ReactNode
  /** Other words than the English ones; `fill` and the functions that name a field in English are not for them. */
  i18n?: I18n
}

/** Every scene has its own instrument, because tickets and the lots last ordered are remembered by instrument. */
let nextId = 0

export async function showTicket({
  instrument: change = {},
  trader = { id: '7', isDemo: true },
  answer,
  beside,
  i18n = words,
}: Scene = {}) {
  nextId += 1
  const instrument: DrawnInstrument = { ...eurUsd, id: `test-${nextId}`, code: `TEST${nextId}`, feeRate: '0', ...change }
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', { openSocket: createFakeBroker().openSocket })
  realtime.stores.plantQuotes([instrument])
  const empty = { orders: [], total: 0 }
  const data: TradeData = {
    instruments: [instrument],
    categories: [],
    isWhole: true,
    sessions: { [instrument.id]: { opens: 'Sun 22 Nov, 22:00', closes: null } },
    orders: trader === null ? null : { figures, holding: empty, pending: empty, history: empty },
    orderTimes: {},
    defaultCode: instrument.code,
    defaultPeriod: '15min',
    leverages: {},
    lots: {},
    readAt: 0,
    formKey: 'key',
  }
  const sent: Record<string, string>[] = []
  const placed: Order[] = []
  const Root = () => (
    <I18nextProvider i18n={i18n}>
      <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId={null} realtime={realtime}>
        <ToastProvider label={i18n.t('trade:dock.label')} dismissLabel={i18n.t('public:close')}>
          <Outlet />
        </ToastProvider>
      </RealtimeProvider>
    </I18nextProvider>
  )
  const Page = () => (
    <TradeProvider data={data} instrument={instrument} period="15min">
      <TicketProvider onPlaced={(order) => placed.push(order)}>
        <TicketKeys onOpenTicket={() => {}} />
        <TicketColumn />
        {beside}
      </TicketProvider>
    </TradeProvider>
  )
  const companyTerms = { feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 600_000 }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ companyTerms, trader, tenant: null }),
      Component: Root,
      children: [
        {
          path: 'trade',
          Component: Page,
          action: async ({ request }) => {
            sent.push(Object.fromEntries(await request.formData()) as Record<string, string>)
            return answer?.(sent.length - 1) ?? { placed: true, order: holdingOrder(instrument) }
          },
        },
      ],
    },
  ])
  const { container } = render(<Stub initialEntries={['/trade']} />)
  await screen.findAllByRole('spinbutton', { name: i18n.t('trade:ticket.lots') })
  const tick = (row: object) =>
    act(() =>
      realtime.stores.applyDayMarket(
        [{ ...instrument.quote, id: instrument.id, isOpen: true, quoteToUsdt: '1', time: Date.now(), ...row }],
        Date.now(),
      ),
    )
  const user = userEvent.setup()
  const fill = async (name: string | RegExp, value: string) => {
    const field = screen.getByRole('spinbutton', { name })
    await user.clear(field)
    await user.type(field, value)
    await user.tab()
  }
  const press = (role: 'radio' | 'switch' | 'button', name: string | RegExp) => user.click(screen.getByRole(role, { name }))
  const leverage = instrument.leverages[0] ?? ''
  return {
    code: instrument.code,
    leverage,
    container,
    user,
    sent,
    placed,
    tick,
    fill,
    press,
    buy: () => screen.getByRole('button', { name: /^Buy/ }),
  }
}

export async function typeLots(user: ReturnType<typeof userEvent.setup>, lots: string) {
  const field = screen.getByRole('spinbutton', { name: 'Lots' })
  await user.clear(field)
  await user.type(field, lots)
}
