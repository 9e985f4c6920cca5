import { useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { RankingEntry } from '../../terms/ranking'
import { ToastProvider } from '../../ui'
import { type ProfileAnswer, type RankingData, rankingAddress, rankingInitials } from './ranking-data'
import { RankingPage } from './ranking-page'

configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)

function entryOf(index: number, change: Partial<RankingEntry> = {}): RankingEntry {
  return {
    user: `10••••${String(index).padStart(2, '0')}`,
    multiple: '20',
    threeWeekRate: '8.42',
    threeWeekWin: '61.20',
    threeWeekProfit: '1284.20000000',
    totalRate: '-3.40',
    totalTradeNum: 412,
    code: `N7Q${index}`,
    drawdown: '4.56',
    threeWeekTradeNum: 31,
    ...change,
  }
}

type Loaded = Extract<RankingData, { ok: true }>
const dataOf = (change: Partial<Loaded> = {}): Loaded => ({
  ok: true,
  title: 'Ranking',
  tab: 'ranking',
  kind: 'real',
  sort: 'three_week_rate',
  direction: 'desc',
  profile: null,
  entries: [entryOf(1), entryOf(2, { user: 'Nordlys' })],
  total: 2,
  page: 1,
  computedAt: '14:02',
  ...change,
})

/** The screen over a loader and an action of the test. `asked` are the addresses that were loaded, `sent` the forms. */
async function show(data: RankingData, { loads = () => data, answers = (): ProfileAnswer => ({ done: false, message: 'no' }) } = {}) {
  const asked: string[] = []
  const sent: Record<string, string>[] = []
  const Screen = () => <RankingPage data={useLoaderData<RankingData>()} />
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ trader: null }),
      children: [
        {
          path: 'rank',
          Component: Screen,
          loader: ({ request }) => {
            asked.push(new URL(request.url).search)
            return asked.length === 1 ? data : (loads as (search: string) => RankingData)(new URL(request.url).search)
          },
          action: async ({ request }) => {
            sent.push(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)])))
            return answers()
          },
        },
      ],
    },
  ])
  render(
    <ToastProvider label="messages" dismissLabel="dismiss">
      <Stub initialEntries={['/rank']} />
    </ToastProvider>,
  )
  await screen.findByText(new RegExp(`^past\\.${data.kind}$`))
  return { asked, sent, person: userEvent.setup() }
}

describe('the ranking', () => {
  test('says which accounts it shows and that past results predict nothing, also when nobody is listed', async () => {
    await show(dataOf({ kind: 'demo', entries: [], total: 0 }))
    expect(screen.getByText('past.demo')).toBeTruthy()
    expect(screen.getByText('empty.title')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'kind.demo' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tab', { name: 'kind.real' }).getAttribute('href')).toBe('/rank?kind=real')
  })

  test('has every column, sample size and drawdown too, and a code for each trader', async () => {
    await show(dataOf())
    const [head, first, second] = screen.getAllByRole('row')
    const columns = ['place', 'trader', 'multiple', 'three_week_rate', 'three_week_profit', 'three_week_win', 'drawdown']
    const rest = ['three_week_trade_num', 'total_rate', 'total_trade_num', 'code']
    expect(
      within(head as HTMLElement)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual([...columns, ...rest].map((name) => `column.${name}`))
    const cells = within(first as HTMLElement).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '1',
      'multiple',
      '+8.42%',
      '+1,284.20',
      '61%',
      '4.56%',
      '31',
      '−3.40%',
      '412',
      'N7Q1',
    ])
    expect(within(second as HTMLElement).getByRole('rowheader').textContent).toContain('Nordlys')
  })

  test('a head orders the whole list by its column, a second time the other way', async () => {
    const { asked, person } = await show(dataOf(), { loads: () => dataOf({ sort: 'drawdown', total: 2 }) })
    expect(screen.getByRole('columnheader', { name: /three_week_rate/ }).getAttribute('aria-sort')).toBe('descending')
    await person.click(screen.getByRole('link', { name: 'column.drawdown' }))
    await waitFor(() => expect(screen.getByRole('columnheader', { name: /drawdown/ }).getAttribute('aria-sort')).toBe('descending'))
    expect(asked.at(-1)).toBe('?kind=real&sort=drawdown')
    expect(screen.getByRole('link', { name: /column.drawdown/ }).getAttribute('href')).toBe('/rank?kind=real&sort=drawdown&dir=asc')
  })

  test('more traders are loaded behind the others; whoever moved between two pages stands once', async () => {
    const first = Array.from({ length: 20 }, (_, index) => entryOf(index))
    const { asked, person } = await show(dataOf({ entries: first, total: 22 }), {
      loads: () => dataOf({ entries: [entryOf(19), entryOf(20), entryOf(21)], total: 22, page: 2 }),
    })
    await person.click(screen.getByRole('button', { name: 'loadMore' }))
    await screen.findByText('noMore')
    expect(asked.at(-1)).toBe('?kind=real&page=2')
    expect(screen.getAllByRole('row')).toHaveLength(23)
    expect(screen.getByText('moreLoaded')).toBeTruthy()
  })

  test('a ranking that could not be loaded says so and is asked for again', async () => {
    const failed: RankingData = { ...dataOf(), ok: false, code: 'NETWORK_ERROR' } as never
    const { person } = await show(failed, { loads: () => dataOf() })
    await person.click(screen.getByRole('button', { name: 'error.retry' }))
    expect(await screen.findAllByText('Nordlys')).not.toEqual([])
  })
})

