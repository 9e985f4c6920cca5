/** The moving figures of an order, each drawn alone: a push draws two numbers again, not the card around them. */

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrderLive, useQuote } from '../../realtime'
import type { Order } from '../../terms/order'
import { Price, PriceLadder } from '../../ui'
import { Cost, Profit } from './money'
import { isSet, marginAt } from './order-facts'

interface LiveOrder {
  readonly price: string
  readonly profit: string
}

/** Price and profit of a holding order: the push's once there is one, the loaded ones before and for other orders. */
export function useLiveOrder(order: Order): LiveOrder {
  const live = useOrderLive(order.id)
  if (order.status !== 'open' || !live) return { price: order.price, profit: order.profit }
  return { price: live.price, profit: live.profit }
}

/** The order with its stop loss where it stands now: a trailing one has moved since the list was read. */
export function useTrailedOrder(order: Order): Order {
  const stopLoss = useOrderLive(order.id)?.stopLoss
  const isMoved = stopLoss !== undefined && order.status === 'open' && isSet(order.trailingDistance) && stopLoss !== order.stopLoss
  return useMemo(() => (isMoved ? { ...order, stopLoss: stopLoss } : order), [order, isMoved, stopLoss])
}

/** The price on the side at which a pending order would open: the ask for a buy, the bid for a sell. */
export function useOpeningPrice(order: Order): string {
  const quote = useQuote(order.instrument.id)
  if (!quote) return order.price
  return order.side === 'buy' ? quote.ask : quote.bid
}

/** Margin of an order; a pending one has none yet, so what it would take at its target. */
export function OrderMargin({ order }: { order: Order }) {
  const quoteToUsdt = useQuote(order.instrument.id)?.quoteToUsdt
  const margin = order.status === 'pending' && !isSet(order.margin) ? marginAt(order, order.askedPrice, quoteToUsdt) : order.margin
  return <Cost value={margin} form="own" />
}

export function LiveProfit({ order }: { order: Order }) {
  const { profit } = useLiveOrder(order)
  return <Profit value={profit} form="own" />
}

export function LivePrice({ order, pipStyle }: { order: Order; pipStyle?: 'auto' | 'plain' }) {
  const { price } = useLiveOrder(order)
  return <Price value={price} precision={order.instrument.pricePrecision} {...(pipStyle ? { pipStyle } : {})} />
}

export function LiveLadder({ order: loaded }: { order: Order }) {
  const { t } = useTranslation('order')
  const order = useTrailedOrder(loaded)
  const { price } = useLiveOrder(order)
  const orNotSet = (text: string) => (isSet(text) ? text : t('notSet'))
  return (
    <PriceLadder
      side={order.side}
      open={order.entryPrice}
      now={price}
      stopLoss={order.stopLoss}
      takeProfit={order.takeProfit}
      precision={order.instrument.pricePrecision}
      stopLossLabel={t('slShort')}
      takeProfitLabel={t('tpShort')}
      notSetLabel={t('notSet')}
      label={t('ladder', { sl: orNotSet(order.stopLoss), entry: order.entryPrice, now: price, tp: orNotSet(order.takeProfit) })}
    />
  )
}
