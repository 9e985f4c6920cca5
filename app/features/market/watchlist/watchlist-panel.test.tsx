import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, expect, test } from 'vitest'
import orderTexts from '../../../../locales/en/order.json'
import texts from '../../../../locales/en/product.json'
import publicTexts from '../../../../locales/en/public.json'
import { RealtimeProvider } from '../../../realtime'
import { createFakeBroker } from '../../../realtime/fake-socket'
import { createPageRealtime } from '../../../realtime/page-realtime'
import { ToastProvider } from '../../../ui'
import { instrumentExample } from '../instrument-examples'
import { changeLists } from './change-watchlists'
import WatchlistPanel from './watchlist-panel'
import { useWatchlists, watchlistStore } from './watchlists'

const words = createInstance()
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['product', 'public', 'order'],
  defaultNS: 'product',
  resources: { en: { product: texts, public: publicTexts, order: orderTexts } },
  interpolation: { escapeValue: false },
})

const INSTRUMENTS = ['EURUSD', 'XAUUSD', 'WTI'].map((code, index) => instrumentExample({ id: String(index + 1), code, symbol: code }))
const chosen: string[] = []

beforeEach(() => {
  window.localStorage.clear()
  chosen.length = 0
  changeLists({ change: 'put', id: 'w-1', name: 'Morning', columns: ['change'], instruments: ['EURUSD', 'GONE', 'XAUUSD', 'WTI'] })
})
afterEach(cleanup)

function Chosen() {
  const list = useWatchlists().lists.find(({ id }) => id === 'w-1')
  if (list === undefined) return null
  const onChoose = (id: string) => chosen.push(id)
  return <WatchlistPanel list={list} instruments={INSTRUMENTS} staleAfterMs={30_000} isMuted={false} onChoose={onChoose} />
}

function showPanel() {
  const realtime = createPageRealtime('ws://broker.test/v1/ws', { openSocket: createFakeBroker().openSocket })
  realtime.stores.plantQuotes(INSTRUMENTS)
  const Page = () => (
    <I18nextProvider i18n={words}>
      <RealtimeProvider traderId={null} socketUrl="ws://broker.test/v1/ws" realtime={realtime}>
        <ToastProvider label="Messages" dismissLabel="Close">
          <Chosen />
        </ToastProvider>
      </RealtimeProvider>
    </I18nextProvider>
  )
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: Page }])
  render(<Stub hydrationData={{ loaderData: { root: { trader: null } } }} />)
  return userEvent.setup()
}

const codes = () => watchlistStore.get().lists.find(({ id }) => id === 'w-1')?.instruments
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('data-sortable'))

test('a row is lifted by Space, moved by the arrows and put down; where it stands is read aloud and the focus stays', async () => {
  const person = showPanel()
  const handle = await screen.findByRole('button', { name: 'Move WTI, row 4 of 4' })
  handle.focus()
  await person.keyboard(' {ArrowUp}')
  expect(rows()).toEqual(['EURUSD', 'GONE', 'WTI', 'XAUUSD'])
  expect(screen.getByRole('status')).toHaveTextContent('WTI, row 3 of 4')
  expect(codes()).toEqual(['EURUSD', 'GONE', 'XAUUSD', 'WTI'])
  await person.keyboard('{Home} ')
  expect(codes()).toEqual(['WTI', 'EURUSD', 'GONE', 'XAUUSD'])
  expect(screen.getByRole('button', { name: 'Move WTI, row 1 of 4' })).toHaveFocus()
})

test('Escape leaves the order as it was', async () => {
  const person = showPanel()
  ;(await screen.findByRole('button', { name: 'Move EURUSD, row 1 of 4' })).focus()
  await person.keyboard(' {ArrowDown}{ArrowDown}{Escape}')
  expect(rows()).toEqual(['EURUSD', 'GONE', 'XAUUSD', 'WTI'])
  expect(codes()).toEqual(['EURUSD', 'GONE', 'XAUUSD', 'WTI'])
})

