import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { Amount, DASH, DataTable, decimalText, IconButton, InstrumentMark, media, Price, token } from '../../ui'
import { LivePrice, LiveProfit, useOpeningPrice } from '../orders/live-figures'
import { EndButton } from '../orders/order-card'
import { isSet } from '../orders/order-facts'
import { SideText } from '../orders/side-text'
import { useLockedReason } from '../orders/use-locked-reason'
import { useTrade } from './trade-context'
import type { DockTab, OrderDesk } from './trade-dock'
import { lotsText } from './trade-texts'

const Table = styled(DataTable)`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  th, td { padding-inline: 10px; }
  thead th { height: 30px; }
  tbody th { text-align: start; }
  td a { min-height: 28px; padding: 2px 10px; font-size: ${token.type.xs}; }
  tr { transition: opacity ${token.motion.move} ${token.motion.leave}; }
  tr[data-leaving] { opacity: 0; }
  tr[data-new] > * { animation: dock-new 1.6s ${token.motion.enter}; }
  @keyframes dock-new { from { background: ${token.brand.soft}; } }
  /* Fewer columns where there is less room. */
  [data-wide] { display: none; ${media.desktop} { display: table-cell; } }
`
const Code = styled.span`
  display: inline-flex;
  align-items: center;
  vertical-align: middle;
  gap: ${token.space[2]};
`
const Profit = styled.b`
  font-weight: 600;
`
const Tools = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space[1]};
`
const Muted = styled.span`
  color: ${token.text.muted};
