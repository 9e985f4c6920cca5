import { expect, test } from 'vitest'
import { cursorTarget } from './chart-cursor'

const VIEW = { count: 500, from: 400, to: 480 }

test.each([
  ['ArrowLeft', null, 480],
  ['ArrowRight', null, 480],
  ['ArrowLeft', 450, 449],
  ['ArrowRight', 450, 451],
  ['ArrowRight', 499, 499],
  ['ArrowLeft', 0, 0],
  ['PageUp', 450, 370],
  ['PageUp', 30, 0],
  ['PageDown', 450, 499],
  ['PageDown', null, 499],
  ['Home', 450, 0],
  ['End', null, 499],
  ['Enter', 450, null],
  ['a', null, null],
] as const)('%s at bar %s leads to %s', (key, at, target) => {
  expect(cursorTarget(key, { ...VIEW, at })).toBe(target)
})

test('without bars no key leads anywhere', () => {
  expect(cursorTarget('ArrowLeft', { at: null, count: 0, from: 0, to: 0 })).toBeNull()
})

test('a view of one bar still pages', () => {
  expect(cursorTarget('PageUp', { at: 5, count: 9, from: 5, to: 5 })).toBe(4)
})
