import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import type { DeskCounts } from '../../../../contract/desk/counts'
import { serverI18n } from '../../../language/i18n.server'
import { LiveCountsProvider } from '../shell/live-counts'
import type { OverviewData } from './overview.server'
import { OverviewPage } from './overview-page'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const SYSTEM = {
  companyStatus: 'live',
  tradingMode: 'normal',
  priceSource: 'simulated',
  pricesAreSimulated: true,
  feedAgeMs: 10,
  staleAfterMs: 2_000,
  openMarkets: 4,
  messagesWaiting: 0,
  logLinks: 7,
  logUnsealed: 0,
  executionAlarm: null,
}
const DATA = {
  title: 'Overview',
  overview: { company: 'aurora', now: 1_000, permissions: ['deposits.read'], queues: [], system: SYSTEM, approvers: {} },
} as unknown as OverviewData
const countsOf = (deposits: number) => ({ deposits, late: {} }) as unknown as DeskCounts

test('the overview is read anew when a queue changes, and every half minute while it is looked at', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const asked: number[] = []
  let change: (counts: DeskCounts) => void = () => {}
  function Desk() {
    const [first, setFirst] = useState(countsOf(1))
    change = setFirst
    return (
      <LiveCountsProvider
        company="aurora"
        first={first}
        socketUrl="ws://desk.localhost/v1/ws"
        operator="dora"
        onSessionEnd={() => {}}
        socketOptions={{ fetchTicket: () => new Promise(() => {}) }}
      >
        <OverviewPage data={DATA} />
      </LiveCountsProvider>
    )
  }
  const loader = () => {
    asked.push(1)
    return null
  }
  const Stub = createRemixStub([{ id: 'root', path: '/', loader, Component: Desk }])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub hydrationData={{ loaderData: { root: null } }} />
    </I18nextProvider>,
  )
  await screen.findByText('System', { exact: false, selector: 'h2' })
  expect(asked).toHaveLength(0)
  await act(async () => change(countsOf(2)))
  expect(asked).toHaveLength(1)
  await act(async () => vi.advanceTimersByTime(30_000))
  expect(asked).toHaveLength(2)
})
