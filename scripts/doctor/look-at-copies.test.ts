import { expect, test } from 'vitest'
import type { BookHealth } from '../../broker/providers/book-health'
import { judgeCopies } from './look-at-copies'

const NOW = 10_000_000
const book = (change: Partial<BookHealth>): BookHealth => ({
  provider: 'prime',
  copies: 'live',
  lastCopyAt: NOW - 120_000,
  gaps: 1,
  statement: null,
  ...change,
})
const told = (change: Partial<BookHealth>) => judgeCopies([book(change)], NOW).map(({ state, what }) => `${state}: ${what}`)

test.each([
  ['copies that come', {}, ['good: prime copies its reports: the last 2 min ago, 1 gap since the start']],
  [
    'copies that do not',
    { copies: 'down', lastCopyAt: null, gaps: 0 },
    ['lacks: prime is not connected for copies of its reports: none yet, 0 gaps since the start'],
  ],
  ['a provider without copies', { copies: 'none' }, []],
  ['a statement that is read', { copies: 'none', statement: 'read' }, ['good: prime: the statement of the last day is read']],
  ['one that is late', { copies: 'none', statement: 'late' }, ['lacks: prime: the statement of the last day is late']],
  [
    'one that cannot be read',
    { copies: 'none', statement: 'unreadable' },
    ['lacks: prime: the statement of the last day cannot be read; Reconciliation names the line'],
  ],
] as const)('%s', (_name, change, expected) => expect(told(change)).toEqual(expected))
