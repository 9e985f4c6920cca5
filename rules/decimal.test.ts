import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absolute,
  divide,
  fixedOr0,
  formatFixed,
  formatFixedShort,
  isFixedText,
  isOnGrid,
  parseFixed,
  type Rounding,
  roundToGrid,
} from './decimal'

const anyFixed = fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n })
const nonZero = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).filter((value) => value !== 0n)

describe('reading decimal text', () => {
  test.each([
    ['0', 0n],
    ['1', 100_000_000n],
    ['1.0865', 108_650_000n],
    ['-1.5', -150_000_000n],
    ['-0', 0n],
    ['-0.00000001', -1n],
    ['0.00000001', 1n],
    ['007.10', 710_000_000n],
    ['91284.50', 9_128_450_000_000n],
    ['99999999999999999999.99999999', 9_999_999_999_999_999_999_999_999_999n],
  ])('%s counts %s', (text, count) => {
    expect(parseFixed(text)).toBe(count)
    expect(fixedOr0(text)).toBe(count)
  })

  test.each([
    [''],
    [' 1'],
    ['1 '],
    ['+1'],
    ['.5'],
    ['5.'],
    ['1e3'],
    ['1E-8'],
    ['0x10'],
    ['1_000'],
    ['1,5'],
    ['NaN'],
    ['Infinity'],
    ['--1'],
    ['1.000000001'],
    ['123456789012345678901'],
    ['１'],
    ['١'],
    ['1\n'],
  ])('%j is not a number', (text) => {
    expect(isFixedText(text)).toBe(false)
    expect(() => parseFixed(text)).toThrow(RangeError)
    expect(fixedOr0(text)).toBe(0n)
  })

  test('what is written is read back as the same number', () => {
    fc.assert(
      fc.property(anyFixed, (value) => {
        expect(parseFixed(formatFixed(value))).toBe(value)
        expect(parseFixed(formatFixedShort(value))).toBe(value)
      }),
    )
  })
})

describe('writing', () => {
  test.each([
    ['1.0865', 5, '1.08650'],
    ['1.999', 2, '1.99'],
    ['-1.999', 2, '-1.99'],
    ['-0.001', 2, '0.00'],
    ['7', 0, '7'],
    ['0.00000001', 8, '0.00000001'],
  ])('%s with %i decimals is %s', (text, decimals, written) => {
    expect(formatFixed(parseFixed(text), decimals)).toBe(written)
  })

  test.each([
    ['0', '0'],
    ['100000', '100000'],
    ['0.20', '0.2'],
    ['-1.50', '-1.5'],
    ['0.00000001', '0.00000001'],
    ['1000.00000010', '1000.0000001'],
  ])('%s is shortened to %s', (text, written) => {
    expect(formatFixedShort(parseFixed(text))).toBe(written)
  })
})

describe('dividing', () => {
  test.each<[bigint, bigint, Rounding, bigint]>([
    [7n, 2n, 'down', 3n],
    [7n, 2n, 'up', 4n],
    [-7n, 2n, 'down', -3n],
    [-7n, 2n, 'up', -4n],
    [7n, -2n, 'up', -4n],
    [6n, 2n, 'up', 3n],
    [0n, 5n, 'up', 0n],
    [1n, 1000n, 'up', 1n],
    [-1n, 1000n, 'up', -1n],
    [5n, 2n, 'half-even', 2n],
    [7n, 2n, 'half-even', 4n],
    [-5n, 2n, 'half-even', -2n],
    [-7n, 2n, 'half-even', -4n],
    [5n, -2n, 'half-even', -2n],
    [-7n, -2n, 'half-even', 4n],
    [1n, 2n, 'half-even', 0n],
    [3n, 2n, 'half-even', 2n],
    [51n, 100n, 'half-even', 1n],
    [49n, 100n, 'half-even', 0n],
    [-51n, 100n, 'half-even', -1n],
  ])('%s ÷ %s rounded %s is %s', (numerator, denominator, rounding, quotient) => {
    expect(divide(numerator, denominator, rounding)).toBe(quotient)
  })

  test('by zero is refused', () => {
    expect(() => divide(1n, 0n, 'down')).toThrow(RangeError)
  })

  test('down never leaves the true value, up never falls short of it, and half-even is never more than half away', () => {
    fc.assert(
      fc.property(anyFixed, nonZero, (numerator, denominator) => {
        const down = divide(numerator, denominator, 'down')
        const up = divide(numerator, denominator, 'up')
        const even = divide(numerator, denominator, 'half-even')
        expect(absolute(down * denominator) <= absolute(numerator)).toBe(true)
        expect(absolute(up * denominator) >= absolute(numerator)).toBe(true)
        expect(absolute(up - down) <= 1n).toBe(true)
        const error = 2n * absolute(numerator - even * denominator)
        expect(error <= absolute(denominator)).toBe(true)
        if (error === absolute(denominator)) expect(even % 2n).toBe(0n)
      }),
    )
  })

  test('rounding knows no side: the opposite number gives the opposite result', () => {
    fc.assert(
      fc.property(anyFixed, nonZero, fc.constantFrom<Rounding>('up', 'down', 'half-even'), (numerator, denominator, rounding) => {
        expect(divide(-numerator, denominator, rounding)).toBe(-divide(numerator, denominator, rounding))
        expect(divide(numerator, -denominator, rounding)).toBe(-divide(numerator, denominator, rounding))
      }),
    )
  })
})

describe('the grid', () => {
  test.each<[string, number, Rounding, string]>([
    ['1.086505', 5, 'down', '1.0865'],
    ['1.086505', 5, 'up', '1.08651'],
    ['1.086505', 5, 'half-even', '1.0865'],
    ['1.086515', 5, 'half-even', '1.08652'],
    ['155.0005', 3, 'up', '155.001'],
    ['155', 0, 'up', '155'],
    ['155.1', 0, 'up', '156'],
  ])('%s on %i decimals rounded %s is %s', (value, precision, rounding, onGrid) => {
    expect(roundToGrid(parseFixed(value), precision, rounding)).toBe(parseFixed(onGrid))
  })

  test.each([
    ['1.08650', 5, true],
    ['1.086501', 5, false],
    ['0', 5, true],
    ['155', 0, true],
    ['155.5', 0, false],
    ['0.00000001', 8, true],
  ])('%s on %i decimals: %s', (value, precision, answer) => {
    expect(isOnGrid(parseFixed(value), precision)).toBe(answer)
  })
})
