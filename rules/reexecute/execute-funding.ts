/** A night's charge executed again: nights, rate, price of the rollover and amount, by the rules by which it was charged. */
import { parseRate } from '../conversion'
import { formatFixedShort, parseFixed } from '../decimal'
import { DAY_COUNTS, fundingAmount } from '../funding'
import { calendarNamed } from '../market-calendars'
import { formatAmount } from '../money'
import { isRollover, rolloverNights, type TripleDay } from '../rollover'
import { type DifferingFact, differs, type Execution, notExecuted } from './execution'
import type { PriceTape } from './price-tape'
import type { ReceiptFacts } from './receipt-facts'
import type { InstrumentInForce } from './terms-in-force'

export function executeFunding(tape: PriceTape, facts: ReceiptFacts, terms: InstrumentInForce): Execution {
  const { funding, lots, profit, side, conversion_rate: rate, instrument } = facts
  if (funding === null || lots === null || profit === null || side === null || rate === null || instrument === null) {
    return notExecuted('nothing_traded')
  }
  const kind = 'funding'
  const { overnight } = terms
  if (overnight?.day_count === undefined) return notExecuted('no_terms')
  const dayCount = DAY_COUNTS.find((days) => days === overnight.day_count)
  if (dayCount === undefined) return notExecuted('no_terms')
  const yearlyRate = parseFixed(side === 'buy' ? overnight.long : overnight.short)
  if (!isRollover(funding.rollover)) return differs(kind, 'rollover', '', String(funding.rollover))
  const nights = rolloverNights(funding.rollover, calendarNamed(terms.calendar), overnight.triple_day as TripleDay)
  const worked = fundingAmount({
    lots: parseFixed(lots),
    contractSize: parseFixed(terms.contract_size),
    price: parseFixed(funding.price),
    conversionRate: parseRate(rate),
    yearlyRate,
    dayCount,
    nights,
  })
  const said: [DifferingFact, string, string][] = [
    ['nights', String(nights), String(funding.nights)],
    ['yearly_rate', formatFixedShort(yearlyRate), formatFixedShort(parseFixed(funding.yearly_rate))],
    ['day_count', String(dayCount), String(funding.day_count)],
    ['contract_size', formatFixedShort(parseFixed(terms.contract_size)), formatFixedShort(parseFixed(funding.contract_size))],
    [
      'price',
      rolloverPrice(tape, instrument, funding.price_time) ?? formatFixedShort(parseFixed(funding.price)),
      formatFixedShort(parseFixed(funding.price)),
    ],
    ['profit', formatAmount(worked), profit],
  ]
  for (const [fact, expected, stated] of said) if (expected !== stated) return differs(kind, fact, expected, stated)
  return { outcome: 'same', kind }
}

/** The close of the minute that a charge names; null where its prices are not at hand. */
function rolloverPrice(tape: PriceTape, code: string, minute: number | null): string | null {
  if (minute === null || !tape.isMinuteCovered(minute)) return null
  const close = tape.closeOf(code, minute)
  return close === null ? null : formatFixedShort(close)
}
