import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { Amount, Change, DataTable, decimalText, InstrumentMark, Price, token } from '../../ui'
import { LivePrice, LiveProfit, useOpeningPrice } from './live-figures'
import { EndButton } from './order-card'
import { distanceText, isSet, lotsText } from './order-facts'
import { type OrderTabId, type OrderTimes, TAB_NAME } from './orders-data'
import { SideText } from './side-text'
import { useLockedReason } from './use-locked-reason'

export interface OrderTableProps {
  orders: readonly Order[]
  tab: OrderTabId
  times: Readonly<Record<string, OrderTimes>>
  selectedId: string | null
  busyId: string | null
  onSelect: (order: Order) => void
  onOpen: (order: Order) => void
  onEnd: (order: Order) => void
}

const Table = styled(DataTable)`
  th, td { padding-inline: 9px; }
  tbody th { text-align: start; }
  a { min-height: 30px; padding-block: 2px; padding-inline: 10px; font-size: ${token.type.xs}; }
  tr[aria-busy='true'] { opacity: 0.6; }
  tbody tr { cursor: default; }
`
const Code = styled.span`
  display: inline-flex;
  vertical-align: middle;
  align-items: center;
  gap: ${token.space[2]};
`
const Profit = styled.b`
  font-weight: 600;
`

const COLUMNS: Record<OrderTabId, readonly { key: string; isNumber?: boolean }[]> = {
  '1': [
    { key: 'instrument' },
    { key: 'side' },
    { key: 'lots', isNumber: true },
    { key: 'openPrice', isNumber: true },
    { key: 'current', isNumber: true },
    { key: 'tp', isNumber: true },
    { key: 'sl', isNumber: true },
    { key: 'margin', isNumber: true },
    { key: 'fee', isNumber: true },
    { key: 'profit', isNumber: true },
    { key: 'opened', isNumber: true },
    { key: 'actions' },
  ],
  '0': [
    { key: 'instrument' },
    { key: 'side' },
    { key: 'lots', isNumber: true },
    { key: 'target', isNumber: true },
    { key: 'current', isNumber: true },
    { key: 'distance', isNumber: true },
    { key: 'tp', isNumber: true },
    { key: 'sl', isNumber: true },
    { key: 'margin', isNumber: true },
    { key: 'placed', isNumber: true },
    { key: 'actions' },
  ],
  '3': [
    { key: 'instrument' },
    { key: 'side' },
    { key: 'lots', isNumber: true },
    { key: 'openPrice', isNumber: true },
    { key: 'closePrice', isNumber: true },
    { key: 'fee', isNumber: true },
    { key: 'profit', isNumber: true },
    { key: 'reason' },
    { key: 'opened', isNumber: true },
    { key: 'closed', isNumber: true },
  ],
}

