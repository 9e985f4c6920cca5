import { expect, test } from 'vitest'
import { englishAmong, patternOf, unfilledAmong } from './texts-in'

test('an English text on a page in another language is found, with figures in it, too', () => {
  const texts = [
    'Open an account',
    'Please log in again',
    'EUR/USD',
    'Konto eröffnen',
    'You can withdraw up to 20 USDT and the fee is for this',
  ]
  expect(englishAmong(texts, 'de')).toEqual([
    'Open an account',
    'Please log in again',
    'You can withdraw up to 20 USDT and the fee is for this',
  ])
  expect(englishAmong(texts, 'en')).toEqual([])
})

test('a name of a text and a place that was not filled in are found, names of hosts and clock times are not', () => {
  const texts = ['order:ask.closeTitle', 'ask.closeTitle', 'Close {{code}}', 'undefined lots', 'help.aurora.example', '14:00', 'Fee: 1.50']
  expect(unfilledAmong(texts)).toEqual(['order:ask.closeTitle', 'ask.closeTitle', 'Close {{code}}', 'undefined lots'])
})

test('a text is known by what stands round its figures', () => {
  expect(patternOf('trade:price.region', 'en').test('EUR/USD price')).toBe(true)
  expect(patternOf('trade:price.region', 'en').test('Markets')).toBe(false)
})
