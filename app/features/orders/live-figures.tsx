/** The moving figures of an order, each drawn alone: a push draws two numbers again, not the card around them. */

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { useOrderLive, useQuote } from '../../realtime'
import { Price, PriceLadder } from '../../ui'
import { Cost, Profit } from './money'
import { isSet, marginAt, sideOf } from './order-facts'

interface LiveOrder {
  readonly price: string
  readonly profit: string
}

/** Price and profit of a holding order: the push's once there is one, the loaded ones before and for other orders. */
export function useLiveOrder(order: Order): LiveOrder {
  const live = useOrderLive(order.Id)
  if (order.Status !== 1 || !live) return { price: order.UpdatePrice, profit: order.FactProfits }
  return { price: live.updatePrice, profit: live.factProfits }
}

/** The order with its stop loss where it stands now: a trailing one has moved since the list was read. */
export function useTrailedOrder(order: Order): Order {
  const stopLoss = useOrderLive(order.Id)?.stopLoss
  const isMoved = stopLoss !== undefined && order.Status === 1 && isSet(order.TrailingDistance) && stopLoss !== order.TargetLossPrice
  return useMemo(() => (isMoved ? { ...order, TargetLossPrice: stopLoss } : order), [order, isMoved, stopLoss])
}

/** The price on the side at which a pending order would open: the ask for a buy, the bid for a sell. */
export function useOpeningPrice(order: Order): string {
  const quote = useQuote(order.ForexTradeLists.Id)
  if (!quote) return order.UpdatePrice
  return sideOf(order) === 'buy' ? quote.ask : quote.bid
}

/** Margin of an order; a pending one has none yet, so what it would take at its target. */
export function OrderMargin({ order }: { order: Order }) {
  const quoteToUsdt = useQuote(order.ForexTradeLists.Id)?.quoteToUsdt
  const margin = order.Status === 0 && !isSet(order.CautionMoney) ? marginAt(order, order.OriginPrice, quoteToUsdt) : order.CautionMoney
  return <Cost value={margin} form="own" />
}

export function LiveProfit({ order }: { order: Order }) {
  const { profit } = useLiveOrder(order)
  return <Profit value={profit} form="own" />
}

export function LivePrice({ order, pipStyle }: { order: Order; pipStyle?: 'auto' | 'plain' }) {
  const { price } = useLiveOrder(order)
  return <Price value={price} precision={order.ForexTradeLists.PricePrecision} {...(pipStyle ? { pipStyle } : {})} />
}

export function LiveLadder({ order: loaded }: { order: Order }) {
  const { t } = useTranslation('order')
  const order = useTrailedOrder(loaded)
  const { price } = useLiveOrder(order)
  const orNotSet = (text: string) => (isSet(text) ? text : t('notSet'))
  return (
    <PriceLadder
      side={sideOf(order)}
      open={order.Price}
      now={price}
      stopLoss={order.TargetLossPrice}
      takeProfit={order.TargetProfitPrice}
      precision={order.ForexTradeLists.PricePrecision}
      stopLossLabel={t('slShort')}
      takeProfitLabel={t('tpShort')}
      notSetLabel={t('notSet')}
      label={t('ladder', { sl: orNotSet(order.TargetLossPrice), entry: order.Price, now: price, tp: orNotSet(order.TargetProfitPrice) })}
    />
  )
}
