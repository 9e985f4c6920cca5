import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint'
import { WATCHLIST_COLUMNS, WATCHLISTS } from '../../contract/form-bounds'
import { changeWatchlists, listWatchlists } from '../../contract/watchlists'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const change = (trader: TestTrader, input: InputOf<typeof changeWatchlists>) => trader.call(changeWatchlists, input)
const read = async (trader: TestTrader) => (await trader.call(listWatchlists, {})).data.lists
const codes = async (trader: TestTrader, id: string) => (await read(trader)).find((list) => list.id === id)?.instruments

test('an account has no lists at first, then those it was given, with their columns and order', async () => {
  const trader = await world.demoTrader()
  expect(await read(trader)).toEqual([])
  await change(trader, { change: 'put', id: 'm', name: '  Morning ', columns: 'range,change', instruments: 'XAUUSD,EURUSD' })
  await change(trader, { change: 'put', id: 'f', place: '0' })
  expect(await read(trader)).toEqual([
    { id: 'f', name: '', columns: [], instruments: [] },
    { id: 'm', name: 'Morning', columns: ['range', 'change'], instruments: ['XAUUSD', 'EURUSD'] },
  ])
})

test('two tabs that change different instruments both stand; of one and the same the later does', async () => {
  const trader = await world.demoTrader()
  await change(trader, { change: 'put', id: 'm', name: 'Morning', instruments: 'XAUUSD,EURUSD,WTI' })
  await Promise.all([
    change(trader, { change: 'add', id: 'm', instrument: 'BTCUSDT' }),
    change(trader, { change: 'remove', id: 'm', instrument: 'EURUSD' }),
  ])
  expect(await codes(trader, 'm')).toEqual(['XAUUSD', 'WTI', 'BTCUSDT'])
  await change(trader, { change: 'add', id: 'm', instrument: 'WTI', place: '0' })
  await change(trader, { change: 'add', id: 'm', instrument: 'WTI', place: '2' })
  expect(await codes(trader, 'm')).toEqual(['XAUUSD', 'BTCUSDT', 'WTI'])
})

test('two first changes at once both stand', async () => {
  const trader = await world.demoTrader()
  const [one, other] = await Promise.all([
    change(trader, { change: 'put', id: 'a', name: 'A' }),
    change(trader, { change: 'put', id: 'b', name: 'B' }),
  ])
  expect([one.outcome, other.outcome]).toEqual(['ok', 'ok'])
  expect((await read(trader)).map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
})

test('what another tab has deleted cannot be changed any more, and deleting it again is no mistake', async () => {
  const trader = await world.demoTrader()
  await change(trader, { change: 'put', id: 'm', name: 'Morning' })
  expect((await change(trader, { change: 'delete', id: 'm' })).outcome).toBe('ok')
  expect((await change(trader, { change: 'add', id: 'm', instrument: 'WTI' })).outcome).toBe('NOT_FOUND')
  expect((await change(trader, { change: 'delete', id: 'm' })).outcome).toBe('ok')
})

test('an instrument that the market does not list stays where it was put', async () => {
  const trader = await world.demoTrader()
  await change(trader, { change: 'put', id: 'm', name: 'Morning', instruments: 'GONE,EURUSD' })
  expect(await codes(trader, 'm')).toEqual(['GONE', 'EURUSD'])
})

test('lists and instruments have a bound, and the refusal names it', async () => {
  const trader = await world.demoTrader()
  const many = Array.from({ length: WATCHLISTS.instruments }, (_, index) => `C${index}`)
  await change(trader, { change: 'put', id: 'l0', name: 'Full', instruments: many.join(',') })
  expect(await change(trader, { change: 'add', id: 'l0', instrument: 'ONE' })).toMatchObject({ outcome: 'WATCHLIST_FULL' })
  for (let index = 1; index < WATCHLISTS.lists; index++) await change(trader, { change: 'put', id: `l${index}`, name: 'More' })
  expect(await change(trader, { change: 'put', id: 'more', name: 'More' })).toMatchObject({ outcome: 'WATCHLIST_LIMIT' })
  expect((await read(trader)).length).toBe(WATCHLISTS.lists)
})

test('as many and as long lists as a trader may have are kept, and the books refuse what is none, too many or too much', async () => {
  const trader = await world.demoTrader()
  const longest = (index: number) => `C${index}`.padEnd(32, '-')
  const instruments = Array.from({ length: WATCHLISTS.instruments }, (_, index) => longest(index))
  for (let index = 0; index < WATCHLISTS.lists; index++)
    await change(trader, {
      ...{ change: 'put', id: `l${index}`.padEnd(40, '-'), name: '產'.repeat(WATCHLISTS.name) },
      ...{ columns: WATCHLIST_COLUMNS.join(','), instruments: instruments.join(',') },
    })
  expect((await read(trader)).map((list) => list.instruments.length)).toEqual(Array(WATCHLISTS.lists).fill(WATCHLISTS.instruments))
  const write = (lists: unknown) =>
    world.broker.database
      .withTenant('aurora', (tx) =>
        tx.execute(sql`update watchlists set lists = ${JSON.stringify(lists)}::jsonb where trader_id = ${trader.id}::bigint`),
      )
      .then(
        () => 'written',
        (error: Error) => `${error.message} ${String(error.cause)}`,
      )
  for (const lists of [{}, 'none', Array(WATCHLISTS.lists + 1).fill({}), [{ name: 'x'.repeat(70_000) }]])
    expect(await write(lists)).toContain('legal_lists')
  expect(await write([])).toBe('written')
})

test.each([
  { change: 'add', id: 'm' },
  { change: 'add', id: 'm', instrument: 'A B' },
  { change: 'put', id: 'm m' },
  { change: 'rename', id: 'm', name: 'x'.repeat(WATCHLISTS.name + 1) },
  { change: 'rename', id: 'm', name: 'Met\u202eals' },
  { change: 'rename', id: 'm', name: 'Met\u2028als' },
  { change: 'columns', id: 'm', columns: 'price,nothing' },
  { change: 'put', id: 'n', instruments: Array.from({ length: WATCHLISTS.instruments + 1 }, (_, index) => `C${index}`).join(',') },
])('%j is refused as a parameter', async (input) => {
  const trader = await world.demoTrader()
  expect((await change(trader, input as InputOf<typeof changeWatchlists>)).outcome).toBe('PARAMETER_INVALID')
})

test.each([
  'می\u200cخواهم',
  'क\u094d\u200dष',
  '👩\u200d👩\u200d👧',
])('a name is written with the joiners of its script: %s', async (name) => {
  const trader = await world.demoTrader()
  await change(trader, { change: 'put', id: 'm', name })
  expect((await read(trader)).map((list) => list.name)).toEqual([name])
})

test('lists of one trader are seen and changed by nobody else', async () => {
  const trader = await world.demoTrader()
  const other = await world.demoTrader()
  await change(trader, { change: 'put', id: 'm', name: 'Morning' })
  expect(await read(other)).toEqual([])
  expect((await change(other, { change: 'rename', id: 'm', name: 'Mine' })).outcome).toBe('NOT_FOUND')
})
