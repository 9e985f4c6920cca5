/** The ticket on the screen of a test: a broker of canned answers behind it, the fake socket's prices before it. */
import { Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
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
import { TicketColumn } from './ticket-panels'

const words = createInstance()
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['trade', 'public'],
  defaultNS: 'trade',
  resources: { en: { trade: texts, public: publicTexts } },
  interpolation: { escapeValue: false },
})

interface Scene {
  instrument?: Partial<DrawnInstrument>
  trader?: { id: string } | null
  /** What the broker says to the n-th order, from 0. */
  answer?: (n: number) => PlaceOrderAnswer
}

/** Every scene has its own instrument, because tickets are remembered by instrument. */
let nextId = 0

export async function showTicket({ instrument: change = {}, trader = { id: '7' }, answer }: Scene = {}) {
  nextId += 1
  const instrument: DrawnInstrument = { ...eurUsd, id: `test-${nextId}`, feeRate: '0', ...change }
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
    readAt: 0,
    formKey: 'key',
  }
  const sent: Record<string, string>[] = []
  const placed: Order[] = []
  const Root = () => (
    <I18nextProvider i18n={words}>
      <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId={null} realtime={realtime}>
        <ToastProvider label={words.t('dock.label')} dismissLabel={words.t('close')}>
          <Outlet />
        </ToastProvider>
      </RealtimeProvider>
    </I18nextProvider>
  )
  const Page = () => (
    <TradeProvider data={data} instrument={instrument} period="15min">
      <TicketProvider onPlaced={(order) => placed.push(order)}>
        <TicketColumn />
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
  render(<Stub initialEntries={['/trade']} />)
  await screen.findByRole('spinbutton', { name: 'Lots' })
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
  return { user, sent, placed, tick, fill, press, buy: () => screen.getByRole('button', { name: /Buy up/ }) }
}

export async function typeLots(user: ReturnType<typeof userEvent.setup>, lots: string) {
  const field = screen.getByRole('spinbutton', { name: 'Lots' })
  await user.clear(field)
  await user.type(field, lots)
}
