import { expect, test } from 'vitest'
import { findItems, groupItems, type PaletteItem, rankOf, readWish } from './palette-items'

const market = (code: string, label: string, detail: string): PaletteItem => ({
  key: `market ${code}`,
  group: 'markets',
  label,
  detail,
  code,
  href: `/trade?code=${code}`,
})
const EUR_USD = market('EURUSD', 'EUR/USD', 'Euro / US Dollar')
const GBP_EUR = market('GBPEUR', 'GBP/EUR', 'Pound / Euro')
const EURO_50 = market('EU50', 'EU50', 'Euro Stoxx')
const orders: PaletteItem = { key: 'page /order', group: 'pages', label: 'Orders', href: '/order' }

test.each([
  ['eurusd', 0],
  ['EUR/USD', 0],
  ['eur', 1],
  ['euro', 2],
  ['dollar', 3],
  ['usd euro', 3],
  ['gold', null],
])('of EUR/USD, %s is rank %s', (words, rank) => {
  expect(rankOf(EUR_USD, words)).toBe(rank)
})

test('a code that begins so stands before a name that begins so, and before what only contains it', () => {
  expect(findItems([GBP_EUR, EURO_50, EUR_USD], 'eur').map(({ label }) => label)).toEqual(['EUR/USD', 'EU50', 'GBP/EUR'])
})

test.each([
  ['> buy', 'actions', 'buy'],
  ['#eur', 'orders', 'eur'],
  [' eur ', 'all', 'eur'],
])('%s asks for %s', (text, group, words) => {
  expect(readWish(text, 'all')).toEqual({ words, group })
})

test('of all groups each shows a few and says how many more there are; of one group all are shown', () => {
  const found = [EUR_USD, GBP_EUR, EURO_50, orders]
  expect(groupItems(found, 'all', 2)).toEqual([
    { group: 'markets', items: [EUR_USD, GBP_EUR], more: 1 },
    { group: 'pages', items: [orders], more: 0 },
  ])
  expect(groupItems(found, 'markets', 2)).toEqual([{ group: 'markets', items: [EUR_USD, GBP_EUR, EURO_50], more: 0 }])
})
