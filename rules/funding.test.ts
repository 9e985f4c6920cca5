import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRate, RATE_ONE } from './conversion'
import { FIXED_ONE, formatFixed, parseFixed } from './decimal'
import { DAY_MS } from './durations'
import { type FundedPosition, fundingAmount, ratesOverBenchmark, yearlyRateOf } from './funding'
import { calendarNamed } from './market-calendars'
import { lastRollover, rolloverNights, rolloversBetween } from './rollover'

const position = (terms: Partial<FundedPosition>): FundedPosition => ({
  lots: parseFixed('1'),
  contractSize: parseFixed('100000'),
  price: parseFixed('1.1'),
  conversionRate: RATE_ONE,
  yearlyRate: parseFixed('3.6'),
  dayCount: 360,
  nights: 1,
  ...terms,
})

describe('what a night costs', () => {
  test.each<[string, Partial<FundedPosition>, string]>([
    ['110,000 at 3.6 % of 360 days', {}, '-11.00000000'],
    ['three nights', { nights: 3 }, '-33.00000000'],
    ['no night', { nights: 0 }, '0.00000000'],
    ['365 days', { dayCount: 365 }, '-10.84931507'],
    ['a rate below zero pays the trader', { yearlyRate: parseFixed('-1.8') }, '5.50000000'],
    ['yen at a rate', { price: parseFixed('156.842'), conversionRate: parseRate('0.00637584320526389615') }, '-10.00000000'],
    ['a hundredth of a lot', { lots: parseFixed('0.01') }, '-0.11000000'],
    [
      'half of the last digit, to the even',
      { lots: 1n, contractSize: FIXED_ONE, price: FIXED_ONE, yearlyRate: parseFixed('100'), dayCount: 360, nights: 180 },
      '0.00000000',
    ],
    [
      'and up from the odd',
      { lots: 3n, contractSize: FIXED_ONE, price: FIXED_ONE, yearlyRate: parseFixed('100'), dayCount: 360, nights: 180 },
      '-0.00000002',
    ],
  ])('%s', (_, terms, amount) => {
    expect(formatFixed(fundingAmount(position(terms)))).toBe(amount)
  })
})

test('over a benchmark a long position pays it with the mark-up, a short one is paid it less the mark-up', () => {
  const rates = ratesOverBenchmark(parseFixed('4.33'), parseFixed('2.5'))
  expect([yearlyRateOf(rates, 'buy'), yearlyRateOf(rates, 'sell')].map((rate) => formatFixed(rate, 2))).toEqual(['6.83', '-1.83'])
})

const anyPosition = fc.record({
  lots: fc.bigInt(1n, 10n ** 12n),
  contractSize: fc.bigInt(1n, 10n ** 14n),
  price: fc.bigInt(1n, 10n ** 13n),
  conversionRate: fc.bigInt(1n, 10n ** 22n),
  yearlyRate: fc.bigInt(-(10n ** 10n), 10n ** 10n),
  dayCount: fc.constantFrom(360 as const, 365 as const),
  nights: fc.constantFrom(0, 1, 3),
})

test('the other side of a rate is the other side of the money, and a position in two parts pays what it pays in one but for the last digit', () => {
  fc.assert(
    fc.property(anyPosition, fc.bigInt(1n, 99n), (terms, percent) => {
      expect(fundingAmount({ ...terms, yearlyRate: -terms.yearlyRate })).toBe(-fundingAmount(terms))
      const part = (terms.lots * percent) / 100n
      const apart = fundingAmount({ ...terms, lots: part }) + fundingAmount({ ...terms, lots: terms.lots - part })
      const difference = apart - fundingAmount(terms)
      expect(difference >= -1n && difference <= 1n).toBe(true)
    }),
  )
})

