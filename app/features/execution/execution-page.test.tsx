import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import type { ExecutionData } from './execution-data'
import { ALL, DATA, FIGURES } from './execution-examples'
import { ExecutionPage } from './execution-page'

afterEach(cleanup)

type Shown = NonNullable<ExecutionData['shown']>

async function show(changes: Partial<Shown> | null = {}, filter: Partial<ExecutionData['filter']> = {}) {
  const i18n = await serverI18n('en')
  const shown = changes === null || DATA.shown === null ? null : { ...DATA.shown, ...changes }
  const data: ExecutionData = { ...DATA, filter: { ...DATA.filter, ...filter }, shown }
  const asked: string[] = []
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ tenant: { id: 'meridian', name: 'Meridian Prime' }, language: 'en', dir: 'ltr', trader: null }),
      children: [
        {
          path: 'execution',
          loader({ request }) {
            asked.push(new URL(request.url).search)
            return null
          },
          Component: () => (
            <I18nextProvider i18n={i18n}>
              <ExecutionPage data={data} />
            </I18nextProvider>
          ),
        },
      ],
    },
  ])
  render(<Stub initialEntries={['/execution']} />)
  await screen.findByText(/How orders are executed at Meridian Prime/)
  return { asked, user: userEvent.setup() }
}

const card = (title: string) => screen.getByRole('heading', { level: 2, name: title }).closest('section') as HTMLElement
const rowTexts = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('a day that is over', () => {
  test('is four figures at a glance: the middle large, the worst hundredth under it', async () => {
    await show()
    const pairs = ['Fill rate', 'Arrival to fill', 'Hold time', 'Quote age at fill'].map(
      (name) => screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent,
    )
    expect(pairs).toEqual([
      '98.99%47,731 of 48,216 orders',
      '38 msp50 · p99 is 164 ms',
      '0 msno last look: no order waits on purpose',
      '84 msp50 · p99 is 612 ms',
    ])
  })

  test('draws slippage both ways on one scale, and what was exactly as requested on a line of its own', async () => {
    await show()
    const table = within(card('Slippage, both ways')).getByRole('table', { name: /Better and worse than requested, on one scale/ })
    expect(rowTexts(table)).toEqual([
      ['Better 11,237 · 23.54%', 'Pips', 'Worse 11,270 · 23.61%'],
      ['Exactly as requested 25,224 · 52.84%'],
      ['6,948', '', '≤ 0.2', '', '6,990'],
      ['2,871', '', '≤ 0.5', '', '2,902'],
      ['1,106', '', '≤ 1.0', '', '1,083'],
      ['312', '', '> 1.0', '', '295'],
    ])
    const widths = [...table.querySelectorAll<HTMLElement>('i')].map(({ style }) => Number.parseFloat(style.getPropertyValue('--share')))
    expect(Math.max(...widths)).toBe(100)
    expect(widths[1]).toBe(100)
    expect(widths[0]).toBeCloseTo((6948 * 100) / 6990, 6)
    expect(within(card('Slippage, both ways')).getByText('Symmetric')).toBeTruthy()
    expect(screen.getByText(/0\.07 percentage points\. Beyond 1\.00/)).toHaveTextContent('Net over all fills: 22.7 pips')
  })

  test('is marked where one side had more than the bound allows', async () => {
    await show({ figures: { ...FIGURES, symmetry: { ...FIGURES.symmetry, difference: '3.20', isSymmetric: false } } })
    expect(within(card('Slippage, both ways')).getByText('Not symmetric')).toBeTruthy()
    expect(within(card('Slippage, both ways')).queryByText('Symmetric')).toBeNull()
  })

  test('says why orders were rejected, longest first, with the sum in the head', async () => {
    await show()
    const rejected = card('Rejected orders')
    expect(within(rejected).getByText('485 · 1.00%')).toBeTruthy()
    expect(
      within(rejected)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'The price moved past the limit27155.87%',
      'Not enough free margin11824.32%',
      'Market closed5210.72%',
      'Price too old316.39%',
      'Size outside the limits132.68%',
    ])
  })

  test('adds up by instrument, the ones with few orders together', async () => {
    await show()
    const rows = rowTexts(within(card('By instrument')).getByRole('table'))
    expect(rows.slice(1).map(([name, orders, filled, rate]) => [name, orders, filled, rate])).toEqual([
      ['EUR/USD47,720 of 48,200 orders', '48,200', '47,720', '99.00%'],
      ['Others: 211 of 16 orders', '16', '11', '–'],
      ['All47,731 of 48,216 orders', '48,216', '47,731', '98.99%'],
    ])
  })

  test('adds up by instrument for one type of order as well', async () => {
    const view = FIGURES.classes.find(({ instrument, type }) => instrument === null && type === 'market') ?? ALL
    await show({ view }, { type: 'market' })
    const rows = rowTexts(within(card('By instrument')).getByRole('table'))
    expect(rows.slice(1).map(([, orders, filled]) => [orders, filled])).toEqual([
      ['44', '41'],
      ['16', '14'],
      ['60', '55'],
    ])
  })

  test('shows the withdrawal clock, its sum, and what is overdue by band and age, never the amount', async () => {
    await show()
    const clock = card('Withdrawal clock')
    const stages = within(within(clock).getByRole('list', { name: 'From request to payment' })).getAllByRole('listitem')
    expect(stages.map(({ textContent }) => textContent)).toEqual(['Asked', '42 minp95 3 hr', 'Decision made', '24 minp95 2 hr', 'Paid'])
    expect(clock).toHaveTextContent('Asked to paid: p50 1 hr 6 min, p95 4 hr 48 min.')
    expect(clock).toHaveTextContent('215 asked = 203 paid + 5 rejected + 1 cancelled + 6 waiting.')
    expect(within(clock).getByText('1,000–5,000 USDT').closest('li')).toHaveTextContent('asked 18 Nov 2026, 15:00 UTC2 days 9 hr')
    expect(within(clock).getByText('≥ 25,000 USDT').closest('li')).toHaveTextContent('1 day 14 hr')
  })

  test('says how accounts fared, with both counts', async () => {
    await show()
    const fare = card('How accounts fare')
    expect(fare).toHaveTextContent('68.40%of accounts lost money: 5,746 of 8,400 that traded.')
    expect(fare).toHaveTextContent('Positions: 37. Accounts: 23.')
    expect(fare).toHaveTextContent('0.27% / 8,420')
    expect(fare).toHaveTextContent('114.20 USDT')
    expect(fare).toHaveTextContent('Past performance is not a reliable indicator of future results.')
  })

  test('says how it is counted again: the command, the hash, its entry of the log, and the files', async () => {
    await show()
    const box = card('Recompute it yourself')
    expect(within(box).getByRole('button', { name: 'Copy command' })).toBeTruthy()
    expect(within(box).getByText('30d83476…a9137f8d')).toBeTruthy()
    expect(within(box).getByText('Entry 4,140,883')).toBeTruthy()
    expect(
      within(box)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/resources/execution-file?day=2026-11-20', '/resources/execution-file?day=2026-11-20&as=csv', '/proof'])
  })

  test('waits for its entry of the log', async () => {
    await show({ entry: null })
    expect(within(card('Recompute it yourself')).getByText('Waiting')).toBeTruthy()
  })
})

