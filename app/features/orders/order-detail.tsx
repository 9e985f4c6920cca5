import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../terms/order'
import { Badge, type BadgeTone, InstrumentMark, KeyValueList, Price, token } from '../../ui'
import { useSiteOrNone } from '../../visitor/site'
import { LiveLadder, LivePrice, LiveProfit, useOpeningPrice, useTrailedOrder } from './live-figures'
import { Profit } from './money'
import { EndButton } from './order-card'
import { useDetailRows } from './order-detail-rows'
import { endReasonKey, kindKey, wasNeverFilled } from './order-facts'
import { OrderProof } from './order-proof'
import type { OrderTabId } from './orders-data'
import { PositionTools } from './position-tools'
import { SideText } from './side-text'
import { StopsEditor } from './stops-editor'
import { useIsMuted, useLockedReason } from './use-locked-reason'
import type { SentStops } from './use-order-action'

interface OrderDetailProps {
  order: Order
  tab: OrderTabId
  formKey: string
  isBusy: boolean
  onEnd: (order: Order) => void
  onSaveStops: (order: Order, stops: SentStops) => void
}

const Detail = styled.div`
  display: grid;
  gap: ${token.space[4]};
`
const DetailHead = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  > span:last-child { margin-inline-start: auto; display: inline-flex; gap: ${token.space[1]}; }
  h2 { font-size: 15px; line-height: 1.25; }
`
const Side = styled(SideText)`
  font-size: ${token.type.xs};
`
const Result = styled.div`
  > span { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  > div { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.025em; }
  small { font-size: ${token.type.sm}; font-weight: 500; color: ${token.text.muted}; letter-spacing: 0; }
`
const STATUS: Record<OrderTabId, { key: string; tone: BadgeTone }> = {
  '1': { key: 'status.open', tone: 'ok' },
  '0': { key: 'status.pending', tone: 'warn' },
  '3': { key: 'status.completed', tone: 'neutral' },
}

/** Everything about one order, in the sheet on touch layouts and in the panel on desktop. */
export function OrderDetail(props: OrderDetailProps) {
  const { order, tab } = props
  const { t } = useTranslation(['order', 'public'])
  const status = wasNeverFilled(order) ? { key: 'reason.cancelled', tone: 'neutral' as const } : STATUS[tab]
  const isDemo = useSiteOrNone()?.trader?.isDemo === true
  return (
    <Detail data-detail={order.id} data-stale={useIsMuted(order) ? 'true' : undefined}>
      <DetailHead>
        <InstrumentMark code={order.instrument.symbol} logo={order.instrument.logo} />
        <div>
          <h2>
            <bdi dir="ltr">{order.instrument.symbol}</bdi>
          </h2>
          <Side order={order} withLots />
        </div>
        <span>
          {isDemo ? <Badge tone="demo">{t('public:demoBadge')}</Badge> : null}
          <Badge tone={status.tone}>{t(`order:${status.key}`)}</Badge>
        </span>
      </DetailHead>
      {tab === '1' ? <HoldingDetail {...props} /> : tab === '0' ? <PendingDetail {...props} /> : <HistoryDetail order={order} />}
      <OrderProof order={order} />
    </Detail>
  )
}

function HoldingDetail({ order: loaded, tab, formKey, isBusy, onEnd, onSaveStops }: OrderDetailProps) {
  const { t } = useTranslation('order')
  const order = useTrailedOrder(loaded)
  const lockedReason = useLockedReason(order)
  const rows = useDetailRows(order)
  return (
    <>
      <Result>
        <span>{t('fact.profit')}</span>
        <div>
          <LiveProfit order={order} /> <small>USDT</small>
        </div>
      </Result>
      <LiveLadder order={order} />
      <StopsEditor
        key={order.id}
        order={order}
        formKey={formKey}
        lockedReason={lockedReason}
        isBusy={isBusy}
        onSave={(stops) => onSaveStops(order, stops)}
        tools={<PositionTools order={order} isLocked={lockedReason !== null || isBusy} />}
        endButton={
          <EndButton
            order={order}
            tab={tab}
            label={t('closeAtMarket')}
            isLocked={lockedReason !== null || isBusy}
            onEnd={onEnd}
            size="lg"
            variant="primary"
          />
        }
      >
        <KeyValueList
          rows={[
            ...rows.kind,
            ...rows.opening,
            ...rows.fills,
            rows.row('currentPrice', <LivePrice order={order} pipStyle="plain" />),
            rows.margin,
            rows.fee,
            ...rows.funding,
            ...rows.stopOut,
            rows.opened,
            ...rows.parent,
            rows.number,
          ]}
        />
      </StopsEditor>
    </>
  )
}

function PendingDetail({ order, tab, formKey, isBusy, onEnd, onSaveStops }: OrderDetailProps) {
  const { t } = useTranslation('order')
  const now = useOpeningPrice(order)
  const rows = useDetailRows(order)
  const lockedReason = useLockedReason(order)
  const kind = kindKey(order)
  return (
    <>
      <Result>
        <span>{kind === null ? t('fact.target') : t(kind)}</span>
        <div>
          <Price value={order.askedPrice} precision={order.instrument.pricePrecision} pipStyle="plain" />
        </div>
      </Result>
      <StopsEditor
        key={order.id}
        order={order}
        formKey={formKey}
        lockedReason={lockedReason}
        isBusy={isBusy}
        onSave={(stops) => onSaveStops(order, stops)}
        endButton={
          <EndButton
            order={order}
            tab={tab}
            label={t('cancelOrder')}
            isLocked={isBusy || order.underWay !== null}
            onEnd={onEnd}
            size="lg"
          />
        }
      >
        <KeyValueList
          rows={[rows.row('currentPrice', rows.price(now)), rows.distance(now), rows.marginWhenFilled, rows.opened, rows.number]}
        />
      </StopsEditor>
    </>
  )
}

function HistoryDetail({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const rows = useDetailRows(order)
  const isNoTrade = wasNeverFilled(order)
  const reasonKey = endReasonKey(order)
  const reason = reasonKey === null ? [] : [rows.row('reason', t(reasonKey))]
  return (
    <>
      {isNoTrade ? null : (
        <Result>
          <span>{t('fact.profit')}</span>
          <div>
            <Profit value={order.profit} form="own" /> <small>USDT</small>
          </div>
        </Result>
      )}
      <KeyValueList
        rows={[
          ...rows.kind,
          ...(isNoTrade ? [] : [...rows.opening, ...rows.closing, ...rows.fills, rows.margin, rows.fee, ...rows.funding]),
          ...reason,
          rows.opened,
          rows.closed,
          ...rows.parent,
          rows.number,
        ]}
      />
    </>
  )
}
