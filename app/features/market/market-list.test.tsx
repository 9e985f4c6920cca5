import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime, type Realtime } from '../../realtime/page-realtime'
import type { MarketRow as PushedRow } from '../../terms/quote'
import { instrumentExample } from './instrument-examples'
import { MarketList } from './market-list'
import { MarketRow } from './market-row'

afterEach(cleanup)

const INSTRUMENTS = Array.from({ length: 26 }, (_, index) =>
  instrumentExample({ id: String(index + 1), code: `CODE${index}`, symbol: index === 0 ? 'EUR/USD' : `CODE/${index}` }),
)

function rowOf(id: string, change: Partial<PushedRow> = {}): PushedRow {
  return { ...instrumentExample().quote, id, isOpen: true, quoteToUsdt: '1', time: 2_000, ...change }
}

function show(realtime: Realtime, children: React.ReactNode) {
  realtime.stores.plantQuotes(INSTRUMENTS)
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <RealtimeProvider traderId={null} socketUrl="ws://broker.test/v1/ws" realtime={realtime}>
          {children}
        </RealtimeProvider>
      ),
    },
  ])
  return render(<Stub />)
}

const createRealtime = () => createPageRealtime('ws://broker.test/v1/ws', { openSocket: createFakeBroker().openSocket })

/** Rows are told once the push is through. */
const push = (realtime: Realtime, row: PushedRow) =>
  act(async () => {
    realtime.stores.applyDayMarket([row], 2_000)
    await new Promise((resolve) => setTimeout(resolve))
  })

test('a tick of one instrument draws exactly one row of 26', async () => {
  const realtime = createRealtime()
  const drawn = vi.fn()
  show(
    realtime,
    <table>
      <tbody>
        {INSTRUMENTS.map((instrument) => (
          <Profiler key={instrument.id} id={instrument.symbol} onRender={(id) => drawn(id)}>
            <MarketRow instrument={instrument} staleAfterMs={30_000} />
          </Profiler>
        ))}
      </tbody>
    </table>,
  )
  expect(new Set(drawn.mock.calls.flat()).size).toBe(26)
  drawn.mockClear()
  await push(realtime, rowOf('1', { last: '1.16500' }))
  expect(drawn.mock.calls).toEqual([['EUR/USD']])
})

test('the live price replaces the loaded one', async () => {
  const realtime = createRealtime()
  show(realtime, <MarketList label="Markets" instruments={INSTRUMENTS} staleAfterMs={30_000} isMuted={false} />)
  const row = screen.getAllByRole('row')[1] as HTMLElement
  expect(within(row).getByText('1.16428')).toBeTruthy()
  await push(realtime, rowOf('1', { last: '1.16501', change: '-0.12' }))
  expect(within(row).getByText('1.16501')).toBeTruthy()
  expect(within(row).getAllByText('−0.12%').length).toBeGreaterThan(0)
})

test('a closed market says so in place of the change', async () => {
  const realtime = createRealtime()
  show(realtime, <MarketList label="Markets" instruments={INSTRUMENTS} staleAfterMs={30_000} isMuted={false} />)
  const row = screen.getAllByRole('row')[1] as HTMLElement
  await push(realtime, rowOf('1', { isOpen: false }))
  expect(within(row).getAllByText('closed').length).toBeGreaterThan(0)
  expect(within(row).queryByText('+0.34%')).toBeNull()
})

test('a price that stops moving turns stale alone', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  try {
    const realtime = createRealtime()
    show(realtime, <MarketList label="Markets" instruments={INSTRUMENTS.slice(0, 2)} staleAfterMs={30_000} isMuted={false} />)
    act(() => vi.advanceTimersByTime(20_000))
    act(() => realtime.stores.applyDayMarket([rowOf('2', { time: 900_000 })], 900_000))
    act(() => vi.advanceTimersByTime(15_000))
    const [, first, second] = screen.getAllByRole('row')
    expect(first?.getAttribute('data-stale')).toBe('true')
    expect(second?.getAttribute('data-stale')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('arrow keys walk through the rows and each row leads to its instrument', async () => {
  const person = userEvent.setup()
  show(createRealtime(), <MarketList label="Markets" instruments={INSTRUMENTS} staleAfterMs={30_000} isMuted={false} />)
  const links = screen.getAllByRole('link')
  expect(links[0]?.getAttribute('href')).toBe('/trade?code=CODE0')
  links[0]?.focus()
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(links[1])
  await person.keyboard('{End}')
  expect(document.activeElement).toBe(links.at(-1))
  await person.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement).toBe(links[0])
})
