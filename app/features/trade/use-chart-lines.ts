/** The lines of the positions in the instrument on the chart, with their live profit. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Instrument } from '../../../contract/market'
import type { Order } from '../../../contract/orders'
import { isFixedText, parseFixed } from '../../../rules/decimal'
import { useAccountFigures } from '../../realtime'
import { useRealtime } from '../../realtime/realtime-provider'
import { decimalText } from '../../ui'
import type { ChartLine } from './chart-lines'
import { useTrade } from './trade-context'
import { lotsText, type TradeText } from './trade-texts'

const noLines: readonly ChartLine[] = []

export function useChartLines(): readonly ChartLine[] {
  const { t } = useTranslation('trade')
  const { data, instrument } = useTrade()
  const { stores } = useRealtime()
  const figures = useAccountFigures()
  const own = useMemo(
    () => data.orders?.holding.orders.filter((order) => order.ForexTradeLists.Id === instrument.Id) ?? [],
    [data.orders, instrument.Id],
  )
  // Every push replaces the figures, and with them the profits that are read here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `figures` tells that the profits have changed.
  return useMemo(() => {
    if (own.length === 0) return noLines
    return own.flatMap((order) => linesOf(order, instrument, stores.order(order.Id).get()?.factProfits ?? order.FactProfits, t))
  }, [own, instrument, stores, t, figures])
}

export function linesOf(order: Order, { PricePrecision }: Pick<Instrument, 'PricePrecision'>, profit: string, t: TradeText): ChartLine[] {
  const side = order.OrderType === 1 ? 'buy' : 'sell'
  const text = (price: string) => decimalText(price, { decimals: PricePrecision })
  const stops = [
    { kind: 'take-profit', price: order.TargetProfitPrice, label: t('chart.takeProfit') },
    { kind: 'stop-loss', price: order.TargetLossPrice, label: t('chart.stopLoss') },
  ] as const
  const result = decimalText(profit, { decimals: 2, signed: true, rounding: 'half-up' })
  return [
    {
      id: `${order.Id}-entry`,
      kind: 'entry',
      side,
      price: Number(order.Price),
      priceText: text(order.Price),
      label: `${t(side === 'buy' ? 'side.long' : 'side.short')} ${lotsText(order.Quantity)}`,
      result,
      resultIsLoss: profit.startsWith('-'),
    },
    ...stops.flatMap(({ kind, price, label }): ChartLine[] =>
      isFixedText(price) && parseFixed(price) !== 0n
        ? [{ id: `${order.Id}-${kind}`, kind, side, price: Number(price), priceText: text(price), label }]
        : [],
    ),
  ]
}
