import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../terms/order'
import { Anchor, ButtonLink, Change, decimalText, InstrumentMark, Price, Two, token } from '../../ui'
import { changedOrderId } from '../not-known/deed'
import { useOpenSendings } from '../not-known/use-open-sendings'
import { LiveLadder, LivePrice, LiveProfit, OrderMargin, useOpeningPrice } from './live-figures'
import { Cost, Profit } from './money'
import { distanceText, endReasonKey, isSet, lotsText, wasNeverFilled } from './order-facts'
import { type OrderTabId, type OrderTimes, orderAddress } from './orders-data'
import { SideText } from './side-text'
import { useIsMuted, useLockedReason, useWaitReason } from './use-locked-reason'

interface OrderCardProps {
  order: Order
  tab: OrderTabId
  times: OrderTimes | undefined
  /** It is being closed or cancelled. */
  isBusy: boolean
  onOpen: (order: Order) => void
  onEnd: (order: Order) => void
}

const Card = styled.article`
  display: grid;
  gap: 12px;
  align-content: start;
  padding: 14px 14px 12px;
  background: ${token.surface.surface};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.card};
  --mark-ring: ${token.surface.surface};
  /* Steps back without becoming hard to read. */
  &[aria-busy='true'] { background: ${token.surface.sunken}; --mark-ring: ${token.surface.sunken}; }
`
const HeadLink = styled(Anchor)`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  gap: 10px;
  align-items: center;
`
const Code = styled.h3`
  font-size: 15px;
  line-height: 1.25;
`
const Side = styled(SideText)`
  font-size: ${token.type.xs};
`
const Main = styled.span`
  text-align: end;
  font-size: 17px;
  font-weight: 600;
  letter-spacing: -0.01em;
  line-height: 1.2;
  small { display: block; font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; letter-spacing: 0; }
`
const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px;
  font-size: ${token.type.sm};
  dt { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  dd { font-weight: 500; font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere; }
  > :nth-child(3n) { text-align: end; }
`
const Reason = styled.p`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`

/** Runs the handler in the page; without scripts the link itself leads on. */
function inPage(run: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    run()
  }
}

function Heading({ order }: { order: Order }) {
  return (
    <>
      <InstrumentMark code={order.instrument.symbol} logo={order.instrument.logo} />
      <span>
        <Code>
          <bdi dir="ltr">{order.instrument.symbol}</bdi>
        </Code>
        <Side order={order} withLots />
      </span>
    </>
  )
}

interface Fact {
  readonly key: string
  readonly value: ReactNode
}

/** Facts in rows of three; the name of each is `order:fact.<key>`. */
function FactGrid({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation('order')
  return (
    <Facts>
      {facts.map(({ key, value }) => (
        <div key={key}>
          <dt>{t(`fact.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  )
}

