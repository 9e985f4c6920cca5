import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { orderExample } from './order-examples'
import { createOrdersScreen } from './orders-fixtures'

afterEach(cleanup)

const ORDERS = ['41', '42', '43', '44', '45'].map((Id) => orderExample({ id: Id }))

const stoppedOut = (Id: string) => ({
  Id,
  Status: 3,
  CloseReason: 'stop_out',
  CancelReason: null,
  UpdatePrice: '1.1',
  FactProfits: '-5',
  CompleteTimeHandler: '',
})

test('a stop-out of the whole account is told in one message, not in five', async () => {
  const { broker, signIn } = await createOrdersScreen({ orders: ORDERS })
  await signIn()
  act(() => {
    for (const [index, { id }] of ORDERS.entries()) broker.last.say({ topic: 'FOREX_CLOSED', seq: index + 1, ts: 1, data: stoppedOut(id) })
  })
  await screen.findByText('pushed.many')
  expect(screen.queryByText('pushed.closed')).toBeNull()
})

test('what comes while a message is being read waits for its turn and is told once', async () => {
  const { broker, signIn } = await createOrdersScreen({ orders: ORDERS })
  await signIn()
  act(() => broker.last.say({ topic: 'FOREX_CLOSED', seq: 1, ts: 1, data: stoppedOut('41') }))
  await screen.findByText('pushed.closed')
  for (const [index, Id] of ['42', '43', '44'].entries()) {
    act(() => broker.last.say({ topic: 'FOREX_CLOSED', seq: index + 2, ts: 1, data: stoppedOut(Id) }))
  }
  expect(screen.queryByText('pushed.many')).toBeNull()
  await screen.findByText('pushed.many')
  expect(screen.getAllByText('pushed.closed')).toHaveLength(1)
})
