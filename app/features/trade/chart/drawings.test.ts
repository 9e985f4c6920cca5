import { expect, test } from 'vitest'
import { changeDrawings, type Drawing, type DrawingAction, emptyHistory, MOST_DRAWINGS, movedPoints, newDrawing } from './drawings'

const line = (id: string): Drawing =>
  newDrawing(id, 'trend', [
    { time: 0, price: 1 },
    { time: 60_000, price: 2 },
  ])
const after = (...actions: DrawingAction[]) => actions.reduce(changeDrawings, emptyHistory())
const add = (id: string): DrawingAction => ({ do: 'add', drawing: line(id) })
const ids = (...actions: DrawingAction[]) => after(...actions).now.map(({ id }) => id)

test.each<[string, DrawingAction[], string[]]>([
  ['a drawing is added at the end', [add('a'), add('b')], ['a', 'b']],
  ['a drawing is added once', [add('a'), add('a')], ['a']],
  ['one is deleted', [add('a'), add('b'), { do: 'delete', id: 'a' }], ['b']],
  ['all are deleted', [add('a'), add('b'), { do: 'deleteAll' }], []],
  ['a deletion is taken back', [add('a'), { do: 'deleteAll' }, { do: 'undo' }], ['a']],
  ['an addition is taken back', [add('a'), { do: 'undo' }], []],
  ['what was taken back comes again', [add('a'), { do: 'undo' }, { do: 'redo' }], ['a']],
  ['after a new drawing nothing comes again', [add('a'), { do: 'undo' }, add('b'), { do: 'redo' }], ['b']],
  ['there is nothing before the beginning', [{ do: 'undo' }, { do: 'redo' }, add('a')], ['a']],
  ['deleting what is not there is no step to take back', [add('a'), { do: 'delete', id: 'x' }, { do: 'undo' }], []],
  ['drawings that were read cannot be taken back', [{ do: 'read', drawings: [line('a')] }, { do: 'undo' }], ['a']],
])('%s', (_, actions, left) => {
  expect(ids(...actions)).toEqual(left)
})

test('hiding and locking all is one step', () => {
  const hidden = after(add('a'), add('b'), { do: 'hideAll', isOn: true })
  expect(hidden.now.map(({ isHidden }) => isHidden)).toEqual([true, true])
  expect(changeDrawings(hidden, { do: 'undo' }).now.map(({ isHidden }) => isHidden)).toEqual([false, false])
  expect(after(add('a'), { do: 'lockAll', isOn: true }).now[0]?.isLocked).toBe(true)
})

test('a change keeps what it does not name', () => {
  const moved = after(add('a'), { do: 'change', id: 'a', change: { points: [{ time: 1, price: 3 }] } })
  expect(moved.now).toEqual([{ ...line('a'), points: [{ time: 1, price: 3 }] }])
})

test('a chart holds a bounded number of drawings', () => {
  expect(ids(...Array.from({ length: MOST_DRAWINGS + 5 }, (_, index) => add(String(index))))).toHaveLength(MOST_DRAWINGS)
})

test('a moved drawing keeps its shape, with the decimals of the instrument', () => {
  expect(movedPoints(line('a').points, { ms: 60_000, price: 0.123_456 }, 3)).toEqual([
    { time: 60_000, price: 1.123 },
    { time: 120_000, price: 2.123 },
  ])
})
