/** What stands in the columns of every table of orders, on the orders screen and under the chart. Moving cells draw alone. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../terms/order'
import { Change, DASH, decimalText, IconButton, InstrumentMark, Price, token } from '../../ui'
import { LivePrice, LiveProfit, OrderMargin, useOpeningPrice, useTrailedOrder } from './live-figures'
import { Cost, Profit } from './money'
import { EndButton } from './order-card'
import { distanceText, endReasonKey, isSet, lotsText, wasNeverFilled } from './order-facts'
import type { OrderTabId, OrderTimes } from './orders-data'
import { SideText } from './side-text'
import { useLockedReason, useWaitReason } from './use-locked-reason'

export interface OrderCell {
  readonly order: Order
  readonly tab: OrderTabId
  readonly times: OrderTimes | undefined
  readonly isBusy: boolean
  readonly onEnd: (order: Order) => void
  /** Shows a button that opens the edit of the stops. */
  readonly onEdit?: ((order: Order) => void) | undefined
}

const Code = styled.span`
  display: inline-flex;
  vertical-align: middle;
  align-items: center;
  gap: ${token.space[2]};
`
const Strong = styled.b`
  font-weight: 600;
`
const Muted = styled.span`
  color: ${token.text.muted};
`
const Waiting = styled.span`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`
const Tools = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space[1]};
`

const fixedPrice = ({ instrument }: Order, text: string) => <Price value={text} precision={instrument.pricePrecision} pipStyle="plain" />
const stop = ({ instrument }: Order, text: string): ReactNode =>
  isSet(text) ? decimalText(text, { decimals: instrument.pricePrecision }) : <Muted>{DASH}</Muted>
/** A cancelled order was never a trade: it has no price, fee or result. */
const ofTrade = (order: Order, show: () => ReactNode): ReactNode => (wasNeverFilled(order) ? <Muted>{DASH}</Muted> : show())

function OpeningPrice({ order }: { order: Order }) {
  return <Price value={useOpeningPrice(order)} precision={order.instrument.pricePrecision} />
}

function Distance({ order }: { order: Order }) {
  return <Change value={distanceText(order.askedPrice, useOpeningPrice(order))} />
}

function EndReason({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const key = endReasonKey(order)
  return key === null ? null : t(key)
}

function StopLoss({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  return (
    <>
      {stop(order, useTrailedOrder(order).stopLoss)}
      {isSet(order.trailingDistance) ? <Muted title={t('trailing.on')}> {t('trailing.short')}</Muted> : null}
    </>
  )
}

function Actions({ order, tab, isBusy, onEnd, onEdit }: OrderCell) {
  const { t } = useTranslation('order')
  const isLocked = useLockedReason(order) !== null && tab === '1'
  const waits = useWaitReason(order)
  if (order.underWay !== null) return <Waiting role="status">{waits}</Waiting>
  return (
    <Tools>
      {waits === null ? null : <Waiting role="status">{waits}</Waiting>}
      {onEdit === undefined ? null : (
        <IconButton
          icon="sliders-horizontal"
          size="table"
          label={`${t('editStops')} ${order.instrument.symbol}`}
          aria-haspopup="dialog"
          onClick={() => onEdit(order)}
        />
      )}
      <EndButton
        order={order}
        tab={tab}
        label={t(tab === '0' ? 'cancel' : 'close')}
        isLocked={isLocked || isBusy}
        onEnd={onEnd}
        size="sm"
      />
    </Tools>
  )
}

/** By the key of the column's head, `order:column.<key>`. */
export const ORDER_CELLS = {
  instrument: ({ order }) => (
    <Code>
      <InstrumentMark code={order.instrument.symbol} logo={order.instrument.logo} size={22} />
      <bdi dir="ltr">{order.instrument.symbol}</bdi>
    </Code>
  ),
  side: ({ order }) => <SideText order={order} />,
  lots: ({ order }) => lotsText(order.lots),
  openPrice: ({ order }) => fixedPrice(order, wasNeverFilled(order) ? order.askedPrice : order.entryPrice),
  closePrice: ({ order }) => ofTrade(order, () => fixedPrice(order, order.price)),
  target: ({ order }) => <Strong>{fixedPrice(order, order.askedPrice)}</Strong>,
  current: ({ order }) => (order.status === 'pending' ? <OpeningPrice order={order} /> : <LivePrice order={order} />),
  distance: ({ order }) => <Distance order={order} />,
  tp: ({ order }) => stop(order, order.takeProfit),
  sl: ({ order }) => <StopLoss order={order} />,
  margin: ({ order }) => <OrderMargin order={order} />,
  fee: ({ order }) => ofTrade(order, () => <Cost value={order.fee} form="own" />),
  profit: ({ order }) => (
    <Strong>
      {order.status === 'open' ? <LiveProfit order={order} /> : ofTrade(order, () => <Profit value={order.profit} form="own" />)}
    </Strong>
  ),
  reason: ({ order }) => <EndReason order={order} />,
  opened: ({ order, times }) => <Muted>{times?.opened ?? order.placedTime}</Muted>,
  placed: ({ order, times }) => <Muted>{times?.opened ?? order.placedTime}</Muted>,
  closed: ({ order, times }) => <Muted>{times?.closed ?? order.closedTime}</Muted>,
  actions: (cell) => <Actions {...cell} />,
} as const satisfies Record<string, (cell: OrderCell) => ReactNode>

export type OrderColumnKey = keyof typeof ORDER_CELLS

/** Windows that have room for more than every window has. */
export const ORDER_ROOM = { laptop: '@media (min-width: 1180px)', wide: '@media (min-width: 1340px)' } as const
export type OrderColumnRoom = keyof typeof ORDER_ROOM

export interface OrderColumn {
  readonly key: OrderColumnKey
  /** The narrowest window that has room for it; left out, it is always shown. */
  readonly shownFrom?: OrderColumnRoom
}

const TEXT_COLUMNS: ReadonlySet<OrderColumnKey> = new Set(['instrument', 'side', 'reason'])
export const isNumberColumn = (key: OrderColumnKey): boolean => !TEXT_COLUMNS.has(key)
