import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetTabStates } from '../../visitor/tab-state'
import { FIGURES, orderExample } from './order-examples'
import type { OrderAnswer } from './orders-data'
import { createOrdersScreen, positionsOf, QUOTE } from './orders-fixtures'

beforeEach(() => act(() => forgetTabStates()))
afterEach(cleanup)

const FIRST = orderExample({ id: '1' })
const SECOND = orderExample({ id: '2', instrument: { ...orderExample().instrument, symbol: 'GBP/USD' } })
const PENDING = orderExample({
  id: '3',
  status: 'pending',
  kind: 'limit',
  askedPrice: '1.15000',
  entryPrice: '0',
  stopLoss: '0',
  takeProfit: '0',
})
const refused = (intent: OrderAnswer['intent'], message: string): OrderAnswer => ({ done: false, intent, message })
const person = () => userEvent.setup()
const panel = () => screen.getByRole('complementary', { name: 'detail' })

test('a part is closed with its lots, and the chips choose quarters', async () => {
  const part = orderExample({ id: '9', parentId: '1', lots: '0.15' })
  const { sent } = await createOrdersScreen({
    orders: [FIRST],
    quotes: [QUOTE],
    answer: () => ({ done: true, intent: 'close', order: part, message: '' }),
  })
  await person().click(within(panel()).getByText('tool.part'))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByRole('spinbutton')).toHaveValue('0.10')
  expect(within(dialog).getByText('+8.80')).toBeTruthy()
  await person().click(within(dialog).getByText('part.quarters.3'))
  expect(within(dialog).getByText('+13.20')).toBeTruthy()
  await person().click(within(dialog).getByText('part.confirm'))
  await screen.findByText('done.closePart')
  expect(sent).toEqual([expect.objectContaining({ intent: 'close', id: '1', cont: '0.15', key: expect.stringMatching(/^[0-9a-f]{32}$/) })])
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('a part that leaves too little is refused before anything is sent; all of the lots close the whole', async () => {
  const wholesale = { ...QUOTE, lotStep: '0.01', minLots: '0.05' }
  const { sent } = await createOrdersScreen({
    orders: [FIRST],
    quotes: [wholesale],
    answer: () => ({ done: true, intent: 'close', order: FIRST, message: '' }),
  })
  await person().click(within(panel()).getByText('tool.part'))
  const dialog = await screen.findByRole('alertdialog')
  const lots = within(dialog).getByRole('spinbutton')
  await person().clear(lots)
  await person().type(lots, '0.18')
  await within(dialog).findByText('part.problem.REST_TOO_SMALL')
  await person().click(within(dialog).getByText('part.confirm'))
  expect(sent).toEqual([])
  await person().clear(lots)
  await person().type(lots, '0.20')
  await person().click(within(dialog).getByText('part.confirm'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('cont')
})

test('reverse shows both legs, sends once, and a refusal is told in the broker’s words', async () => {
  const { sent } = await createOrdersScreen({
    orders: [FIRST],
    quotes: [QUOTE],
    answer: () => refused('reverse', 'Not enough free margin.'),
  })
  await person().click(within(panel()).getByText('tool.reverse'))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('reverse.closes')).toBeTruthy()
  expect(within(dialog).getByText('reverse.opens')).toBeTruthy()
  // 0.20 × 100,000 × 1.16428 ÷ 100
  expect(dialog.textContent).toContain('232.856000')
  await person().click(within(dialog).getByText('reverse.confirm'))
  await screen.findByText('Not enough free margin.')
  expect(sent).toEqual([expect.objectContaining({ intent: 'reverse', id: '1' })])
})

test('close all lists what can be closed and what cannot, and afterwards what was kept and why', async () => {
  const shut = orderExample({ id: '4', instrument: { ...FIRST.instrument, id: '102', code: 'XAUUSD', symbol: 'XAU/USD' } })
  const positions = positionsOf([FIRST, SECOND, shut])
  const closedMarket = { ...positions.quotes[0]!, id: '102', code: 'XAUUSD', isOpen: false }
  const { sent } = await createOrdersScreen({
    orders: [FIRST, SECOND, shut],
    positions: { ...positions, quotes: [...positions.quotes, closedMarket] },
    answer: () => ({
      done: true,
      intent: 'closeAll',
      closed: [FIRST, SECOND],
      kept: [{ id: '4', msg: 'The market is closed.' }],
      message: '',
    }),
  })
  await person().click(screen.getAllByText('closeAll.action').at(-1)!)
  const sheet = await screen.findByRole('dialog')
  await within(sheet).findByText('closeAll.confirm')
  expect(within(within(sheet).getByRole('list', { name: 'closeAll.title' })).getAllByRole('listitem')).toHaveLength(2)
  expect(within(sheet).getByText('locked.closed')).toBeTruthy()
  expect(within(sheet).getByText('+35.20')).toBeTruthy()
  expect(sent).toEqual([])
  await person().click(within(sheet).getByText('closeAll.confirm'))
  await within(sheet).findByText('The market is closed.')
  expect(within(sheet).getByText('XAU/USD')).toBeTruthy()
  expect(sent).toEqual([expect.objectContaining({ intent: 'closeAll', key: expect.any(String) })])
})

test('the sum of closing all is that of its rows, also while prices move', async () => {
  const { realtime } = await createOrdersScreen({ orders: [FIRST, SECOND], quotes: [QUOTE], positions: positionsOf([FIRST, SECOND]) })
  await person().click(screen.getAllByText('closeAll.action').at(-1)!)
  const sheet = await screen.findByRole('dialog')
  await within(sheet).findByText('closeAll.confirm')
  const figures = () => [...sheet.textContent.matchAll(/[+−]([\d.]+)/g)].map(([, text]) => Number(text))
  const untilEach = (profit: number) =>
    waitFor(
      () => {
        const [first = 0, second = 0, sum = 0] = figures()
        expect(sum).toBeCloseTo(first + second, 6)
        expect([first, second]).toEqual([profit, profit])
      },
      { timeout: 3_000 },
    )
  await untilEach(16)
  const fallen = { ...QUOTE.quote, bid: '1.16400', last: '1.16400', time: QUOTE.quote.time + 1_000 }
  act(() => realtime.stores.applyDayMarket([{ ...fallen, id: QUOTE.id, isOpen: true, quoteToUsdt: '1' }], fallen.time))
  expect(figures()).toEqual([16, 16, 32])
  await untilEach(12)
})

test('break-even moves the stop loss to the entry in one tap, where the price has gone far enough', async () => {
  const { sent } = await createOrdersScreen({
    orders: [FIRST],
    quotes: [QUOTE],
    answer: () => ({ done: true, intent: 'stops', order: FIRST, message: '' }),
  })
  await person().click(within(panel()).getByText('breakEven.action'))
  await screen.findByText('order:done.stops')
  expect(sent).toEqual([expect.objectContaining({ intent: 'stops', id: '1', stop_loss_price: '1.16340', target_profit_price: '1.16900' })])
})

test('break-even says what it waits for, and sends nothing', async () => {
  const late = orderExample({ id: '1', entryPrice: '1.16400' })
  const { sent } = await createOrdersScreen({ orders: [late], quotes: [QUOTE] })
  expect(within(panel()).getByText('breakEven.needsAbove').textContent).toContain('1.16450')
  await person().click(within(panel()).getByText('breakEven.action'))
  expect(sent).toEqual([])
})

test('a stop that is too close says the allowed range, and saving it leads back to the field', async () => {
  const { sent } = await createOrdersScreen({ orders: [FIRST], quotes: [QUOTE] })
  const field = within(panel()).getByRole('spinbutton', { name: 'fact.stopLoss' })
  fireEvent.change(field, { target: { value: '1.16400' } })
  within(panel()).getByText(/order:problem.STOP_LOSS_TOO_CLOSE order:allowed.atMost/)
  fireEvent.click(within(panel()).getByRole('button', { name: 'saveStops' }))
  expect(field).toHaveFocus()
  expect(sent).toEqual([])
})

test('an emptied stop is not taken off: the field says what is missing, and nothing is sent', async () => {
  const { sent } = await createOrdersScreen({ orders: [FIRST], quotes: [QUOTE] })
  const field = within(panel()).getByRole('spinbutton', { name: 'fact.stopLoss' })
  fireEvent.change(field, { target: { value: '' } })
  within(panel()).getByText(/order:problem.STOP_UNREADABLE/)
  fireEvent.click(within(panel()).getByRole('button', { name: 'saveStops' }))
  expect(field).toHaveFocus()
  expect(field).toHaveValue('')
  expect(sent).toEqual([])
})

test('a stop ten times the price asks once more before it is sent', async () => {
  const { sent } = await createOrdersScreen({ orders: [FIRST], quotes: [QUOTE] })
  const field = within(panel()).getByRole('spinbutton', { name: 'fact.takeProfit' })
  fireEvent.change(field, { target: { value: '11.69000' } })
  fireEvent.click(within(panel()).getByRole('button', { name: 'saveStops' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'farPrice.change' }))
  expect(sent).toEqual([])
})

test('stops can be written in pips, and a trailing stop is sent with its distance', async () => {
  const { sent } = await createOrdersScreen({
    orders: [FIRST],
    quotes: [QUOTE],
    answer: () => ({ done: true, intent: 'stops', order: FIRST, message: '' }),
  })
  const detail = within(panel())
  await person().click(detail.getByText('unit.pips'))
  const field = detail.getByRole('spinbutton', { name: 'fact.stopLoss' })
  expect(field).toHaveValue('29.0')
  await person().clear(field)
  await person().type(field, '40')
  await person().click(detail.getByRole('switch', { name: 'trailing.label' }))
  const distance = detail.getByRole('spinbutton', { name: 'trailing.distance' })
  await person().clear(distance)
  await person().type(distance, '0.00200')
  await person().click(detail.getByRole('button', { name: 'saveStops' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    intent: 'stops',
    stop_loss_price: '1.15940',
    target_profit_price: '1.16900',
    trailing_distance: '0.00200',
  })
})

test('a pending order shows its kind, and target and stops are edited in its detail', async () => {
  const { sent } = await createOrdersScreen({
    tab: '0',
    orders: [PENDING],
    quotes: [QUOTE],
    answer: () => ({ done: true, intent: 'stops', order: PENDING, message: '' }),
  })
  const detail = within(panel())
  expect(detail.getAllByText(/kind.buy.limit/).length).toBeGreaterThan(0)
  const target = detail.getByRole('spinbutton', { name: 'fact.target' })
  await person().clear(target)
  await person().type(target, '1.17000')
  await detail.findByText(/order:problem.TARGET_WRONG_SIDE order:allowed.atMost/)
  await person().clear(target)
  await person().type(target, '1.15100')
  await person().click(detail.getByRole('button', { name: 'saveOrder' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ intent: 'stops', id: '3', target_price: '1.15100', stop_loss_price: '0' })
  expect(sent[0]).not.toHaveProperty('trailing_distance')
})

test('a target that begins with a zero is typed as any other', async () => {
  const { sent } = await createOrdersScreen({
    tab: '0',
    orders: [PENDING],
    quotes: [QUOTE],
    answer: () => ({ done: true, intent: 'stops', order: PENDING, message: '' }),
  })
  const target = within(panel()).getByRole('spinbutton', { name: 'fact.target' })
  await person().clear(target)
  await person().type(target, '0.95000')
  expect(target).toHaveValue('0.95000')
  await person().click(within(panel()).getByRole('button', { name: 'saveOrder' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ intent: 'stops', target_price: '0.95000' })
})

test('a cancelled order stands in the history with its reason, never with a profit', async () => {
  const cancelled = orderExample({
    id: '5',
    status: 'closed',
    closeReason: 'cancelled',
    cancelReason: 'insufficient_margin',
    kind: 'stop',
    askedPrice: '1.17000',
    entryPrice: '0',
    profit: '0',
    openedAt: null,
  })
  await createOrdersScreen({ tab: '3', orders: [cancelled] })
  const row = within(screen.getAllByRole('row')[1]!)
  expect(row.getByText('cancelReason.insufficient_margin')).toBeTruthy()
  expect(row.getByText('1.17000')).toBeTruthy()
  expect(row.getAllByText('–').length).toBeGreaterThanOrEqual(3)
  expect(screen.queryByText('fact.profit')).toBeNull()
})

test('a pending order that is cancelled for lack of margin is told with its reason', async () => {
  const { broker, signIn } = await createOrdersScreen({ tab: '0', orders: [PENDING] })
  await signIn()
  const event = {
    Id: '3',
    Status: 3,
    CloseReason: 'cancelled',
    CancelReason: 'insufficient_margin',
    UpdatePrice: '0',
    FactProfits: '0',
    CompleteTimeHandler: '',
  }
  act(() => broker.last.say({ topic: 'FOREX_CLOSED', seq: 1, ts: 1, data: event }))
  await screen.findByText('pushed.cancelled')
  expect(screen.getByText('cancelReason.insufficient_margin')).toBeTruthy()
})

test('the chosen row stays chosen when the screen is left and entered again', async () => {
  const first = await createOrdersScreen({ orders: [FIRST, SECOND] })
  await person().click(screen.getAllByRole('row')[2]!)
  expect(within(panel()).getByText('GBP/USD')).toBeTruthy()
  first.view.unmount()
  await createOrdersScreen({ orders: [FIRST, SECOND] })
  expect(within(panel()).getByText('GBP/USD')).toBeTruthy()
  expect(screen.getAllByRole('row')[2]).toHaveAttribute('aria-selected', 'true')
})

test('m opens the stop-out map, and so does a link to it', async () => {
  const one = await createOrdersScreen({ orders: [FIRST] })
  await person().keyboard('m')
  expect(within(await screen.findByRole('dialog')).getByText('map.title')).toBeTruthy()
  one.view.unmount()
  await createOrdersScreen({ orders: [FIRST], address: '/order?type=1&map=1' })
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a position that was opened elsewhere comes into the list', async () => {
  const { broker, signIn, hold } = await createOrdersScreen({ orders: [FIRST] })
  await signIn()
  hold([FIRST, SECOND])
  const orders = [FIRST, SECOND].map(({ id, price, profit }) => ({ Id: id, UpdatePrice: price, FactProfits: profit }))
  const figures = { all_fact_profits: '0', balance: '0', net_value: '0', total_margin: '0', free_margin: '0', risk_rate: '' }
  act(() => broker.last.say({ topic: 'FOREX_TRADE', seq: 1, ts: 1, snapshot: true, data: { ...figures, orders } }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
})

test('an order of another page is told by its number', async () => {
  const { broker, signIn } = await createOrdersScreen({ orders: [FIRST] })
  await signIn()
  const event = {
    Id: '99',
    Status: 3,
    CloseReason: 'stop_out',
    CancelReason: null,
    UpdatePrice: '1.1',
    FactProfits: '-5',
    CompleteTimeHandler: '',
  }
  act(() => broker.last.say({ topic: 'FOREX_CLOSED', seq: 1, ts: 1, data: event }))
  await screen.findByText('pushed.closed')
  expect(screen.getByText(/reason.stop_out/)).toBeTruthy()
})

test('a trailing stop is shown where the push says it stands, and an edit under way is kept', async () => {
  const trailing = orderExample({ id: '1', trailingDistance: '0.00200' })
  const { realtime } = await createOrdersScreen({ orders: [trailing], quotes: [QUOTE] })
  const takeProfit = within(panel()).getByRole('spinbutton', { name: 'fact.takeProfit' })
  await person().clear(takeProfit)
  await person().type(takeProfit, '1.17500')
  const position = { id: '1', price: '1.16428', profit: '17.6', stopLoss: '1.16228' }
  act(() => realtime.stores.applyAccount({ figures: FIGURES, positions: [position] }))
  expect(within(panel()).getByRole('spinbutton', { name: 'fact.stopLoss' })).toHaveValue('1.16228')
  expect(takeProfit).toHaveValue('1.17500')
  expect(within(screen.getAllByRole('row')[1]!).getByText(/1\.16228/)).toBeTruthy()
})

test('what a provider has not answered yet says so in place of its button, and cannot be ended', async () => {
  const underWay = { purpose: 'close', provider: 'prime', isSent: true } as const
  await createOrdersScreen({ orders: [{ ...FIRST, underWay }], quotes: [QUOTE], answer: () => refused('close', '') })
  const row = screen.getAllByRole('row')[1] as HTMLElement
  expect(within(row).getByRole('status').textContent).toBe('underWay.sent')
  expect(within(row).queryByRole('button')).toBeNull()
})

test('an order that a provider has filled names it, its price and what was added', async () => {
  const fills = [{ purpose: 'open', provider: 'prime', price: '1.16338', markUp: '0.00002' }] as const
  await createOrdersScreen({ orders: [{ ...FIRST, fills }], quotes: [QUOTE], answer: () => refused('close', '') })
  expect(within(panel()).getByText('fact.openedBy')).toBeTruthy()
  expect(within(panel()).getByText('fill')).toBeTruthy()
})
