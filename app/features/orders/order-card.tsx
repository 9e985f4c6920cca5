import { type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { paths } from '../../platform/paths'
import { Amount, Anchor, ButtonLink, Change, decimalText, InstrumentMark, Price, Two, token } from '../../ui'
import { LiveLadder, LivePrice, LiveProfit, useOpeningPrice } from './live-figures'
import { distanceText, isSet, lotsText } from './order-facts'
import type { OrderTabId, OrderTimes } from './orders-data'
import { SideText } from './side-text'
import { useLockedReason } from './use-locked-reason'

export interface OrderCardProps {
  order: Order
  tab: OrderTabId
  times: OrderTimes | undefined
  /** It is being closed or cancelled. */
  isBusy: boolean
  onOpen: (order: Order) => void
  onEnd: (order: Order) => void
}

const Root = styled.article`
  display: grid;
  gap: 12px;
  align-content: start;
  padding: 14px 14px 12px;
  background: ${token.surface.surface};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.card};
  --mark-ring: ${token.surface.surface};
  transition: opacity ${token.motion.move};
  &[aria-busy='true'] { opacity: 0.6; }
`
const head = `
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  gap: 10px;
  align-items: center;
`
const HeadLink = styled(Anchor)`${head}`
const HeadPlain = styled.div`${head}`
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
export function inPage(run: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    run()
  }
}

export const orderAddress = (tab: OrderTabId, id: string, ask?: 'end') =>
  `${paths.orders({ type: tab })}&order=${id}${ask ? '&ask=end' : ''}`

function Heading({ order }: { order: Order }) {
  return (
    <>
      <InstrumentMark code={order.ForexTradeLists.ShowCode} logo={order.ForexTradeLists.Logo} />
      <span>
        <Code>
          <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi>
        </Code>
        <Side order={order} withLots />
      </span>
    </>
  )
}

/** One order on touch layouts. The whole head leads to its detail. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, tab } = props
  return (
    <Root aria-busy={props.isBusy || undefined} data-order={order.Id}>
      {tab === '1' ? <HoldingCard {...props} /> : tab === '0' ? <PendingCard {...props} /> : <HistoryCard {...props} />}
    </Root>
  )
})

function HoldingCard({ order, tab, isBusy, onOpen, onEnd }: OrderCardProps) {
  const { t } = useTranslation('order')
  const precision = order.ForexTradeLists.PricePrecision
  const detail = orderAddress(tab, order.Id)
  const lockedReason = useLockedReason(order)
  return (
    <>
      <HeadLink href={detail} preventScrollReset onClick={inPage(() => onOpen(order))}>
        <Heading order={order} />
        <Main>
          <LiveProfit order={order} />
          <small>USDT</small>
        </Main>
      </HeadLink>
      <Facts>
        <div>
          <dt>{t('fact.open')}</dt>
          <dd>
            <Price value={order.Price} precision={precision} pipStyle="plain" />
          </dd>
        </div>
        <div>
          <dt>{t('fact.current')}</dt>
          <dd>
            <LivePrice order={order} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.margin')}</dt>
          <dd>
            <Amount value={order.CautionMoney} decimals={6} />
          </dd>
        </div>
      </Facts>
      <LiveLadder order={order} />
      <Two>
        <ButtonLink href={detail} preventScrollReset onClick={inPage(() => onOpen(order))}>
          {t('editStops')}
        </ButtonLink>
        <EndButton order={order} tab={tab} label={t('close')} isLocked={lockedReason !== null || isBusy} onEnd={onEnd} />
      </Two>
      {lockedReason === null ? null : <Reason>{lockedReason}</Reason>}
    </>
  )
}

function PendingCard({ order, tab, times, isBusy, onEnd }: OrderCardProps) {
  const { t } = useTranslation('order')
  const precision = order.ForexTradeLists.PricePrecision
  const price = useOpeningPrice(order)
  const stop = (text: string) => (isSet(text) ? decimalText(text, { decimals: precision }) : t('notSet'))
  return (
    <>
      <HeadPlain>
        <Heading order={order} />
        <Main>
          <Price value={order.OriginPrice} precision={precision} pipStyle="plain" />
          <small>{t('fact.target')}</small>
        </Main>
      </HeadPlain>
      <Facts>
        <div>
          <dt>{t('fact.current')}</dt>
          <dd>
            <Price value={price} precision={precision} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.distance')}</dt>
          <dd>
            <Change value={distanceText(order.OriginPrice, price)} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.margin')}</dt>
          <dd>
            <Amount value={order.CautionMoney} decimals={6} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.stopLoss')}</dt>
          <dd>{stop(order.TargetLossPrice)}</dd>
        </div>
        <div>
          <dt>{t('fact.takeProfit')}</dt>
          <dd>{stop(order.TargetProfitPrice)}</dd>
        </div>
        <div>
          <dt>{t('fact.placed')}</dt>
          <dd>{times?.opened ?? order.CreateTimeHandler}</dd>
        </div>
      </Facts>
      <EndButton order={order} tab={tab} label={t('cancelOrder')} isLocked={isBusy} onEnd={onEnd} />
    </>
  )
}

function HistoryCard({ order, times }: OrderCardProps) {
  const { t } = useTranslation('order')
  const precision = order.ForexTradeLists.PricePrecision
  const isCancelled = order.CloseReason === 'cancelled'
  return (
    <>
      <HeadPlain>
        <Heading order={order} />
        <Main>
          {isCancelled ? t('reason.cancelled') : <Amount value={order.FactProfits} decimals={6} signed tone="direction" />}
          <small>{times?.closed ?? order.CompleteTimeHandler}</small>
        </Main>
      </HeadPlain>
      <Facts>
        <div>
          <dt>{t(isCancelled ? 'fact.target' : 'fact.open')}</dt>
          <dd>
            <Price value={isCancelled ? order.OriginPrice : order.Price} precision={precision} pipStyle="plain" />
          </dd>
        </div>
        <div>
          <dt>{t('fact.close')}</dt>
          <dd>{isCancelled ? '–' : <Price value={order.UpdatePrice} precision={precision} pipStyle="plain" />}</dd>
        </div>
        <div>
          <dt>{t('fact.fee')}</dt>
          <dd>
            <Amount value={order.TradeFee} decimals={6} />
          </dd>
        </div>
      </Facts>
      {order.CloseReason === null || isCancelled ? null : <Reason>{t(`reason.${order.CloseReason}`)}</Reason>}
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
export function EndButton({ order, tab, label, isLocked, onEnd, size = 'md', variant = 'secondary' }: EndButtonProps) {
  const { t } = useTranslation('order')
  return (
    <ButtonLink
      size={size}
      variant={variant}
      href={orderAddress(tab, order.Id, 'end')}
      preventScrollReset
      role="button"
      aria-disabled={isLocked || undefined}
      aria-label={t('endName', { action: label, code: order.ForexTradeLists.ShowCode, lots: lotsText(order.Quantity) })}
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