/** One order on touch layouts. The whole head leads to its detail. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, tab } = props
  return (
    <Card aria-busy={props.isBusy || undefined} data-order={order.id} data-stale={useIsMuted(order) ? 'true' : undefined}>
      {tab === '1' ? <HoldingCard {...props} /> : tab === '0' ? <PendingCard {...props} /> : <HistoryCard {...props} />}
    </Card>
  )
})

function CardHead({ order, tab, onOpen, children }: Pick<OrderCardProps, 'order' | 'tab' | 'onOpen'> & { children: ReactNode }) {
  return (
    <HeadLink href={orderAddress(tab, order.id)} preventScrollReset onClick={inPage(() => onOpen(order))}>
      <Heading order={order} />
      <Main>{children}</Main>
    </HeadLink>
  )
}

interface CardButtonsProps extends Pick<OrderCardProps, 'order' | 'tab' | 'onOpen' | 'onEnd'> {
  editLabel: string
  endLabel: string
  isLocked: boolean
}

function CardButtons({ order, tab, onOpen, onEnd, editLabel, endLabel, isLocked }: CardButtonsProps) {
  return (
    <Two>
      <ButtonLink href={orderAddress(tab, order.id)} preventScrollReset onClick={inPage(() => onOpen(order))}>
        {editLabel}
      </ButtonLink>
      <EndButton order={order} tab={tab} label={endLabel} isLocked={isLocked} onEnd={onEnd} />
    </Two>
  )
}

function HoldingCard(props: OrderCardProps) {
  const { order, isBusy } = props
  const { t } = useTranslation('order')
  const lockedReason = useLockedReason(order)
  const facts: Fact[] = [
    { key: 'open', value: <Price value={order.entryPrice} precision={order.instrument.pricePrecision} pipStyle="plain" /> },
    { key: 'current', value: <LivePrice order={order} /> },
    { key: 'margin', value: <OrderMargin order={order} /> },
  ]
  return (
    <>
      <CardHead {...props}>
        <LiveProfit order={order} />
        <small>USDT</small>
      </CardHead>
      <FactGrid facts={facts} />
      <LiveLadder order={order} />
      <CardButtons {...props} editLabel={t('editStops')} endLabel={t('close')} isLocked={lockedReason !== null || isBusy} />
      {lockedReason === null ? null : <Reason role={order.underWay === null ? undefined : 'status'}>{lockedReason}</Reason>}
    </>
  )
}

function PendingCard(props: OrderCardProps) {
  const { order, times, isBusy } = props
  const { t } = useTranslation('order')
  const precision = order.instrument.pricePrecision
  const price = useOpeningPrice(order)
  const waits = useWaitReason(order)
  const stop = (text: string) => (isSet(text) ? decimalText(text, { decimals: precision }) : t('notSet'))
  const facts: Fact[] = [
    { key: 'current', value: <Price value={price} precision={precision} /> },
    { key: 'distance', value: <Change value={distanceText(order.askedPrice, price)} /> },
    { key: 'margin', value: <OrderMargin order={order} /> },
    { key: 'stopLoss', value: stop(order.stopLoss) },
    { key: 'takeProfit', value: stop(order.takeProfit) },
    { key: 'placed', value: times?.opened ?? order.placedTime },
  ]
  return (
    <>
      <CardHead {...props}>
        <Price value={order.askedPrice} precision={precision} pipStyle="plain" />
        <small>{t('fact.target')}</small>
      </CardHead>
      <FactGrid facts={facts} />
      <CardButtons {...props} editLabel={t('edit')} endLabel={t('cancelOrder')} isLocked={isBusy || order.underWay !== null} />
      {waits === null ? null : <Reason role="status">{waits}</Reason>}
    </>
  )
}

function HistoryCard(props: OrderCardProps) {
  const { order, times } = props
  const { t } = useTranslation('order')
  const precision = order.instrument.pricePrecision
  const isNoTrade = wasNeverFilled(order)
  const price = (text: string) => <Price value={text} precision={precision} pipStyle="plain" />
  const reasonKey = endReasonKey(order)
  const facts: Fact[] = isNoTrade
    ? [
        { key: 'target', value: price(order.askedPrice) },
        { key: 'placed', value: times?.opened ?? order.placedTime },
        { key: 'number', value: <span data-num="">{order.id}</span> },
      ]
    : [
        { key: 'open', value: price(order.entryPrice) },
        { key: 'close', value: price(order.price) },
        { key: 'fee', value: <Cost value={order.fee} form="own" /> },
      ]
  return (
    <>
      <CardHead {...props}>
        {isNoTrade ? t('reason.cancelled') : <Profit value={order.profit} form="own" />}
        <small>{times?.closed ?? order.closedTime}</small>
      </CardHead>
      <FactGrid facts={facts} />
      {reasonKey === null ? null : <Reason>{t(reasonKey)}</Reason>}
    </>
  )
}

interface EndButtonProps {
  order: Order
  tab: OrderTabId
  label: string
  isLocked: boolean
  onEnd: (order: Order) => void
  size?: 'sm' | 'md' | 'lg'
  variant?: 'primary' | 'secondary'
}

/** Close or cancel: asks in the page; without scripts the link leads to a page that asks. */
export function EndButton({ order, tab, label: ready, isLocked: isHeld, onEnd, size = 'md', variant = 'secondary' }: EndButtonProps) {
  const { t } = useTranslation('order')
  // What was done with it last may have ended it.
  const isNotKnown = useOpenSendings().some((sending) => changedOrderId(sending) === order.id)
  const isLocked = isHeld || isNotKnown
  const label = isNotKnown ? t('public:notKnown.row') : ready
  return (
    <ButtonLink
      size={size}
      variant={variant}
      href={orderAddress(tab, order.id, 'end')}
      preventScrollReset
      role="button"
      aria-disabled={isLocked || undefined}
      aria-label={t('endName', { action: label, code: order.instrument.symbol, lots: lotsText(order.lots) })}
      onClick={(event) => {
        event.stopPropagation()
        inPage(() => {
          if (!isLocked) onEnd(order)
        })(event)
      }}
    >
      {label}
    </ButtonLink>
  )
}
