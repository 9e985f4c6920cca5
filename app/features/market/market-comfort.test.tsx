import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime, type Realtime } from '../../realtime/page-realtime'
import type { MarketRow as PushedRow } from '../../terms/quote'
import { FavouriteButton } from './favourite-button'
import { instrumentExample } from './instrument-examples'
import { MarkedText } from './marked-text'
import { MarketList } from './market-list'
import { RecentList } from './recent-list'
import { rememberSearch } from './recent-searches'

beforeEach(() => window.localStorage.clear())
afterEach(cleanup)

const quotes = instrumentExample().quote
const INSTRUMENTS = ['+0.10', '+0.30', '+0.20'].map((Change, index) =>
  instrumentExample({ id: String(index + 1), code: `C${index + 1}`, symbol: `C${index + 1}`, quote: { ...quotes, change: Change } }),
)

function showList(realtime: Realtime) {
  realtime.stores.plantQuotes(INSTRUMENTS)
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <RealtimeProvider traderId={null} socketUrl="ws://broker.test/v1/ws" realtime={realtime}>
          <MarketList label="Markets" instruments={INSTRUMENTS} staleAfterMs={30_000} isMuted={false} />
        </RealtimeProvider>
      ),
    },
  ])
  return render(<Stub />)
}
const newRealtime = () => createPageRealtime('ws://broker.test/v1/ws', { openSocket: createFakeBroker().openSocket })
const shownCodes = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('data-instrument'))
const rise = (id: string, change: string): PushedRow => ({
  ...quotes,
  id,
  change,
  isOpen: true,
  quoteToUsdt: '1',
  time: 2_000,
})

test('a star is pressed and let go, is there again in the next page, and the server knows none', async () => {
  const person = userEvent.setup()
  const star = <FavouriteButton instrument={instrumentExample()} />
  const isPressed = (pressed: 'true' | 'false') =>
    waitFor(() => expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', pressed))
  const first = render(star)
  await person.click(screen.getByRole('button'))
  await isPressed('true')
  first.unmount()
  render(star)
  await isPressed('true')
  expect(renderToString(star)).toContain('aria-pressed="false"')
  await person.click(screen.getByRole('button'))
  await isPressed('false')
})

test.each(['{"lists"', '[]', '{"lists":[null,{"id":1}],"waiting":7}'])('what is kept and cannot be read counts as nothing: %s', (text) => {
  window.localStorage.setItem('candor.watchlists', text)
  render(<FavouriteButton instrument={instrumentExample()} />)
  expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'false')
})

test('a list sorted by change moves every five seconds, not at a tick, and stands still under the pointer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const realtime = newRealtime()
    showList(realtime)
    await person.click(within(screen.getByRole('table')).getByRole('button', { name: /change/i }))
    expect(shownCodes()).toEqual(['C2', 'C3', 'C1'])
    act(() => realtime.stores.applyDayMarket([rise('1', '+5.00')], 2_000))
    expect(shownCodes()).toEqual(['C2', 'C3', 'C1'])
    act(() => vi.advanceTimersByTime(5_000))
    expect(shownCodes()).toEqual(['C1', 'C2', 'C3'])
    await person.hover(screen.getByText('C3'))
    act(() => realtime.stores.applyDayMarket([rise('3', '+9.00')], 3_000))
    act(() => vi.advanceTimersByTime(20_000))
    expect(shownCodes()).toEqual(['C1', 'C2', 'C3'])
    await person.unhover(screen.getByRole('table'))
    expect(shownCodes()).toEqual(['C3', 'C1', 'C2'])
  } finally {
    vi.useRealTimers()
  }
})

test('the newest search stands first, one that is repeated moves up, and there are eight', () => {
  for (const word of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9', 'B2']) rememberSearch(word)
  render(<RecentList onChoose={() => {}} />)
  const words = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(words).toEqual(['B2', 'i9', 'h8', 'g7', 'f6', 'e5', 'd4', 'c3'])
})

test('one search is removed, or all', async () => {
  const person = userEvent.setup()
  for (const word of ['gold', 'euro']) rememberSearch(word)
  render(<RecentList onChoose={() => {}} />)
  const [, removeEuro] = screen.getAllByRole('listitem').flatMap((item) => within(item).getAllByRole('button'))
  await person.click(removeEuro as HTMLElement)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['gold'])
  await person.click(screen.getAllByRole('button')[0] as HTMLElement)
  expect(screen.queryByRole('listitem')).toBeNull()
})

test.each([
  ['EUR/USD', 'eurusd', ['EUR/USD']],
  ['Euro / US Dollar', 'dollar eur', ['Eur', 'Dollar']],
  ['Gold (spot)', '(sp', ['(sp']],
  ['Gold', '', []],
])('in "%s" a search for "%s" marks %j', (text, query, marked) => {
  const { container } = render(<MarkedText text={text} query={query} />)
  expect(container.textContent).toBe(text)
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(marked)
})
