import { expect, test } from 'vitest'
import { ALL_CATEGORIES, matchInstruments, usedCategories } from './instrument-search'
import { btcUsdt, eurUsd, usdJpy } from './ticket-fixtures'

const bitcoin = { ...btcUsdt, CategoryId: '3' }
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
  expect(matchInstruments(list, { query, categoryId }, ({ Code }) => names[Code] ?? '').map(({ Code }) => Code)).toEqual(codes)
})

test('a category without instruments has no chip', () => {
  const categories = [
    { Id: '1', NameShowTrans: 'Forex' },
    { Id: '9', NameShowTrans: 'Empty' },
  ]
  expect(usedCategories(categories, list).map(({ Id }) => Id)).toEqual(['1'])
})
