/** The positions as the stop-out map wants them, at the quotes that the page knows of now. */
import { type AccountState, equityOf, freeMarginOf, marginLevelOf, riskOf } from '../../../rules/account'
import { type Fixed, formatFixed, formatFixedShort, parseFixed, roundToGrid } from '../../../rules/decimal'
import { formatBalance, formatCost, formatProfit } from '../../../rules/money'
import type { StressedAccount } from '../../../rules/stop-out-map'
import type { MapPosition, MapQuote } from '../../../rules/stress-path'
import type { LiveQuote } from '../../realtime'
import type { Positions } from '../../terms/order'
import { exactPrices } from '../../terms/quote'
import { decimalText } from '../../ui/decimal-text'

/** The slider's reach, percent. */
export const STRESS_REACH = 20
/** How far the map itself looks, percent. */
export const MAP_REACH: Fixed = parseFixed('99')

export function stressedAccount(positions: Positions, live: ReadonlyMap<string, LiveQuote>): StressedAccount {
  return {
    balance: parseFixed(positions.figures.balance),
    usedMargin: parseFixed(positions.figures.usedMargin),
    stopOutLevel: parseFixed(positions.stopOutLevel),
    positions: positions.orders.map(
      (order): MapPosition => ({
        id: BigInt(order.id),
        code: order.instrument.code,
        side: order.side,
        lots: parseFixed(order.lots),
        contractSize: parseFixed(order.contractSize),
        entryPrice: parseFixed(order.entryPrice),
        margin: parseFixed(order.margin),
      }),
    ),
    quotes: positions.quotes.map((quote): MapQuote => {
      const now = live.get(quote.id) ?? quote
      const { code, pricePrecision, quoteCurrency } = quote
      return { code, pricePrecision, quoteCurrency, ...exactPrices(now), isOpen: now.isOpen }
    }),
  }
}

export const FIGURE_NAMES = ['equity', 'margin', 'freeMargin', 'marginLevel', 'risk'] as const
export type FigureName = (typeof FIGURE_NAMES)[number]
/** Shown text of each figure, without its unit; null where there is none. */
type FigureTexts = Readonly<Record<FigureName, string | null>>

/** What there is is rounded down, margin and risk up: nothing is shown safer than it is. */
export function figureTexts(account: AccountState, stopOutLevel: Fixed): FigureTexts {
  const level = marginLevelOf(account)
  const risk = riskOf(account, stopOutLevel)
  return {
    equity: formatBalance(equityOf(account)),
    margin: formatCost(account.usedMargin, 'glance'),
    freeMargin: formatBalance(freeMarginOf(account)),
    marginLevel: level === null ? null : formatFixed(level, 2),
    risk: risk === null ? null : formatFixed(roundToGrid(risk, 1, 'up'), 1),
  }
}

/** What stands in the formulas: every figure, and what they are made of. */
export function formulaValues(account: AccountState, stopOutLevel: Fixed): Readonly<Record<string, string>> {
  const figures = figureTexts(account, stopOutLevel)
  return {
    balance: decimalText(formatBalance(account.balance)),
    profit: decimalText(formatProfit(account.floatingProfit, 'glance')),
    equity: decimalText(figures.equity),
    margin: decimalText(figures.margin),
    freeMargin: decimalText(figures.freeMargin),
    marginLevel: decimalText(figures.marginLevel),
    risk: decimalText(figures.risk),
    stopOut: decimalText(formatFixedShort(stopOutLevel)),
  }
}
