import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import type { ToldInstrument } from '../../../terms/instrument'
import { KeyValueList } from '../../../ui'
import { TradeProvider } from '../scene/trade-context'
import type { TradeData } from '../scene/trade-data'
import { eurUsd } from '../ticket/ticket-fixtures'
import { useInfoRows } from './instrument-info'

afterEach(cleanup)

function Rows() {
  return <KeyValueList rows={useInfoRows()} />
}

async function show(changes: Partial<ToldInstrument>) {
  const instrument = { ...eurUsd, ...changes }
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', { openSocket: createFakeBroker().openSocket })
  realtime.stores.plantQuotes([instrument])
  const data = { instruments: [instrument], categories: [], sessions: {}, orders: null } as unknown as TradeData
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <RealtimeProvider traderId={null} socketUrl="ws://site.invalid/v1/ws" realtime={realtime}>
          <TradeProvider data={data} instrument={instrument} period="15min">
            <Rows />
          </TradeProvider>
        </RealtimeProvider>
      ),
    },
  ])
  const site = { companyTerms: null, trader: null, tenant: { id: 'aurora' } }
  render(<Stub initialEntries={['/']} hydrationData={{ loaderData: { root: site } }} />)
  const label = await screen.findByText('info.source')
  return { realtime, instrument, shown: () => label.closest('div')?.textContent ?? '' }
}

test('the source of an instrument is named; what is simulated or made of minutes says so', async () => {
  expect((await show({ source: 'lp1', sourceKind: 'market' })).shown()).toBe('info.sourcelp1')
  cleanup()
  expect((await show({ source: 'simulated', sourceKind: 'simulated' })).shown()).toBe('info.sourceinfo.source_simulated')
  cleanup()
  expect((await show({ source: 'made-up', sourceKind: 'simulated' })).shown()).toContain('info.sourceSimulated')
  cleanup()
  expect((await show({ source: 'tape', sourceKind: 'minutes' })).shown()).toContain('info.source_minutes')
})

test('it follows a fail-over, says how old the price is, and when its source says that it was made', async () => {
  const { realtime, instrument, shown } = await show({ source: 'lp1', sourceKind: 'market' })
  expect(screen.queryByText('info.sourceTime')).toBeNull()
  const row = { ...instrument.quote, id: instrument.id, isOpen: true, quoteToUsdt: '1', source: 'lp2' }
  const time = instrument.quote.time + 1
  await act(async () => {
    realtime.stores.heardClock(Date.now())
    realtime.stores.applyDayMarket([{ ...row, time, last: '1.16501', sourceTime: Date.UTC(2026, 10, 18, 14, 3, 22, 123) }], time)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  })
  expect(shown()).toMatch(/lp2 · info\.sourceAge/)
  expect(screen.getByText('info.sourceTime').closest('div')?.textContent).toContain('14:03:22.123')
})
