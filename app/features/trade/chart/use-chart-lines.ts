/** Everything that the lines on the chart are made of, live: the orders of the instrument, their profits, quote and stop-out price. */
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fixed } from '../../../../rules/decimal'
import { type LiveQuote, useAccountFigures, useQuote } from '../../../realtime'
import { useRealtime } from '../../../realtime/realtime-provider'
import type { Order } from '../../../terms/order'
import { exactPrices } from '../../../terms/quote'
import { readTerms } from '../scene/ticket-terms'
import { useTrade } from '../scene/trade-context'
import type { LineQuestion } from './chart-lines'
import type { LineMarket } from './line-reading'
import { chartStopOutPrice } from './line-stop-out'
import { lineWords } from './line-texts'

interface ChartOrders {
  readonly question: LineQuestion
  /** Null until the price is known. */
  readonly market: LineMarket | null
}

const NONE: readonly Order[] = []

export function useChartOrders(): ChartOrders {
  const { t } = useTranslation(['trade', 'order'])
  const { data, instrument } = useTrade()
  const { stores } = useRealtime()
  const quote = useQuote(instrument.id)
  const stopOutPrice = useStopOutPrice(quote)
  const words = useMemo(() => lineWords(t), [t])
  const orders = useMemo(() => {
    if (data.orders === null) return NONE
    return [...data.orders.holding.orders, ...data.orders.pending.orders].filter((order) => order.instrument.id === instrument.id)
  }, [data.orders, instrument.id])
  const figures = useAccountFigures()
  // Every push replaces the figures, and with them the profits that are read here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `figures` tells that the profits have changed.
  const profitOf = useCallback((order: Order) => stores.order(order.id).get()?.profit ?? order.profit, [stores, figures])
  const question = useMemo(
    () => ({ orders, instrument, quote, stopOutPrice, words, profitOf }),
    [orders, instrument, quote, stopOutPrice, words, profitOf],
  )
  const market = useMemo(
    () =>
      quote === undefined
        ? null
        : { bid: quote.bid, ask: quote.ask, quoteToUsdt: quote.quoteToUsdt, minStopDistance: instrument.minStopDistance },
    [quote, instrument.minStopDistance],
  )
  return { question, market }
}

function useStopOutPrice(quote: LiveQuote | undefined): Fixed | null {
  const { data, instrument, brokerTerms } = useTrade()
  const { stores } = useRealtime()
  const figures = useAccountFigures() ?? data.orders?.figures ?? null
  const terms = useMemo(() => readTerms(instrument), [instrument])
  return useMemo(() => {
    if (quote === undefined || brokerTerms === null || figures === null || data.orders === null) return null
    const { orders, total } = data.orders.holding
    // A push brings figures and profits of one moment; the profits are read from where the push has put them.
    const holding = orders.map((order) => ({ ...order, profit: stores.order(order.id).get()?.profit ?? order.profit }))
    return chartStopOutPrice({
      figures,
      holding,
      isComplete: total <= orders.length,
      terms,
      broker: brokerTerms,
      quote: exactPrices(quote),
    })
  }, [quote, brokerTerms, figures, data.orders, stores, terms])
}