/** Fractions of whole numbers, slowly: written apart from the product's arithmetic. */
class Fraction {
  constructor(
    readonly top: bigint,
    readonly bottom: bigint,
  ) {}
  static of(text: string): Fraction {
    const [whole = '', part = ''] = text.replace('-', '').split('.')
    const top = BigInt(whole + part)
    return new Fraction(text.startsWith('-') ? -top : top, BigInt(`1${'0'.repeat(part.length)}`))
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom)
  }
  /** To eight decimals, a half to the even neighbour, by looking at both neighbours. */
  toText(): string {
    const scaled = this.top * 100_000_000n
    const floor = scaled / this.bottom - (scaled % this.bottom < 0n ? 1n : 0n)
    const below = scaled - floor * this.bottom
    const above = this.bottom - below
    const chosen = below < above || (below === above && floor % 2n === 0n) ? floor : floor + 1n
    const digits = (chosen < 0n ? -chosen : chosen).toString().padStart(9, '0')
    return `${chosen < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
  }
}

/** The seconds from the epoch at which New York's clocks show 17:00, by the law: second Sunday of March to first Sunday of November. */
function fivePmInNewYork(year: number, month: number, day: number): number {
  const sunday = (ofMonth: number, n: number) => 1 + ((7 - new Date(Date.UTC(year, ofMonth, 1)).getUTCDay()) % 7) + 7 * (n - 1)
  const day0 = Date.UTC(year, month, day)
  const isSummer = day0 >= Date.UTC(year, 2, sunday(2, 2)) && day0 < Date.UTC(year, 10, sunday(10, 1))
  return day0 + (isSummer ? 21 : 22) * 3_600_000
}

test('ten years of daily charges, with their holidays, leap years and changes of the clocks, are what a slow oracle works out, to 10⁻⁸', () => {
  const RATES = ['6.83', '-1.83', '0.00000001', '18', '-0.7']
  const CONVERSIONS = ['1', '0.00637584320526389615', '1.16428']
  const goodFridays = new Set(['2024-03-29', '2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'])
  const held = (name: 'us-indices' | 'crypto', date: Date): 0 | 1 | 3 => {
    if (name === 'crypto') return 1
    const weekday = date.getUTCDay()
    if (weekday === 0 || weekday === 6) return 0
    const text = date.toISOString().slice(0, 10)
    const known = Number(text.slice(0, 4)) >= 2024 && Number(text.slice(0, 4)) <= 2028
    if (known && (/-01-01$|-12-25$/.test(text) || goodFridays.has(text) || text === '2027-12-24')) return 0
    return weekday === 5 ? 3 : 1
  }
  for (const name of ['us-indices', 'crypto'] as const) {
    let [sum, oracleSum] = [0n, 0n]
    let charges = 0
    const first = lastRollover(Date.UTC(2019, 11, 31, 23))
    const rollovers = rolloversBetween(first, Date.UTC(2030, 0, 1, 12))
    let date = Date.UTC(2020, 0, 1)
    for (const rollover of rollovers) {
      const day = new Date(date)
      date += DAY_MS
      expect(rollover).toBe(fivePmInNewYork(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()))
      const nights = rolloverNights(rollover, calendarNamed(name), name === 'crypto' ? 'none' : 'friday')
      expect([day.toISOString().slice(0, 10), nights]).toEqual([day.toISOString().slice(0, 10), held(name, day)])
      if (nights === 0) continue
      const price = (5_000 + ((rollover / DAY_MS) % 977) + 0.25).toFixed(2)
      const [rate, conversion] = [RATES[charges % RATES.length]!, CONVERSIONS[charges % CONVERSIONS.length]!]
      const dayCount = charges % 2 === 0 ? 360 : 365
      const amount = fundingAmount({
        lots: parseFixed('0.37'),
        contractSize: parseFixed('10'),
        price: parseFixed(price),
        conversionRate: parseRate(conversion),
        yearlyRate: parseFixed(rate),
        dayCount,
        nights,
      })
      const oracle = ['-0.37', '10', price, rate, conversion, String(nights)]
        .map(Fraction.of)
        .reduce((product, factor) => product.times(factor), new Fraction(1n, BigInt(dayCount) * 100n))
        .toText()
      expect(formatFixed(amount)).toBe(oracle.replace(/^-(0\.0+)$/, '$1'))
      sum += amount
      oracleSum += BigInt(oracle.replace('.', ''))
      charges += 1
    }
    expect(charges).toBeGreaterThan(name === 'crypto' ? 3_650 : 2_580)
    expect(sum).toBe(oracleSum)
  }
}, 60_000)
