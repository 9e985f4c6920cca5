import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import texts from '../../../../locales/en/trade.json'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import { ToastProvider } from '../../../ui'
import { TradeProvider } from '../scene/trade-context'
import type { TradeData } from '../scene/trade-data'
import { eurUsd } from '../ticket/ticket-fixtures'
import { TradeDock } from './trade-dock'

afterEach(cleanup)

const words = createInstance()
await words
  .use(initReactI18next)
  .init({ lng: 'en', ns: ['trade'], defaultNS: 'trade', resources: { en: { trade: texts } }, interpolation: { escapeValue: false } })

const data: TradeData = {
  instruments: [eurUsd],
  categories: [],
  isWhole: true,
  sessions: { [eurUsd.id]: { opens: null, closes: 'Fri 22:00', week: [{ day: 'Wed 18 Nov', times: ['00:00–22:00'] }] } },
  orders: null,
  orderTimes: {},
  defaultCode: eurUsd.code,
  defaultPeriod: '15min',
  leverages: {},
  lots: {},
  readAt: 0,
  formKey: 'key',
}

async function showDock() {
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', { openSocket: createFakeBroker().openSocket })
  realtime.stores.plantQuotes([eurUsd])
  const Root = () => (
    <I18nextProvider i18n={words}>
      <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId={null} realtime={realtime}>
        <ToastProvider label="Messages" dismissLabel="dismiss">
          <TradeProvider data={data} instrument={eurUsd} period="15min">
            <TradeDock newOrderId={null} />
          </TradeProvider>
        </ToastProvider>
      </RealtimeProvider>
    </I18nextProvider>
  )
  const companyTerms = { feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 600_000 }
  const Stub = createRemixStub([{ id: 'root', path: '/', loader: () => ({ companyTerms, trader: null, tenant: null }), Component: Root }])
  render(<Stub initialEntries={['/']} />)
  return screen.findByRole('region', { name: 'About the instrument' })
}

test('a visitor finds the terms of the instrument, its week and an order worked out, and the way in once', async () => {
  const dock = await showDock()
  expect(
    within(dock)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/login?from=%2Ftrade%3Fcode%3DEURUSD%26period%3D15min'])
  const sample = within(dock).getByRole('region', { name: 'Sample order' })
  // 0.10 × 100,000 × 1.16428, a hundredth of it as margin, 7 USDT a lot.
  expect(sample.textContent).toContain('Sample: buy 0.10 lots at 100×')
  expect(sample.textContent).toContain('Contract value11,642.80 USDT')
  expect(sample.textContent).toContain('Margin116.428000 USDT')
  expect(sample.textContent).toContain('Fee0.700000 USDT')
  expect(sample.textContent).toContain('P/L if the price rises 1%+116.40 USDT')
  expect(sample.textContent).toContain('P/L if the price falls 1%−116.40 USDT')
  expect(within(dock).getByText('Contract size per lot')).toBeInTheDocument()
  expect(within(dock).getByRole('region', { name: 'Coming week, London time' }).textContent).toContain('Wed 18 Nov00:00–22:00')
})
