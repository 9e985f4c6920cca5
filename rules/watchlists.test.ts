import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeWatchlists, type Watchlist, type WatchlistChange } from './watchlists'

const BOUNDS = { lists: 3, instruments: 3 }
const list = (id: string, ...instruments: string[]): Watchlist => ({ id, name: id, columns: ['change'], instruments })
const TWO = [list('a', 'EURUSD', 'XAUUSD', 'WTI'), list('b')]

test.each<[string, WatchlistChange, unknown]>([
  ['adds a list at its place', { change: 'put', id: 'c', name: 'c', columns: ['change'], place: 1 }, [TWO[0], list('c'), TWO[1]]],
  ['adds a list once', { change: 'put', id: 'a', name: 'other' }, TWO],
  ['names a list', { change: 'rename', id: 'b', name: 'Morning' }, [TWO[0], { ...list('b'), name: 'Morning' }]],
  [
    'keeps columns without doubles',
    { change: 'columns', id: 'b', columns: ['range', 'day', 'range'] },
    [TWO[0], { ...list('b'), columns: ['range', 'day'] }],
  ],
  ['moves a list', { change: 'move', id: 'b', place: 0 }, [TWO[1], TWO[0]]],
  ['deletes a list', { change: 'delete', id: 'a' }, [TWO[1]]],
  ['does not miss what it would delete', { change: 'delete', id: 'z' }, TWO],
  ['adds an instrument at the end', { change: 'add', id: 'b', instrument: 'WTI' }, [TWO[0], list('b', 'WTI')]],
  ['moves an instrument', { change: 'add', id: 'a', instrument: 'WTI', place: 0 }, [list('a', 'WTI', 'EURUSD', 'XAUUSD'), TWO[1]]],
  ['takes an instrument out', { change: 'remove', id: 'a', instrument: 'XAUUSD' }, [list('a', 'EURUSD', 'WTI'), TWO[1]]],
  ['refuses one instrument too many', { change: 'add', id: 'a', instrument: 'BTCUSDT' }, 'too-many-instruments'],
  ['refuses a list that holds too many', { change: 'put', id: 'c', instruments: ['A', 'B', 'C', 'D'] }, 'too-many-instruments'],
  ['knows no list that is not there', { change: 'add', id: 'z', instrument: 'WTI' }, 'unknown'],
])('a change %s', (_what, change, expected) => {
  expect(changeWatchlists(TWO, change, BOUNDS)).toEqual(expected)
})

test('a list too many is refused', () => {
  expect(changeWatchlists([...TWO, list('c')], { change: 'put', id: 'd' }, BOUNDS)).toBe('too-many-lists')
})

const id = fc.constantFrom('a', 'b', 'c')
const change = fc.record({
  change: fc.constantFrom<WatchlistChange['change'][]>('put', 'rename', 'columns', 'move', 'delete', 'add', 'remove'),
  id,
  instrument: fc.constantFrom('A', 'B', 'C', 'D'),
  place: fc.option(fc.nat(5), { nil: undefined }),
})

test('whatever is changed, no list and no instrument stands there twice, and a repetition changes nothing', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let lists: readonly Watchlist[] = []
      for (const each of changes) {
        const next = changeWatchlists(lists, each, BOUNDS)
        if (typeof next === 'string') continue
        const again = changeWatchlists(next, each, BOUNDS)
        expect(again).toEqual(next)
        lists = next
        expect(new Set(lists.map((one) => one.id)).size).toBe(lists.length)
        expect(lists.length).toBeLessThanOrEqual(BOUNDS.lists)
        for (const { instruments } of lists) {
          expect(new Set(instruments).size).toBe(instruments.length)
          expect(instruments.length).toBeLessThanOrEqual(BOUNDS.instruments)
        }
      }
    }),
  )
})

test('changes of different instruments and lists come to the same in either order', () => {
  const one: WatchlistChange = { change: 'remove', id: 'a', instrument: 'XAUUSD' }
  const other: WatchlistChange = { change: 'columns', id: 'a', columns: ['day'] }
  const both = (first: WatchlistChange, second: WatchlistChange) =>
    changeWatchlists(changeWatchlists(TWO, first, BOUNDS) as readonly Watchlist[], second, BOUNDS)
  expect(both(one, other)).toEqual(both(other, one))
})
