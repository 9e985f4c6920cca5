import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { line, type OpenSending } from '../../../line/line-state'
import { eurUsd, holdingOrder } from './ticket-fixtures'
import { showTicket } from './ticket-scene'

const KEY = 'aa'.repeat(16)
/** As another page left it. */
const unknown = (fields: Record<string, string>, change: Partial<OpenSending> = {}): OpenSending => ({
  key: KEY,
  page: '/trade',
  fields: { type: '1', status: '1', cont: '0.20', multiple: '100', price: '1.16436', key: '7f3a20cd'.repeat(4), ...fields },
  since: Date.now(),
  lostAt: Date.now(),
  code: 'ERR_NETWORK',
  asked: 2,
  nextAt: Date.now() + 3_000,
  isInherited: true,
  ...change,
})
const open = (sending: OpenSending) => act(() => line.open(sending))
const end = (sending: OpenSending, data: unknown, isDone: boolean) =>
  act(() => {
    line.close(sending.key)
    line.tell({ kind: 'ended', sending, end: { isDone, data } })
  })

afterEach(() => {
  cleanup()
  line.close(KEY)
})

test('an order whose end is not known stands in place of the form, and neither button sends another', async () => {
  const { user, sent } = await showTicket()
  open(unknown({}))
  const panel = await screen.findByTestId('not-known')
  expect(panel).toHaveTextContent('We do not know yet whether this order was placed. Checking…')
  expect(panel).toHaveTextContent('0.20 lots')
  expect(panel).toHaveTextContent('1.16436')
  expect(panel).toHaveTextContent('7F3A-20CD')
  expect(panel).toHaveTextContent('Attempt 3, next in 3 s')
  expect(screen.queryByRole('spinbutton', { name: 'Lots' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  for (const side of ['Buy', 'Sell']) {
    const button = screen.getByRole('button', { name: `${side}, Waiting for the answer` })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
  }
  expect(sent).toEqual([])
})

test('after a minute customer service is offered, with the reference filled in', async () => {
  await showTicket()
  open(unknown({}))
  expect(screen.queryByRole('link', { name: 'Contact customer service' })).toBeNull()
  act(() => line.close(KEY))
  open(unknown({}, { since: Date.now() - 61_000 }))
  expect((await screen.findByRole('link', { name: 'Contact customer service' })).getAttribute('href')).toBe(
    '/mine/chat?reference=7F3A-20CD',
  )
})

test('what was not placed is back in the form as it was sent; what was placed is told to the page', async () => {
  const { placed, sent, buy, user } = await showTicket()
  await user.click(buy())
  await waitFor(() => expect(sent).toHaveLength(1))
  const instrumentId = sent[0]?.forex_id ?? ''
  const first = unknown({ forex_id: instrumentId })
  open(first)
  end(first, { placed: false, message: '' }, false)
  expect(screen.getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.20')
  const told = placed.length
  const second = unknown({ forex_id: instrumentId })
  open(second)
  const order = holdingOrder(eurUsd)
  end(second, { placed: true, order }, true)
  expect(placed.slice(told)).toEqual([order])
})
