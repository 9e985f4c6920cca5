import { expect, test } from 'vitest'
import { btcUsdt, eurUsd, usdJpy } from '../trade/ticket/ticket-fixtures'
import { ALL_CATEGORIES, matchInstruments, usedCategories } from './match-instruments'

const bitcoin = { ...btcUsdt, categoryId: '3' }
const list = [eurUsd, usdJpy, bitcoin]
const names: Record<string, string> = { EURUSD: 'Euro / US Dollar', USDJPY: 'US Dollar / Japanese Yen', BTCUSDT: 'Bitcoin' }

test.each([
  ['', ALL_CATEGORIES, ['EURUSD', 'USDJPY', 'BTCUSDT']],
  ['eur/', ALL_CATEGORIES, ['EURUSD']],
  ['usdjpy', ALL_CATEGORIES, ['USDJPY']],
  ['dollar yen', ALL_CATEGORIES, ['USDJPY']],
  ['bit', '1', []],
  ['', '3', ['BTCUSDT']],
])('search "%s" in category %s finds %j', (query, categoryId, codes) => {
  expect(matchInstruments(list, { query, categoryId }, ({ code }) => names[code] ?? '').map(({ code }) => code)).toEqual(codes)
})

test('a category without instruments has no chip', () => {
  const categories = [
    { id: '1', name: 'Forex' },
    { id: '9', name: 'Empty' },
  ]
  expect(usedCategories(categories, list).map(({ id }) => id)).toEqual(['1'])
})

test('a watchlist is shown in its own order, and searched in; a code that is not listed is passed over', () => {
  const wish = { query: '', categoryId: ALL_CATEGORIES, watchlist: ['BTCUSDT', 'GONE', 'EURUSD'] }
  const codes = (query: string) => matchInstruments(list, { ...wish, query }, () => '').map(({ code }) => code)
  expect(codes('')).toEqual(['BTCUSDT', 'EURUSD'])
  expect(codes('eur')).toEqual(['EURUSD'])
})