/** The list on desktop. A click or j/k selects; the panel beside it shows what is selected. */
export function OrderTable(props: OrderTableProps) {
  const { orders, tab, selectedId, busyId, times } = props
  const { t } = useTranslation('order')
  return (
    <Table label={t(`tab.${TAB_NAME[tab]}`)} rowHeight={48}>
      <thead>
        <tr>
          {COLUMNS[tab].map(({ key, isNumber }) => (
            <th key={key} scope="col" data-n={isNumber ? '' : undefined}>
              {key === 'actions' ? <span className="sr-only">{t('column.actions')}</span> : t(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={order.Id}
            order={order}
            tab={tab}
            times={times[order.Id]}
            isSelected={order.Id === selectedId}
            isBusy={order.Id === busyId}
            onSelect={props.onSelect}
            onOpen={props.onOpen}
            onEnd={props.onEnd}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface OrderRowProps {
  order: Order
  tab: OrderTabId
  times: OrderTimes | undefined
  isSelected: boolean
  isBusy: boolean
  onSelect: (order: Order) => void
  onOpen: (order: Order) => void
  onEnd: (order: Order) => void
}

const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, tab, isSelected, isBusy, onSelect, onOpen } = props
  return (
    <tr
      data-order={order.Id}
      aria-selected={isSelected}
      aria-busy={isBusy || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(order)}
      onFocus={() => onSelect(order)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(order)
      }}
    >
      <th scope="row">
        <Code>
          <InstrumentMark code={order.ForexTradeLists.ShowCode} logo={order.ForexTradeLists.Logo} size={22} />
          <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi>
        </Code>
      </th>
      <td>
        <SideText order={order} />
      </td>
      <td data-n="">{lotsText(order.Quantity)}</td>
      {tab === '1' ? <HoldingCells {...props} /> : tab === '0' ? <PendingCells {...props} /> : <HistoryCells {...props} />}
    </tr>
  )
})

function useCellTexts(order: Order) {
  const precision = order.ForexTradeLists.PricePrecision
  return {
    price: (text: string) => <Price value={text} precision={precision} pipStyle="plain" />,
    stop: (text: string) => (isSet(text) ? decimalText(text, { decimals: precision }) : '–'),
    money: (text: string) => <Amount value={text} decimals={6} />,
    time: (text: string): ReactNode => <span style={{ color: token.text.muted }}>{text}</span>,
  }
}

function HoldingCells({ order, tab, times, isBusy, onEnd }: OrderRowProps) {
  const { t } = useTranslation('order')
  const { price, stop, money, time } = useCellTexts(order)
  const isLocked = useLockedReason(order) !== null
  return (
    <>
      <td data-n="">{price(order.Price)}</td>
      <td data-n="">
        <LivePrice order={order} />
      </td>
      <td data-n="">{stop(order.TargetProfitPrice)}</td>
      <td data-n="">{stop(order.TargetLossPrice)}</td>
      <td data-n="">{money(order.CautionMoney)}</td>
      <td data-n="">{money(order.TradeFee)}</td>
      <td data-n="">
        <Profit>
          <LiveProfit order={order} />
        </Profit>
      </td>
      <td data-n="">{time(times?.opened ?? order.CreateTimeHandler)}</td>
      <td data-n="">
        <EndButton order={order} tab={tab} label={t('close')} isLocked={isLocked || isBusy} onEnd={onEnd} size="sm" />
      </td>
    </>
  )
}

function PendingCells({ order, tab, times, isBusy, onEnd }: OrderRowProps) {
  const { t } = useTranslation('order')
  const { price, stop, money, time } = useCellTexts(order)
  const now = useOpeningPrice(order)
  return (
    <>
      <td data-n="">
        <Profit>{price(order.OriginPrice)}</Profit>
      </td>
      <td data-n="">
        <Price value={now} precision={order.ForexTradeLists.PricePrecision} />
      </td>
      <td data-n="">
        <Change value={distanceText(order.OriginPrice, now)} />
      </td>
      <td data-n="">{stop(order.TargetProfitPrice)}</td>
      <td data-n="">{stop(order.TargetLossPrice)}</td>
      <td data-n="">{money(order.CautionMoney)}</td>
      <td data-n="">{time(times?.opened ?? order.CreateTimeHandler)}</td>
      <td data-n="">
        <EndButton order={order} tab={tab} label={t('cancel')} isLocked={isBusy} onEnd={onEnd} size="sm" />
      </td>
    </>
  )
}

function HistoryCells({ order, times }: OrderRowProps) {
  const { t } = useTranslation('order')
  const { price, money, time } = useCellTexts(order)
  const isCancelled = order.CloseReason === 'cancelled'
  return (
    <>
      <td data-n="">{price(isCancelled ? order.OriginPrice : order.Price)}</td>
      <td data-n="">{isCancelled ? '–' : price(order.UpdatePrice)}</td>
      <td data-n="">{money(order.TradeFee)}</td>
      <td data-n="">
        <Profit>{isCancelled ? '–' : <Amount value={order.FactProfits} decimals={6} signed tone="direction" />}</Profit>
      </td>
      <td>{order.CloseReason === null ? '' : t(`reason.${order.CloseReason}`)}</td>
      <td data-n="">{time(times?.opened ?? order.CreateTimeHandler)}</td>
      <td data-n="">{time(times?.closed ?? order.CompleteTimeHandler)}</td>
    </>
  )
}
