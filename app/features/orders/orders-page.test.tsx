import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
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

const FIRST = orderExample({ Id: '1' })
const SECOND = orderExample({ Id: '2', ForexTradeLists: { ...orderExample().ForexTradeLists, ShowCode: 'GBP/USD' } })

const createScreen = (answer: () => OrderAnswer) => createOrdersScreen({ orders: [FIRST, SECOND], answer })

/** The test's window is as wide as a desktop: orders stand in the table. */
const rows = () => screen.queryAllByRole('row').slice(1)
const closeFirst = async () => {
  const person = userEvent.setup()
  await person.click(within(rows()[0] as HTMLElement).getByRole('button'))
  return { person, dialog: await screen.findByRole('alertdialog') }
}

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
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ intent: 'close', id: '1', reply: 'data', key: expect.stringMatching(/^[0-9a-f]{32}$/) })
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('a close that nobody answered is sent again with the same key, a refused one with a new key', async () => {
  let isUncertain = true
  const { sent } = await createScreen(() => ({
    done: false,
    intent: 'close',
    message: isUncertain ? '' : 'The market is closed.',
    isUncertain,
  }))
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { person, dialog } = await closeFirst()
    if (attempt === 1) isUncertain = false
    await person.click(within(dialog).getByText('ask.closeConfirm'))
    await waitFor(() => expect(sent).toHaveLength(attempt + 1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  const [first, second, third] = sent.map((form) => form.key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
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
            <Profiler key={order.Id} id={order.Id} onRender={(id) => drawn(id)}>
              <OrderCard order={order} tab="1" times={undefined} isBusy={false} onOpen={() => {}} onEnd={() => {}} />
            </Profiler>
          ))}
        </RealtimeProvider>
      ),
    },
  ])
  render(<Stub />)
  drawn.mockClear()
  const unchanged = { Id: '2', UpdatePrice: SECOND.UpdatePrice, FactProfits: SECOND.FactProfits }
  act(() =>
    realtime.stores.applyTrade({ ...FIGURES, orders: [{ Id: '1', UpdatePrice: '1.16500', FactProfits: '32.00000000' }, unchanged] }),
  )
  drawn.mockClear()
  act(() =>
    realtime.stores.applyTrade({ ...FIGURES, orders: [{ Id: '1', UpdatePrice: '1.16501', FactProfits: '32.20000000' }, unchanged] }),
  )
  expect(new Set(drawn.mock.calls.flat())).toEqual(new Set(['1']))
  expect(screen.getByText('+32.20')).toBeTruthy()
})