test('on the copy tab the risk stands first and nothing can be copied yet', async () => {
  await show(dataOf({ tab: 'copy' }))
  expect(screen.getByText('copyWarning.title')).toBeTruthy()
  const buttons = screen.getAllByRole('button', { name: 'notOpenYet' })
  expect(buttons).toHaveLength(2)
  expect(buttons.every((button) => (button as HTMLButtonElement).disabled)).toBe(true)
  expect(screen.queryByRole('switch')).toBeNull()
})

describe('the own name', () => {
  const hidden = dataOf({ profile: { showsName: false, name: '' } })

  test('a visitor is not asked', async () => {
    await show(dataOf())
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('is off until it is switched on, and then typed and saved', async () => {
    const saved = { showsName: true, name: 'Halcyon' } as const
    const { sent, person } = await show(hidden, {
      loads: () => dataOf({ profile: saved }),
      answers: () => ({ done: true, profile: saved }),
    })
    const choice = screen.getByRole('switch', { name: 'name.label' })
    expect(choice.getAttribute('aria-checked')).toBe('false')
    expect(screen.queryByRole('textbox')).toBeNull()
    await person.click(choice)
    await person.type(screen.getByRole('textbox', { name: 'name.field' }), 'Halcyon')
    await person.click(screen.getByRole('button', { name: 'name.save' }))
    await screen.findByText('name.shown')
    expect(sent).toEqual([{ back: '/rank?kind=real', reply: 'data', shows_name: '1', name: 'Halcyon' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'name.save' })).toBeNull())
    expect(screen.getByText('name.on')).toBeTruthy()
  })

  test('a refused name says why and keeps what was typed', async () => {
    const { person } = await show(hidden, { answers: () => ({ done: false, message: 'Use letters.' }) })
    await person.click(screen.getByRole('switch'))
    await person.type(screen.getByRole('textbox'), '<b>')
    await person.click(screen.getByRole('button', { name: 'name.save' }))
    await screen.findByText('Use letters.')
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('<b>')
    await person.type(screen.getByRole('textbox'), 'x')
    expect(screen.queryByText('Use letters.')).toBeNull()
  })

  test('is taken away by the switch alone', async () => {
    const { sent, person } = await show(dataOf({ profile: { showsName: true, name: 'Halcyon' } }), {
      loads: () => dataOf({ profile: { showsName: false, name: 'Halcyon' } }),
      answers: () => ({ done: true, profile: { showsName: false, name: 'Halcyon' } }),
    })
    await person.click(screen.getByRole('switch'))
    await person.click(screen.getByRole('button', { name: 'name.save' }))
    await screen.findByText('name.hidden')
    expect(sent).toMatchObject([{ shows_name: '0', name: 'Halcyon' }])
  })
})

test.each([
  ['Tern Desk', 'TD'],
  ['kestrel_7', 'K7'],
  ['maru', 'MA'],
  ['10••••42', '10'],
  ['交易者', '交易'],
])('the mark of %s is %s', (name, mark) => {
  expect(rankingInitials(name)).toBe(mark)
})

test('an address leaves out what is usual', () => {
  expect(rankingAddress({})).toBe('/rank')
  expect(rankingAddress({ tab: 'copy', kind: 'demo' })).toBe('/rank?tab=copy&kind=demo')
  expect(rankingAddress({ kind: 'real', sort: 'drawdown', direction: 'asc', page: 3 })).toBe('/rank?kind=real&sort=drawdown&dir=asc&page=3')
})
