import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import { OrderCard } from './order-card'
import { FIGURES, orderExample } from './order-examples'
import type { OrderAnswer } from './orders-data'
import { createOrdersScreen } from './orders-fixtures'

afterEach(cleanup)

const FIRST = orderExample({ id: '1' })
const SECOND = orderExample({ id: '2', instrument: { ...orderExample().instrument, symbol: 'GBP/USD' } })

const createScreen = (answer: () => OrderAnswer) => createOrdersScreen({ orders: [FIRST, SECOND], answer })

/** The test's window is as wide as a desktop: orders stand in the table. */
const rows = () => screen.queryAllByRole('row').slice(1)
const closeFirst = async () => {
  const person = userEvent.setup()
  await person.click(within(rows()[0] as HTMLElement).getByRole('button'))
  return { person, dialog: await screen.findByRole('alertdialog') }
}

test('every figure of the desktop’s band is on the phone too, at one tap, and lives with the account', async () => {
  const { broker, signIn } = await createScreen(() => ({ done: true, intent: 'close', order: FIRST, message: '' }))
  const all = screen.getByText('figure.all').closest('details') as HTMLDetailsElement
  const shown = () =>
    Object.fromEntries([...all.querySelectorAll('dl > div')].map((row) => [row.children[0]?.textContent, row.children[1]?.textContent]))
  expect(Object.keys(shown())).toEqual(['figure.equity', 'figure.margin', 'figure.freeMargin', 'figure.marginLevel'])
  await userEvent.setup().click(screen.getByText('figure.all'))
  expect(all.open).toBe(true)
  expect(shown()).toMatchObject({ 'figure.equity': '10,017.60', 'figure.margin': '232.68', 'figure.marginLevel': '4,305.31%' })
  await signIn()
  const moved = { net_value: '9990.10000000', total_margin: '240.67200001', risk_rate: '4151.00' }
  const data = { all_fact_profits: '0', balance: '9749.42', free_margin: '9749.42', ...moved, orders: [] }
  act(() => broker.last.say({ topic: 'FOREX_TRADE', seq: 1, ts: 1, snapshot: true, data }))
  await waitFor(() =>
    expect(shown()).toMatchObject({ 'figure.equity': '9,990.10', 'figure.margin': '240.68', 'figure.marginLevel': '4,151.00%' }),
  )
})

test('an order whose detail stands in the panel and in the sheet at once is two forms: no id stands twice', async () => {
  const wide = vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: false, media: query }) as MediaQueryList)
  await createScreen(() => ({ done: true, intent: 'stops', order: FIRST, message: '' }))
  fireEvent.click(screen.getAllByText('editStops')[0] as HTMLElement)
  await waitFor(() => expect(document.querySelectorAll('input[name="stop_loss_price"]')).toHaveLength(2))
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
  wide.mockRestore()
})

test('closing asks first; nothing is sent when the position is kept', async () => {
  const { sent } = await createScreen(() => ({ done: true, intent: 'close', order: FIRST, message: '' }))
  const { person, dialog } = await closeFirst()
  await person.click(within(dialog).getByText('ask.keepOpen'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
})

test('a confirmed close is sent once with a key, the server’s words are shown and the list is read anew', async () => {
  const { sent } = await createScreen(() => ({ done: true, intent: 'close', order: FIRST, message: 'The position has been closed.' }))
  const { person, dialog } = await closeFirst()
  await person.click(within(dialog).getByText('ask.closeConfirm'))
  await screen.findByText('The position has been closed.')
  expect(screen.getByRole('region', { name: 'messages' }).textContent).toContain('pushed.closed · +17.600000 USDT')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ intent: 'close', id: '1', reply: 'data', key: expect.stringMatching(/^[0-9a-f]{32}$/) })
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('a close that was refused is sent again with a key of its own', async () => {
  const { sent } = await createScreen(() => ({ done: false, intent: 'close', message: 'The market is closed.' }))
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { person, dialog } = await closeFirst()
    await person.click(within(dialog).getByText('ask.closeConfirm'))
    await waitFor(() => expect(sent).toHaveLength(attempt + 1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  const [first, second] = sent.map((form) => form.key)
  expect(second).not.toBe(first)
  expect(rows()).toHaveLength(2)
})

test('an order that was closed elsewhere leaves the list and is told', async () => {
  const { broker } = await createScreen(() => ({ done: true, intent: 'close', order: FIRST, message: '' }))
  const event = {
    Id: '2',
    Status: 3,
    CloseReason: 'take_profit',
    CancelReason: null,
    UpdatePrice: '1.16900',
    FactProfits: '112',
    CompleteTimeHandler: '',
  }
  await waitFor(() => expect(broker.last.sent).toContainEqual({ event: 'login', token: 't' }))
  act(() => {
    broker.last.say({ event: 'login', code: 1, msg: '' })
    broker.last.say({ topic: 'FOREX_CLOSED', seq: 1, ts: 1, data: event })
  })
  await screen.findByText('pushed.closed')
  await waitFor(() => expect(screen.getByText(/reason.take_profit/)).toBeTruthy())
})

test('a push draws only the order that it names', () => {
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', { openSocket: createFakeBroker().openSocket })
  const drawn = vi.fn()
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
          {[FIRST, SECOND].map((order) => (
            <Profiler key={order.id} id={order.id} onRender={(id) => drawn(id)}>
              <OrderCard order={order} tab="1" times={undefined} isBusy={false} onOpen={() => {}} onEnd={() => {}} />
            </Profiler>
          ))}
        </RealtimeProvider>
      ),
    },
  ])
  render(<Stub />)
  drawn.mockClear()
  const unchanged = { id: '2', price: SECOND.price, profit: SECOND.profit, stopLoss: undefined }
  const moved = (price: string, profit: string) => ({
    figures: FIGURES,
    positions: [{ id: '1', price, profit, stopLoss: undefined }, unchanged],
  })
  act(() => realtime.stores.applyAccount(moved('1.16500', '32.00000000')))
  drawn.mockClear()
  act(() => realtime.stores.applyAccount(moved('1.16501', '32.20000000')))
  expect(new Set(drawn.mock.calls.flat())).toEqual(new Set(['1']))
  expect(screen.getByText('+32.20')).toBeTruthy()
})
