/** What the product shows can be typed, or copied, into any field for a number, and is the same number there. */
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { costText, inUsdt, profitText } from '../../app/features/orders/money'
import { lotsText } from '../../app/features/orders/order-facts'
import { compareDecimals, decimalText } from '../../app/ui/decimal-text'
import { readTypedNumber, typedDecimal } from '../../app/ui/typed-number'
import { LANGUAGES } from '../../contract/primitives'
import { formatFixed, parseFixed, roundToGrid } from '../../rules/decimal'
import { formatBalance, formatCost, formatProfit } from '../../rules/money'
import { readTexts } from '../../scripts/words/read-texts'

/** Of 10⁻⁸, up to 99 billion. */
const amount = fc.bigInt({ min: 0n, max: 99n * 10n ** 17n })
const signed = fc.bigInt({ min: -99n * 10n ** 17n, max: 99n * 10n ** 17n })
const precision = fc.integer({ min: 0, max: 8 })

/** Reads a shown number as a field does; a field knows its own unit. */
function expectSame(shown: string, value: string, unit?: string): void {
  expect(compareDecimals(typedDecimal(shown, unit), value), `${shown} for ${value}`).toBe(0)
  // No reading of it is another number: with decimals a comma can only group.
  if (shown.includes('.')) expect(readTypedNumber(shown, unit)).toMatchObject({ kind: 'number', isAmbiguous: false })
}

describe('every formatter', () => {
  property.prop([amount])('amounts, with and without their unit', (value) => {
    expectSame(decimalText(formatBalance(value)), formatBalance(value))
    expectSame(costText(formatFixed(value), 'own'), formatCost(value, 'own'))
    expectSame(costText(formatFixed(value), 'glance'), formatCost(value, 'glance'))
    expectSame(inUsdt(decimalText(formatBalance(value))), formatBalance(value), 'USDT')
  })

  property.prop([signed])('signed results', (value) => {
    expectSame(profitText(formatFixed(value), 'own'), formatProfit(value, 'own'))
    expectSame(profitText(formatFixed(value), 'glance'), formatProfit(value, 'glance'))
  })

  property.prop([amount, precision])('prices of every precision', (value, decimals) => {
    const price = formatFixed(roundToGrid(value, decimals, 'down'), decimals)
    expectSame(decimalText(price, { decimals }), price)
  })

  property.prop([amount])('lots', (value) => {
    expectSame(lotsText(formatFixed(value)), formatFixed(value))
  })

  property.prop([signed, fc.integer({ min: 0, max: 2 })])('percents', (value, decimals) => {
    const percent = formatFixed(roundToGrid(value, decimals, 'down'), decimals)
    expectSame(`${decimalText(percent)}%`, percent, '%')
  })
})

/** Sentences that are nothing but a number and its unit, in which it may stand between marks of direction. */
const NUMBER_AND_UNIT = { 'trade:ticket.pips': 'pips', 'trade:ticket.riskSize': 'lots' } as const

describe.each(LANGUAGES)('copied from a page in %s', (language) => {
  const texts = readTexts(language)
  property.prop([signed])('a number comes along with its unit and its marks', (value) => {
    for (const [key, name] of Object.entries(NUMBER_AND_UNIT)) {
      const shown = name === 'lots' ? lotsText(formatFixed(value < 0n ? -value : value)) : decimalText(formatFixed(value), { signed: true })
      const text = texts.get(key) ?? ''
      const unit = text.replace(/\{\{.*?\}\}|[\u2066\u2069]/g, '').trim()
      expectSame(text.replace(`{{${name}}}`, shown), String(typedDecimal(shown)), unit)
      expect(parseFixed(typedDecimal(shown).replace('-', ''))).toBeGreaterThanOrEqual(0n)
    }
  })
})