`

interface Column {
  readonly key: string
  readonly isText?: boolean
  /** Desktop only. */
  readonly isWide?: boolean
}

const stops: Column[] = [
  { key: 'tp', isWide: true },
  { key: 'sl', isWide: true },
]
const COLUMNS: Record<DockTab, readonly Column[]> = {
  holding: [
    { key: 'openPrice' },
    { key: 'current' },
    ...stops,
    { key: 'margin' },
    { key: 'fee', isWide: true },
    { key: 'profit' },
    { key: 'opened', isWide: true },
    { key: 'actions' },
  ],
  pending: [{ key: 'target' }, { key: 'current' }, ...stops, { key: 'margin' }, { key: 'placed', isWide: true }, { key: 'actions' }],
  history: [
    { key: 'openPrice' },
    { key: 'closePrice' },
    { key: 'fee', isWide: true },
    { key: 'profit' },
    { key: 'reason', isText: true },
    { key: 'closed' },
  ],
}
const ALWAYS: readonly Column[] = [{ key: 'instrument', isText: true }, { key: 'side', isText: true }, { key: 'lots' }]

export interface DockTableProps {
  orders: readonly Order[]
  tab: DockTab
  desk: OrderDesk
  newOrderId: string | null
}

export function DockTable({ orders, tab, desk, newOrderId }: DockTableProps) {
  const { t } = useTranslation('order')
  return (
    <Table label={t(`tab.${tab}`)} rowHeight={40}>
      <thead>
        <tr>
          {[...ALWAYS, ...COLUMNS[tab]].map(({ key, isText, isWide }) => (
            <th key={key} scope="col" data-n={isText ? undefined : ''} data-wide={isWide ? '' : undefined}>
              {key === 'actions' ? <span className="sr-only">{t('column.actions')}</span> : t(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <DockRow
            key={order.Id}
            order={order}
            tab={tab}
            isNew={order.Id === newOrderId}
            isLeaving={desk.leaving.has(order.Id)}
            isBusy={desk.busyId === order.Id}
            ask={desk.ask}
            edit={desk.edit}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface DockRowProps {
  order: Order
  tab: DockTab
  isNew: boolean
  isLeaving: boolean
  isBusy: boolean
  ask: (order: Order) => void
  edit: (order: Order) => void
}

function DockRow(props: DockRowProps) {
  const { order, tab } = props
  return (
    <tr
      data-order={order.Id}
      data-new={props.isNew ? '' : undefined}
      data-leaving={props.isLeaving ? '' : undefined}
      aria-busy={props.isBusy || undefined}
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
      {tab === 'holding' ? <HoldingCells {...props} /> : tab === 'pending' ? <PendingCells {...props} /> : <HistoryCells order={order} />}
    </tr>
  )
}

function cellsOf(order: Order) {
  const precision = order.ForexTradeLists.PricePrecision
  return {
    price: (text: string) => <Price value={text} precision={precision} pipStyle="plain" />,
    stop: (text: string): ReactNode => (isSet(text) ? decimalText(text, { decimals: precision }) : <Muted>{DASH}</Muted>),
    money: (text: string) => <Amount value={text} decimals={6} />,
  }
}

function useTimes(order: Order) {
  const { data } = useTrade()
  return data.orderTimes[order.Id] ?? { opened: order.CreateTimeHandler, closed: order.CompleteTimeHandler }
}

const HoldingCells = memo(function HoldingCells({ order, isBusy, ask, edit }: DockRowProps) {
  const { t } = useTranslation('order')
  const { price, stop, money } = cellsOf(order)
  const isLocked = useLockedReason(order) !== null || isBusy
  return (
    <>
      <td data-n="">{price(order.Price)}</td>
      <td data-n="">
        <LivePrice order={order} />
      </td>
      <td data-n="" data-wide="">
        {stop(order.TargetProfitPrice)}
      </td>
      <td data-n="" data-wide="">
        {stop(order.TargetLossPrice)}
      </td>
      <td data-n="">{money(order.CautionMoney)}</td>
      <td data-n="" data-wide="">
        {money(order.TradeFee)}
      </td>
      <td data-n="">
        <Profit>
          <LiveProfit order={order} />
        </Profit>
      </td>
      <td data-n="" data-wide="">
        <Muted>{useTimes(order).opened}</Muted>
      </td>
      <td data-n="">
        <Tools>
          <IconButton
            icon="sliders-horizontal"
            size="table"
            label={`${t('editStops')} ${order.ForexTradeLists.ShowCode}`}
            aria-haspopup="dialog"
            onClick={() => edit(order)}
          />
          <EndButton order={order} tab="1" label={t('close')} isLocked={isLocked} onEnd={ask} size="sm" />
        </Tools>
      </td>
    </>
  )
})

const PendingCells = memo(function PendingCells({ order, isBusy, ask }: DockRowProps) {
  const { t } = useTranslation('order')
  const { price, stop, money } = cellsOf(order)
  return (
    <>
      <td data-n="">{price(order.OriginPrice)}</td>
      <td data-n="">{price(useOpeningPrice(order))}</td>
      <td data-n="" data-wide="">
        {stop(order.TargetProfitPrice)}
      </td>
      <td data-n="" data-wide="">
        {stop(order.TargetLossPrice)}
      </td>
      <td data-n="">{money(order.CautionMoney)}</td>
      <td data-n="" data-wide="">
        <Muted>{useTimes(order).opened}</Muted>
      </td>
      <td data-n="">
        <EndButton order={order} tab="0" label={t('cancel')} isLocked={isBusy} onEnd={ask} size="sm" />
      </td>
    </>
  )
})

function HistoryCells({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const { price, money } = cellsOf(order)
  const isCancelled = order.CloseReason === 'cancelled'
  return (
    <>
      <td data-n="">{price(isCancelled ? order.OriginPrice : order.Price)}</td>
      <td data-n="">{isCancelled ? DASH : price(order.UpdatePrice)}</td>
      <td data-n="" data-wide="">
        {money(order.TradeFee)}
      </td>
      <td data-n="">{isCancelled ? DASH : <Amount value={order.FactProfits} decimals={6} signed tone="direction" />}</td>
      <td>{order.CloseReason === null ? '' : t(`reason.${order.CloseReason}`)}</td>
      <td data-n="">
        <Muted>{useTimes(order).closed}</Muted>
      </td>
    </>
  )
}
