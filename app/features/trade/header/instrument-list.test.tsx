import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import { useIsDesktop } from '../../../ui'
import { TradeProvider } from '../scene/trade-context'
import type { TradeData } from '../scene/trade-data'
import { btcUsdt, eurUsd, usdJpy } from '../ticket/ticket-fixtures'
import { InstrumentColumn } from './instrument-list'

const marksDrawn = vi.hoisted(() => vi.fn())
vi.mock('../../../ui/instrument-mark', () => ({
  InstrumentMark: ({ code }: { code: string }) => {
    marksDrawn(code)
    return null
  },
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const DATA = {
  instruments: [eurUsd, usdJpy, btcUsdt],
  categories: [],
  isWhole: true,
  sessions: {},
  orders: null,
  orderTimes: {},
  defaultCode: eurUsd.code,
  defaultPeriod: '15min',
  leverages: {},
  lots: {},
  readAt: 0,
  formKey: 'key',
} as unknown as TradeData

function createColumn(data: TradeData = DATA) {
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', { openSocket: createFakeBroker().openSocket })
  realtime.stores.plantQuotes(DATA.instruments)
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <RealtimeProvider traderId={null} socketUrl="ws://site.invalid/v1/ws" realtime={realtime}>
          <TradeProvider data={data} instrument={eurUsd} period="15min">
            <InstrumentColumn />
          </TradeProvider>
        </RealtimeProvider>
      ),
    },
  ])
  const site = { companyTerms: { feeType: 'per-lot', stopOutLevel: '50', staleAfterMs: 600_000 }, trader: null, tenant: { id: 'aurora' } }
  const page = <Stub initialEntries={['/']} hydrationData={{ loaderData: { root: site } }} />
  return { realtime, page }
}

const windowOf = (isDesktop: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isDesktop, addEventListener() {}, removeEventListener() {} }))

test('a tick moves the price of its row and draws nothing else of it', async () => {
  windowOf(true)
  const { realtime, page } = createColumn()
  render(page)
  const row = await screen.findByRole('link', { name: /EUR\/USD/ })
  expect(within(row).getByText('1.16428')).toBeTruthy()
  marksDrawn.mockClear()
  const quote = {
    ...eurUsd.quote,
    id: eurUsd.id,
    isOpen: true as const,
    quoteToUsdt: '1',
    time: eurUsd.quote.time + 1,
  }
  await act(async () => {
    realtime.stores.applyDayMarket([{ ...quote, last: '1.16501' }], 2_000)
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(within(row).getByText('1.16501')).toBeTruthy()
  expect(marksDrawn).not.toHaveBeenCalled()
})

test.each([
  [undefined, 'true'],
  [true, 'true'],
  [false, 'false'],
])('the server writes by what the client calls itself (desktop: %s), the width decides afterwards', async (isDesktopAgent, written) => {
  windowOf(true)
  const IsDesktop = () => <p>{String(useIsDesktop(isDesktopAgent))}</p>
  expect(renderToString(<IsDesktop />)).toBe(`<p>${written}</p>`)
  render(<IsDesktop />)
  expect(await screen.findByText('true')).toBeTruthy()
})

test('rows that a phone was not sent are there in a wide window', async () => {
  windowOf(true)
  render(createColumn({ ...DATA, isMobileAgent: true }).page)
  expect(await screen.findByRole('link', { name: /EUR\/USD/ })).toBeTruthy()
})

test('the server writes for every window; a phone, which cannot show the rows, drops them', async () => {
  windowOf(false)
  const IsDesktop = () => <p>{String(useIsDesktop())}</p>
  expect(renderToString(<IsDesktop />)).toBe('<p>true</p>')
  render(createColumn().page)
  expect(await screen.findByRole('region', { name: 'markets', hidden: true })).toBeInTheDocument()
  expect(document.querySelector('[data-instrument]')).toBeNull()
})