describe('figures that are no whole day', () => {
  test('say until when they were counted, and have no hash yet', async () => {
    await show({ isFinal: false, untilText: '16:00', sha256: null, entry: null })
    expect(screen.getByText('Until 16:00 UTC, not final')).toBeTruthy()
    const box = card('Recompute it yourself')
    expect(within(box).getByText('when the day is over')).toBeTruthy()
    expect(within(box).queryByText('In the log')).toBeNull()
  })

  test('are an empty page with the way back where nothing matches', async () => {
    await show(null)
    expect(screen.getByText('No orders match')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show the newest day' })).toHaveAttribute('href', '/execution')
    expect(screen.queryByRole('heading', { name: 'Withdrawal clock' })).toBeNull()
  })

  test('leave the rest of the day standing where only the filter matches nothing', async () => {
    await show({ view: { ...ALL, orders: 0, filled: 0, rejected: 0 } })
    expect(screen.getByText('No orders match')).toBeTruthy()
    expect(screen.queryByText('Slippage, both ways')).toBeNull()
    expect(card('Withdrawal clock')).toBeTruthy()
  })

  test('are counts alone below twenty orders', async () => {
    await show({
      view: {
        ...ALL,
        orders: 12,
        filled: 11,
        rejected: 1,
        fillRate: null,
        tookMs: null,
        quoteAgeMs: null,
        slippage: null,
        rejections: null,
      },
    })
    expect(screen.getByText('Too few orders to say anything')).toBeTruthy()
    expect(screen.getByText(/Orders: 12\. Filled: 11\. Rejected: 1\. Below 20/)).toBeTruthy()
    expect(screen.queryByText('Rejected orders')).toBeNull()
  })

  test('are not to be relied on where they differ from the books: both hashes on top', async () => {
    await show({ differs: 'f'.repeat(64) })
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('These figures differ from the books')
    expect(alert).toHaveTextContent('f'.repeat(64))
    expect(alert).toHaveTextContent('30d83476')
  })
})

test('filters stand in the address, each beside the others', async () => {
  const { asked, user } = await show({}, { type: 'market' })
  const filters = within(screen.getByRole('group', { name: 'Filters' }))
  await user.click(filters.getByRole('button', { name: /Instrument/ }))
  await user.click(await screen.findByRole('option', { name: 'GBP/USD' }))
  await waitFor(() => expect(asked.at(-1)).toBe('?day=2026-11-20&instrument=GBPUSD&type=market'))
})
