import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { serverI18n } from '../../../language/i18n.server'
import type { Brake, RiskRow, RiskView } from '../../../terms/risk'
import { LiveCountsProvider } from '../shell/live-counts'
import type { RiskData } from './risk.server'
import { RiskPage } from './risk-page'

afterEach(cleanup)

const AT = Date.parse('2026-11-24T14:32:08Z')
const row = (code: string, change: Partial<RiskRow> = {}): RiskRow => ({
  code,
  showCode: `${code.slice(0, 3)}/${code.slice(3)}`,
  long: '141.1',
  short: '60.85',
  net: '80.25',
  covered: '60',
  difference: '20.25',
  usdt: '2025000.00000000',
  limit: '2000000.00000000',
  share: '101.3',
  housePl: '-22362.25000000',
  state: 'on',
  positions: 12,
  pending: 3,
  ...change,
})
const brake = (change: Partial<Brake> = {}): Brake => ({
  id: '7',
  target: 'USDJPY',
  mode: 'close-only',
  reason: 'provider rejects at this size',
  by: 'jo',
  at: AT - 60_000,
  until: AT + 540_000,
  approvedBy: '',
  ask: null,
  ...change,
})
const view = (change: Partial<RiskView> = {}): RiskView => ({
  at: AT,
  rows: [
    row('USDJPY', { state: 'close-only' }),
    row('EURUSD', { share: '23.0', usdt: '461771.00000000' }),
    row('GBPUSD', { positions: 0, pending: 0, covered: '0', housePl: '0', share: '0.0' }),
  ],
  total: { usdt: '4721139.03000000', limit: '6000000.00000000', share: '78.7' },
  house: { total: '15489.45000000', mirrored: '41830.25000000', cover: '-36215.40000000', fees: '9874.60000000', since: AT },
  series: [],
  accounts: 318,
  pending: 212,
  stopOuts: [],
  largest: [],
  sources: [{ id: 'Kestrel', kind: 'feed', state: 'live', ageMs: 200, gaps: 0, rejects: null, latencyMs: 18 }],
  thresholds: { warnPercent: 80, feedAgeMs: 2000, gaps: 1, rejectPercent: 2, latencyMs: 100 },
  brakes: [brake()],
  ...change,
})

async function show(change: Partial<RiskView> = {}, data: Partial<RiskData> = {}) {
  const given = {
    title: 'Risk',
    company: 'aurora',
    companyName: 'Aurora Markets',
    canControl: true,
    canOpenTraders: true,
    canSet: false,
    approvers: [],
    thresholds: null,
    view: view(change),
    ...data,
  } as RiskData
  const Desk = () => (
    <LiveCountsProvider
      company="aurora"
      first={null}
      socketUrl="ws://desk.localhost/v1/ws"
      operator="dora"
      onSessionEnd={() => {}}
      socketOptions={{ fetchTicket: () => new Promise(() => {}) }}
    >
      <RiskPage data={given} />
    </LiveCountsProvider>
  )
  const Stub = createRemixStub([{ id: 'root', path: '/', loader: () => ({ language: 'en' }), Component: Desk }])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub hydrationData={{ loaderData: { root: { language: 'en' } } }} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { name: 'Risk' })
}

const rowNames = () => screen.getAllByRole('row').flatMap((one) => one.getAttribute('data-risk-row') ?? [])

describe('what is shown', () => {
  test('what is in use, each row named with its difference, share and state', async () => {
    await show()
    expect(rowNames()).toEqual(['USDJPY', 'EURUSD'])
    expect(screen.getByRole('row', { name: 'USD/JPY, uncovered +2,025,000.00 USDT, 101.3% of limit, Close only' })).toBeTruthy()
    await act(async () => screen.getByRole('radio', { name: /^Near limit/ }).click())
    expect(rowNames()).toEqual(['USDJPY'])
    await act(async () => screen.getByRole('radio', { name: /^All/ }).click())
    expect(rowNames()).toHaveLength(3)
  })

  test('a house without positions says so', async () => {
    await show({ rows: [], brakes: [] })
    expect(screen.getAllByText('No open positions').length).toBeGreaterThan(0)
  })

  test('a source that has fallen silent is an alarm', async () => {
    await show({ sources: [{ id: 'Kestrel', kind: 'feed', state: 'live', ageMs: 12_000, gaps: 0, rejects: null, latencyMs: null }] })
    expect(screen.getByText('Kestrel has sent no price for 12 s. Trading waits.')).toBeTruthy()
  })
})

describe('who may act', () => {
  const ask = { what: 'keep', until: null, reason: 'it goes on', by: 'jo', at: AT, endsAt: AT + 1000, isOwn: false } as const

  test('nobody while the page is not told of changes, and it says so', async () => {
    await show()
    expect(screen.getByText(/^Not connected\. Figures/)).toBeTruthy()
    for (const name of ['Halt trading', 'Lift', 'Keep longer'])
      expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true)
  })

  test('who only reads has no button', async () => {
    await show({ brakes: [brake({ ask })] }, { canControl: false })
    expect(screen.queryByRole('button', { name: 'Halt trading' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  test('who asked can take it back and not approve', async () => {
    await show({ brakes: [brake({ ask: { ...ask, isOwn: true } })] })
    const bar = screen.getAllByRole('status').find((one) => one.textContent?.includes('it goes on'))!
    expect(within(bar).queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(within(bar).getByRole('button', { name: 'Cancel request' })).toBeTruthy()
    expect(bar.textContent).toContain('You requested this, so someone else must approve it.')
  })

  test('another person approves', async () => {
    await show({ brakes: [brake({ ask })] })
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'USD/JPY: Close only, waiting for a second person. Change' })).toBeTruthy()
  })
})
