/**
 * The house's exposure by instrument: what real clients hold against it, less what is covered.
 *
 * Invariant: positions come added up from the copy of all books (broker/trading), so a look costs one step an instrument, however many
 * orders are open. Amounts are exact; a long position does not cover a short one of another instrument.
 */
import type { RiskRow, RiskView } from '../../contract/desk/risk'
import type { Tenant } from '../../contract/tenant'
import { RATE_ONE } from '../../rules/conversion'
import { openResult } from '../../rules/cover'
import { absolute, divide, FIXED_ONE, type Fixed, formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'
import { type Amount, formatAmount } from '../../rules/money'
import type { CoverPosition } from '../cover/book-fills'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { Pricing, TenantQuote } from '../market/pricing'
import type { Trading } from '../trading/open-trading'
import { PositionSum } from '../trading/risk-bands'
import type { CoverFigures } from './cover-figures'
import type { DayResults } from './day-results'

interface ExposureParts {
  readonly pricing: Pricing
  readonly book: Trading['book']
  readonly cover: CoverFigures
}

interface HouseResult {
  readonly mirrored: Amount
  readonly cover: Amount
  readonly fees: Amount
}

interface MeasuredRow {
  readonly row: RiskRow
  readonly usdt: Amount
  readonly share: Fixed | null
  readonly result: HouseResult
}

const NOTHING_HELD = new PositionSum()

export function exposureOf(parts: ExposureParts, tenant: Tenant, day: DayResults): Pick<RiskView, 'rows' | 'total' | 'house' | 'pending'> {
  const rows = [...parts.pricing.termsOf(tenant).values()].map((terms) => measure(parts, tenant, terms, day))
  const sum = (of: (row: MeasuredRow) => Amount) => rows.reduce((total, row) => total + of(row), 0n)
  const usdt = sum((row) => absolute(row.usdt))
  const limit = parseFixed(tenant.trading.risk.totalLimit)
  const house = { mirrored: sum((row) => row.result.mirrored), cover: sum((row) => row.result.cover), fees: sum((row) => row.result.fees) }
  return {
    rows: rows.sort(fullestFirst).map(({ row }) => row),
    total: { usdt: formatAmount(usdt), limit: formatAmount(limit), share: percentText(shareOf(usdt, limit)) },
    house: {
      total: formatAmount(house.mirrored + house.cover + house.fees),
      mirrored: formatAmount(house.mirrored),
      cover: formatAmount(house.cover),
      fees: formatAmount(house.fees),
      since: day.since,
    },
    pending: rows.reduce((count, { row }) => count + row.pending, 0),
  }
}

function measure({ pricing, book, cover }: ExposureParts, tenant: Tenant, terms: InstrumentTerms, day: DayResults): MeasuredRow {
  const { code, showCode, contractSize } = terms.instrument
  const known = book.instrumentBook(tenant.id, code)
  const held = known?.real ?? NOTHING_HELD
  const quote = pricing.quote(tenant, code)
  const net = held.buyLots - held.sellLots
  const positions = cover.heldOf(tenant.id, code)
  const quantity = positions.reduce((sum, position) => sum + position.quantity, 0n)
  const covered = divide(quantity * FIXED_ONE, contractSize, 'half-even')
  const units = held.buyUnits - held.sellUnits - quantity * FIXED_ONE
  const usdt = quote === null ? 0n : divide(units * quote.last * quote.rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
  const { realised, fees, heldBefore, coverBefore, coverCharges } = day.of(code)
  const floating = quote === null ? 0n : held.profitAt(quote)
  const made = coverResult(positions, quote) - coverBefore
  const result = { mirrored: heldBefore - realised - floating, cover: made + coverCharges, fees }
  const { risk } = tenant.trading
  const limit = parseFixed(risk.limits[code] ?? risk.instrumentLimit)
  const share = shareOf(absolute(usdt), limit)
  return {
    usdt,
    share,
    result,
    row: {
      code,
      show_code: showCode,
      long: formatFixedShort(held.buyLots),
      short: formatFixedShort(held.sellLots),
      net: formatFixedShort(net),
      covered: formatFixedShort(covered),
      difference: formatFixedShort(net - covered),
      usdt: quote === null && units !== 0n ? null : formatAmount(usdt),
      limit: formatAmount(limit),
      share: percentText(share),
      house_pl: formatAmount(result.mirrored + result.cover + result.fees),
      state: terms.brake?.mode ?? (pricing.takesNewOrders(tenant, terms) ? 'on' : 'close-only'),
      positions: held.count,
      pending: known?.realPending ?? 0,
    },
  }
}

/** What covering has made since its beginning, with what is held at the prices of now: a buy could be sold, a sale bought back. */
function coverResult(positions: readonly CoverPosition[], quote: TenantQuote | null): Amount {
  return positions.reduce((sum, position) => {
    const open =
      quote === null || position.quantity === 0n ? 0n : openResult(position, position.quantity > 0n ? quote.bid : quote.ask, quote.rate)
    return sum + position.result + open
  }, 0n)
}

/** Percent, rounded up: never shown emptier than it is. */
function shareOf(usdt: Amount, limit: Amount): Fixed | null {
  return limit === 0n ? null : divide(usdt * 100n * FIXED_ONE, limit, 'up')
}

function percentText(share: Fixed | null): string | null {
  return share === null ? null : formatFixed(share, 1)
}

function fullestFirst(one: MeasuredRow, other: MeasuredRow): number {
  const [a, b] = [one.share ?? 0n, other.share ?? 0n]
  if (a !== b) return a > b ? -1 : 1
  const [c, d] = [absolute(one.usdt), absolute(other.usdt)]
  return c === d ? other.row.positions - one.row.positions : c > d ? -1 : 1
}