test('a row follows the pointer and is saved when it is let go', async () => {
  showPanel()
  const handle = await screen.findByRole('button', { name: 'Move EURUSD, row 1 of 4' })
  for (const [at, row] of screen.getAllByRole('row').slice(1).entries())
    row.getBoundingClientRect = () => ({ top: at * 60, height: 60 }) as DOMRect
  fireEvent.pointerDown(handle, { button: 0 })
  fireEvent.pointerMove(document, { clientY: 500 })
  expect(codes()?.[0]).toBe('EURUSD')
  fireEvent.pointerUp(document)
  expect(codes()).toEqual(['GONE', 'XAUUSD', 'WTI', 'EURUSD'])
})

test('an instrument that left the market keeps its row, says so, and can be removed', async () => {
  const person = showPanel()
  expect(await screen.findByText('No longer offered')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Remove GONE from Morning' }))
  expect(codes()).toEqual(['EURUSD', 'XAUUSD', 'WTI'])
  expect(screen.queryByText('No longer offered')).toBeNull()
})

test('columns are chosen, and their order is changed by keys', async () => {
  const person = showPanel()
  await person.click(await screen.findByRole('button', { name: 'Columns' }))
  const sheet = await screen.findByRole('dialog', { name: 'Columns' })
  await person.click(within(sheet).getByRole('checkbox', { name: 'Current spread' }))
  const columns = () => watchlistStore.get().lists[0]?.columns
  expect(columns()).toEqual(['change', 'spread'])
  within(sheet).getByRole('button', { name: 'Move Current spread, row 2 of 5' }).focus()
  await person.keyboard(' {ArrowUp} ')
  expect(columns()).toEqual(['spread', 'change'])
})

test('a list is made, renamed, deleted and brought back to its place', async () => {
  const person = showPanel()
  await person.click(await screen.findByRole('button', { name: 'Watchlists' }))
  await person.click(await screen.findByRole('button', { name: 'New watchlist' }))
  await person.type(await screen.findByRole('textbox', { name: 'Watchlist name' }), 'Metals{Enter}')
  await waitFor(() => expect(chosen).toHaveLength(1))
  await person.click(screen.getByRole('button', { name: 'Rename Morning' }))
  const field = await screen.findByRole('textbox', { name: 'Watchlist name' })
  await waitFor(() => expect(field).toHaveValue('Morning'))
  await person.clear(field)
  await person.type(field, 'Early{Enter}')
  const names = () => watchlistStore.get().lists.map(({ name }) => name)
  expect(names()).toEqual(['Early', 'Metals'])
  await person.click(await screen.findByRole('button', { name: 'Watchlists' }))
  await person.click(await screen.findByRole('button', { name: 'Delete Metals' }))
  expect(names()).toEqual(['Early'])
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(names()).toEqual(['Early', 'Metals'])
})

test('instruments are added by their name or code', async () => {
  const person = showPanel()
  await person.click(await screen.findByRole('button', { name: 'Remove WTI from Morning' }))
  await person.click(screen.getByRole('button', { name: 'Add instruments' }))
  const sheet = await screen.findByRole('dialog', { name: 'Add instruments' })
  await person.type(within(sheet).getByRole('searchbox'), 'wti')
  await person.click(within(sheet).getByRole('checkbox', { name: /WTI/ }))
  expect(codes()).toEqual(['EURUSD', 'GONE', 'XAUUSD', 'WTI'])
})

test('a name with a character that cannot be seen is refused beside its field, and one with joiners is taken', async () => {
  const person = showPanel()
  await person.click(await screen.findByRole('button', { name: 'Rename Morning' }))
  const field = await screen.findByRole('textbox', { name: 'Watchlist name' })
  await waitFor(() => expect(field).toHaveValue('Morning'))
  fireEvent.change(field, { target: { value: 'Met\u202eals' } })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Please check your entry: Watchlist name.')
  await person.type(field, '{Enter}')
  expect(watchlistStore.get().lists[0]?.name).toBe('Morning')
  fireEvent.change(field, { target: { value: 'می\u200cخواهم' } })
  await person.type(field, '{Enter}')
  expect(watchlistStore.get().lists[0]?.name).toBe('می\u200cخواهم')
})
