import { describe, expect, test } from 'vitest'
import { type LabelSize, placeLabels } from './line-places'

const label = (id: string, y: number, edge: 'start' | 'end', width = 100): LabelSize => ({ id, y, edge, width })
const room = { width: 320, gap: 44 }

describe('labels of the lines', () => {
  test.each<[string, LabelSize[], Record<string, number>]>([
    ['stand at their edge where they are alone', [label('entry', 40, 'start'), label('sl', 200, 'end')], { entry: 8, sl: 212 }],
    ['stay in one column where a finger tells them apart', [label('a', 40, 'end'), label('b', 84, 'end')], { a: 212, b: 212 }],
    ['step aside from the axis where lines are near', [label('a', 40, 'end'), label('b', 50, 'end')], { a: 212, b: 106 }],
    ['step aside from the left edge', [label('a', 40, 'start'), label('b', 60, 'start')], { a: 8, b: 114 }],
    [
      'use a column again as soon as it is free',
      [label('a', 40, 'end'), label('b', 60, 'end'), label('c', 90, 'end')],
      { a: 212, b: 106, c: 212 },
    ],
  ])('%s', (_, labels, expected) => {
    expect(Object.fromEntries(placeLabels(labels, room).map(({ id, x }) => [id, x]))).toEqual(expected)
  })

  test('step aside from what stands there already', () => {
    const taken = [{ x: 8, y: 300, width: 44 }]
    expect(placeLabels([label('low', 290, 'start'), label('high', 200, 'start')], { ...room, taken }).map(({ id, x }) => [id, x])).toEqual([
      ['high', 8],
      ['low', 58],
    ])
  })

  test('keep the height of their line as long as there is room beside each other', () => {
    const labels = [label('a', 40, 'end'), label('b', 41, 'end')]
    expect(placeLabels(labels, room).map(({ id, y }) => [id, y])).toEqual(labels.map(({ id, y }) => [id, y]))
  })

  test('step up or down where the whole width is taken, and never lie over each other', () => {
    const labels = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => label(id, 100 + index, 'end'))
    const places = placeLabels(labels, room)
    const touching = places.flatMap((one, at) =>
      places.slice(at + 1).filter(({ x, y }) => Math.abs(x - one.x) < 100 && Math.abs(y - one.y) < 24),
    )
    expect(touching).toEqual([])
    expect(places.slice(0, 2).map(({ y }) => y)).toEqual([100, 101])
  })

  test('lie over each other only where nothing is free', () => {
    const labels = Array.from({ length: 20 }, (_, index) => label(`${index}`, 30, 'end'))
    const free = new Set(placeLabels(labels, room).map(({ x, y }) => `${x} ${y}`))
    expect(free.size).toBe(8)
  })
})
