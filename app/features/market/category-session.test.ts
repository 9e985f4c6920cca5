import { expect, test } from 'vitest'
import { nextChange } from './category-session'

const open = (nextClose: number | null) => ({ isOpen: true as const, nextOpen: null, nextClose })
const closed = (nextOpen: number | null) => ({ isOpen: false as const, nextOpen, nextClose: null })

test.each([
  ['open until its first instrument closes', [open(30), open(20), closed(5)], { state: 'open', atMs: 20 }],
  ['closed until its first instrument opens', [closed(50), closed(40)], { state: 'closed', atMs: 40 }],
  ['open around the clock', [open(null)], { state: 'always', atMs: null }],
  ['closed without a known opening', [closed(null)], { state: 'closed', atMs: null }],
  ['without instruments', [], { state: 'closed', atMs: null }],
] as const)('a category is %s', (_rule, instruments, expected) => {
  expect(nextChange(instruments)).toEqual(expected)
})
