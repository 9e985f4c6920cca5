import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { Amount, Badge, type BadgeTone, decimalText, InstrumentMark, type KeyValue, KeyValueList, Price, token } from '../../ui'
import { LiveLadder, LivePrice, LiveProfit, useOpeningPrice } from './live-figures'
import { EndButton } from './order-card'
import { isSet } from './order-facts'
import type { OrderTabId } from './orders-data'
import { SideText } from './side-text'
import { StopsEditor } from './stops-editor'
import { useLockedReason } from './use-locked-reason'

export interface OrderDetailProps {
  order: Order
  tab: OrderTabId
  formKey: string
  isBusy: boolean
  onEnd: (order: Order) => void
  onSaveStops: (order: Order, stops: { takeProfit: string; stopLoss: string }) => void
}

const Root = styled.div`
  display: grid;
  gap: ${token.space[4]};
`
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  > span:last-child { margin-inline-start: auto; }
  h2 { font-size: 15px; line-height: 1.25; }
`
const Side = styled(SideText)`
  font-size: ${token.type.xs};
`
const Profit = styled.div`
  > span { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  > div { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.025em; }
  small { font-size: ${token.type.sm}; font-weight: 500; color: ${token.text.muted}; letter-spacing: 0; }
`
const STATUS: Record<OrderTabId, { key: string; tone: BadgeTone }> = {
  '1': { key: 'tab.holding', tone: 'ok' },
  '0': { key: 'tab.pending', tone: 'warn' },
  '3': { key: 'status.completed', tone: 'neutral' },
}

/** Everything about one order, in the sheet on touch layouts and in the panel on desktop. */
export function OrderDetail(props: OrderDetailProps) {
  const { order, tab } = props
  const { t } = useTranslation('order')
  const status = STATUS[tab]
  return (
    <Root data-detail={order.Id}>
      <Head>
        <InstrumentMark code={order.ForexTradeLists.ShowCode} logo={order.ForexTradeLists.Logo} />
        <div>
          <h2>
            <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi>
          </h2>
          <Side order={order} withLots />
        </div>
        <span>
          <Badge tone={status.tone}>{t(status.key)}</Badge>
        </span>
      </Head>
      {tab === '1' ? <HoldingDetail {...props} /> : tab === '0' ? <PendingDetail {...props} /> : <HistoryDetail order={order} />}
    </Root>
  )
}

function useRows(order: Order) {
  const { t } = useTranslation('order')
  const precision = order.ForexTradeLists.PricePrecision
  const row = (key: string, value: React.ReactNode): KeyValue => ({ key, label: t(`fact.${key}`), value })
  const price = (text: string) => (isSet(text) ? <Price value={text} precision={precision} pipStyle="plain" /> : t('notSet'))
  const time = (text: string) => <bdi>{text}</bdi>
  return {
    row,
    price,
    margin: row('margin', <Amount value={order.CautionMoney} decimals={6} />),
    fee: row('fee', <Amount value={order.TradeFee} decimals={6} />),
    number: row('number', <span data-num="">{order.Id}</span>),
    opened: row(order.Status === 0 ? 'placed' : 'opened', time(order.CreateTimeHandler)),
    closed: row('closed', time(order.CompleteTimeHandler)),
  }
}

function HoldingDetail({ order, tab, formKey, isBusy, onEnd, onSaveStops }: OrderDetailProps) {
  const { t } = useTranslation('order')
  const lockedReason = useLockedReason(order)
  const { row, price, margin, fee, opened, number } = useRows(order)
  const rows: KeyValue[] = [
    row('openPrice', price(order.Price)),
    row('currentPrice', <LivePrice order={order} pipStyle="plain" />),
    margin,
    fee,
    ...(order.StopOutPrice === '' ? [] : [row('stopOutPrice', price(order.StopOutPrice))]),
    opened,
    number,
  ]
  return (
    <>
      <Profit>
        <span>{t('fact.profit')}</span>
        <div>
          <LiveProfit order={order} /> <small>USDT</small>
        </div>
      </Profit>
      <LiveLadder order={order} />
      <StopsEditor
        // A saved edit, here or elsewhere, starts a fresh draft.
        key={`${order.Id} ${order.TargetLossPrice} ${order.TargetProfitPrice}`}
        order={order}
        formKey={formKey}
        lockedReason={lockedReason}
        isBusy={isBusy}
        onSave={(stops) => onSaveStops(order, stops)}
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
        <KeyValueList rows={rows} />
      </StopsEditor>
    </>
  )
}

function PendingDetail({ order, tab, isBusy, onEnd }: OrderDetailProps) {
  const { t } = useTranslation('order')
  const now = useOpeningPrice(order)
  const { row, price, opened, number } = useRows(order)
  return (
    <>
      <KeyValueList
        rows={[
          row('target', price(order.OriginPrice)),
          row('currentPrice', price(now)),
          row('takeProfit', price(order.TargetProfitPrice)),
          row('stopLoss', price(order.TargetLossPrice)),
          row('marginWhenFilled', decimalText(order.CautionMoney, { decimals: 6 })),
          opened,
          number,
        ]}
      />
      <EndButton order={order} tab={tab} label={t('cancelOrder')} isLocked={isBusy} onEnd={onEnd} size="lg" />
    </>
  )
}

function HistoryDetail({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const { row, price, margin, fee, opened, closed, number } = useRows(order)
  const isCancelled = order.CloseReason === 'cancelled'
  const reason = order.CloseReason === null ? [] : [row('reason', t(`reason.${order.CloseReason}`))]
  return (
    <>
      {isCancelled ? null : (
        <Profit>
          <span>{t('fact.profit')}</span>
          <div>
            <Amount value={order.FactProfits} decimals={6} signed tone="direction" /> <small>USDT</small>
          </div>
        </Profit>
      )}
      <KeyValueList
        rows={[
          ...(isCancelled
            ? [row('target', price(order.OriginPrice))]
            : [row('openPrice', price(order.Price)), row('closePrice', price(order.UpdatePrice)), margin, fee]),
          ...reason,
          opened,
          closed,
          number,
        ]}
      />
    </>
  )
}
