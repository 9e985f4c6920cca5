/** The orders under the chart: the table of the orders screen in rows of 40 px, with fewer columns where there is less room. */
import styled from 'styled-components'
import type { Order } from '../../../terms/order'
import type { OrderColumn } from '../../orders/order-cells'
import { OrderTable } from '../../orders/order-table'
import { useTrade } from '../scene/trade-context'
import type { DockActions, DockTab } from './dock-data'

const Table = styled(OrderTable)`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  th, td { padding-inline: 10px; }
  /* Between list and ticket there is less room than on a tablet. */
  @media (min-width: 1024px) and (max-width: 1179.98px) { th, td { padding-inline: 5px; } }
  thead th { height: 30px; }
`

const ALWAYS: readonly OrderColumn[] = [{ key: 'instrument' }, { key: 'side' }, { key: 'lots' }]
const STOPS: readonly OrderColumn[] = [
  { key: 'tp', shownFrom: 'laptop' },
  { key: 'sl', shownFrom: 'laptop' },
]
const COLUMNS: Record<DockTab, readonly OrderColumn[]> = {
  holding: [
    ...ALWAYS,
    { key: 'openPrice' },
    { key: 'current' },
    ...STOPS,
    { key: 'margin' },
    { key: 'fee', shownFrom: 'wide' },
    { key: 'profit' },
    { key: 'opened', shownFrom: 'wide' },
    { key: 'actions' },
  ],
  pending: [
    ...ALWAYS,
    { key: 'target' },
    { key: 'current' },
    { key: 'distance' },
    ...STOPS,
    { key: 'margin' },
    { key: 'placed', shownFrom: 'wide' },
    { key: 'actions' },
  ],
  history: [
    ...ALWAYS,
    { key: 'openPrice' },
    { key: 'closePrice' },
    { key: 'fee', shownFrom: 'wide' },
    { key: 'profit' },
    { key: 'reason' },
    { key: 'closed' },
  ],
}
const TYPE_OF = { holding: '1', pending: '0', history: '3' } as const

interface DockTableProps {
  orders: readonly Order[]
  tab: DockTab
  actions: DockActions
  newOrderId: string | null
}

export function DockTable({ orders, tab, actions, newOrderId }: DockTableProps) {
  const { data } = useTrade()
  return (
    <Table
      orders={orders}
      tab={TYPE_OF[tab]}
      times={data.orderTimes}
      columns={COLUMNS[tab]}
      rowHeight={40}
      busyId={actions.busyId}
      newOrderId={newOrderId}
      leaving={actions.leaving}
      instruments={data.instruments}
      onEnd={actions.ask}
      {...(tab === 'history' ? {} : { onEdit: actions.edit })}
    />
  )
}
