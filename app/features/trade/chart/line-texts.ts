/** The words on the lines of the chart and about them. The sentences themselves are in the locale files. */
import type { Order } from '../../../terms/order'
import { kindKey, lotsText } from '../../orders/order-facts'
import type { TradeText } from '../ticket/trade-texts'
import { isPending, type LinePart, type LineWords } from './chart-lines'

export function lineWords(t: TradeText): LineWords {
  return {
    entry: (side, lots) => `${t(side === 'buy' ? 'side.long' : 'side.short')} ${lots}`,
    target: (order, lots) => `${kindText(t, order)} ${lots}`,
    takeProfit: (lots) => `${t('chart.takeProfit')} ${lots}`,
    stopLoss: (lots) => `${t('chart.stopLoss')} ${lots}`,
    stopOut: t('chart.line.stopOut'),
    ask: t('chart.line.ask'),
  }
}

/** "Buy limit": inferred when the order was placed, and frozen. */
function kindText(t: TradeText, order: Pick<Order, 'side' | 'kind'>): string {
  const key = kindKey(order)
  return key === null ? t('chart.line.target') : t(`order:${key}`)
}

/** "Long 0.20" or "Buy limit 0.20". */
export function orderName(t: TradeText, order: Order): string {
  const words = lineWords(t)
  const lots = lotsText(order.lots)
  return isPending(order) ? words.target(order, lots) : words.entry(order.side, lots)
}

export const partText = (t: TradeText, part: LinePart): string => t(`chart.line.${part}`)
