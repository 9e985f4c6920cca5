import { expect, test } from 'vitest'
import { STATEMENT } from '../../../tests/fixtures/brand-page'
import { type BrokerStatement, readBrokerStatement } from '../../terms/broker-statement'
import { factRows, percentOf, rangeText } from './fact-rows'

test.each([
  ['0.006', '0.6'],
  ['0.01', '1'],
  ['1', '100'],
  ['0', '0'],
  ['0.000045', '0.0045'],
  ['12.5', '1250'],
])('a rate of %s is %s percent', (rate, percent) => {
  expect(percentOf(rate)).toBe(percent)
})

test.each([
  [['7'], '7'],
  [['7', '7'], '7'],
  [['10', '7', '9.5'], '7–10'],
  [[], '–'],
])('rates of %j are told as %s', (rates, text) => {
  expect(rangeText(rates)).toBe(text)
})

const t = ((key: string) => key) as unknown as Parameters<typeof factRows>[0]
const source = (name: string, isOfMinutes = false) => ({ source: name, isSimulated: false, fromMinuteCandles: isOfMinutes })
const linesOf = (sources: BrokerStatement['priceSources']) =>
  factRows(t, { ...readBrokerStatement(STATEMENT), priceSourceIsSimulated: false, priceSources: sources }).find(
    ({ key }) => key === 'prices',
  )?.lines

test('prices name their sources by instrument where these are not the same for all', () => {
  const bare = (lines: readonly string[] | undefined) => lines?.map((line) => line.replaceAll(/[\u2068\u2069]/g, ''))
  expect(linesOf({ EURUSD: [source('lp1')], XAUUSD: [source('lp1')] })).toEqual(['honesty.pricesFrom'])
  expect(bare(linesOf({ EURUSD: [source('lp1'), source('lp2')], XAUUSD: [source('lp1')], GBPUSD: [source('lp1')] }))).toEqual([
    'honesty.pricesFrom',
    'EURUSD: lp1, lp2',
    'XAUUSD, GBPUSD: lp1',
  ])
})

test('prices that were made of minutes say so', () => {
  expect(linesOf({ EURUSD: [source('tape', true)] })).toEqual(['honesty.pricesFrom', 'honesty.pricesMinutes'])
  expect(linesOf(undefined)).toEqual(['honesty.pricesFrom'])
})
