/**
 * The funding of one account for one rollover, on its open books: each position that was open at the rollover and still is gets one
 * entry and one signed receipt.
 *
 * Invariants: what is charged follows by rules/funding.ts from facts that the receipt names; a position is charged for a rollover once
 * (the store holds it against that); the balance may go below zero, as by a loss that floats: the next price decides about a stop-out.
 */
import { formatRate, parseRate } from '../../rules/conversion'
import { type FundedPosition, fundingAmount, yearlyRateOf } from '../../rules/funding'
import { calendarNamed } from '../../rules/market-calendars'
import type { Amount } from '../../rules/money'
import { rolloverNights } from '../../rules/rollover'
import { done, type Outcome } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import { fundingTerms } from '../market/funding-terms'
import type { RolloverPrices } from './rollover-prices'

export interface Rollover {
  /** 17:00 in New York, UTC milliseconds. */
  readonly at: number
  readonly prices: RolloverPrices
  /** Positions that were charged for it before. */
  readonly charged: ReadonlySet<bigint>
}

/** The sum by which the balance changed. */
export function chargePositions(unit: TradeUnit, rollover: Rollover): Outcome<Amount> {
  let sum = 0n
  for (const order of unit.books.orders) {
    if (order.status !== ORDER_STATUS.holding || (order.openedAt ?? 0) > rollover.at || rollover.charged.has(order.id)) continue
    sum += chargePosition(unit, order, rollover)
  }
  return done(sum)
}

function chargePosition(unit: TradeUnit, order: OrderRow, { at, prices }: Rollover): Amount {
  const { books, services, tenant } = unit
  const instrument = services.pricing.instrument(order.instrumentCode)
  const terms = instrument === undefined ? null : fundingTerms(tenant, instrument)
  if (instrument === undefined || terms === null) return 0n
  const nights = rolloverNights(at, calendarNamed(instrument.calendar), terms.tripleDay)
  const minute = prices.priceOf(order.instrumentCode)
  const conversionRate = prices.rateOf(order.quoteCurrency) ?? parseRate(order.conversionRate)
  const position: FundedPosition = {
    lots: order.lots,
    contractSize: order.contractSize,
    price: minute?.price ?? order.fillPrice,
    conversionRate,
    yearlyRate: yearlyRateOf(terms, order.side),
    dayCount: terms.dayCount,
    nights,
  }
  const amount = fundingAmount(position)
  if (amount === 0n) return 0n
  const posted = books.post({
    kind: 'funding',
    orderId: order.id,
    entries: [
      { account: 'trader:available', amount },
      { account: 'house:funding', amount: -amount },
    ],
  })
  books.addCharge({ orderId: order.id, rolloverAt: at, transactionId: posted.transactionId, amount })
  writeReceipt(unit, {
    event: 'adjustment',
    order,
    reason: 'funding',
    profit: amount,
    conversionRate: formatRate(conversionRate),
    posted: [posted],
    funding: { ...position, rolloverAt: at, priceTime: minute?.time ?? null },
  })
  return amount
}
