import { memo, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../terms/order'
import { DataTable, TableHead, token } from '../../ui'
import {
  isNumberColumn,
  ORDER_CELLS,
  ORDER_ROOM,
  type OrderCell,
  type OrderColumn,
  type OrderColumnKey,
  type OrderColumnRoom,
} from './order-cells'
import { type NamedInstrument, type OrderTabId, type OrderTimes, TAB_NAME } from './orders-data'
import { UnknownOrderRow, useUnknownOrderOf } from './unknown-order-row'
import { useIsMuted } from './use-locked-reason'

interface OrderSelection {
  readonly selectedId: string | null
  readonly onSelect: (order: Order) => void
  readonly onOpen: (order: Order) => void
}

interface OrderTableProps {
  orders: readonly Order[]
  tab: OrderTabId
  times: Readonly<Record<string, OrderTimes>>
  busyId: string | null
  onEnd: (order: Order) => void
  onEdit?: (order: Order) => void
  /** Rows can be chosen: by a click, by the focus, by j and k. */
  selection?: OrderSelection
  columns?: readonly OrderColumn[]
  rowHeight?: 48 | 40
  /** Was placed a moment ago: its row is tinted once. */
  newOrderId?: string | null
  leaving?: ReadonlySet<string>
  /** Names an order whose end is not known, which stands first. */
  instruments?: readonly NamedInstrument[]
  className?: string
}

const Table = styled(DataTable)`
  th, td { padding-inline: 9px; }
  tbody th { text-align: start; }
  td a { min-height: 28px; padding-block: 2px; padding-inline: 10px; font-size: ${token.type.xs}; }
  tr { transition: opacity ${token.motion.move} ${token.motion.leave}; }
  tr[aria-busy='true'] { background: ${token.surface.sunken}; --mark-ring: ${token.surface.sunken}; }
  tr[data-leaving] { opacity: 0; }
  tr[data-new] > * { animation: order-new 1.6s ${token.motion.enter}; }
  @keyframes order-new { from { background: ${token.brand.soft}; } }
  tbody tr { cursor: default; }
  /* Fewer columns where there is less room. */
  [data-from] { display: none; }
  ${ORDER_ROOM.laptop} { [data-from='laptop'] { display: table-cell; } }
  ${ORDER_ROOM.wide} { [data-from='wide'] { display: table-cell; } }
`

const always = (...keys: readonly OrderColumnKey[]): readonly OrderColumn[] => keys.map((key) => ({ key }))
/** Beside the table stands the chosen order with everything that a narrower window leaves out here. */
const from = (shownFrom: OrderColumnRoom, ...keys: readonly OrderColumnKey[]): readonly OrderColumn[] =>
  keys.map((key) => ({ key, shownFrom }))

const COLUMNS: Record<OrderTabId, readonly OrderColumn[]> = {
  '1': [
    ...always('instrument', 'side', 'lots'),
    ...from('laptop', 'openPrice'),
    ...always('current'),
    ...from('wide', 'tp', 'sl'),
    ...from('laptop', 'margin'),
    ...from('wide', 'fee'),
    ...always('profit'),
    ...from('wide', 'opened'),
    ...always('actions'),
  ],
  '0': [
    ...always('instrument', 'side', 'lots', 'target'),
    ...from('laptop', 'current', 'distance'),
    ...from('wide', 'tp', 'sl'),
    ...from('laptop', 'margin'),
    ...from('wide', 'placed'),
    ...always('actions'),
  ],
  '3': [
    ...always('instrument', 'side', 'lots'),
    ...from('laptop', 'openPrice', 'closePrice'),
    ...from('wide', 'fee'),
    ...always('profit'),
    ...from('laptop', 'reason'),
    ...from('wide', 'opened'),
    ...always('closed'),
  ],
}

const NO_INSTRUMENTS: readonly NamedInstrument[] = []

/** A list of orders as a table, with the columns that the place has room for. */
export function OrderTable(props: OrderTableProps) {
  const { orders, tab, busyId, times, rowHeight = 48, columns: shown = COLUMNS[tab] } = props
  const { t } = useTranslation('order')
  const unknown = useUnknownOrderOf(tab)
  useFocusFromBefore(orders, props.selection)
  return (
    <Table label={t(`tab.${TAB_NAME[tab]}`)} rowHeight={rowHeight} className={props.className}>
      <TableHead
        columns={shown.map(({ key, shownFrom }) => ({
          label: t(`column.${key}`),
          isNumber: isNumberColumn(key),
          isSilent: key === 'actions',
          'data-from': shownFrom,
        }))}
      />
      <tbody>
        {unknown === null ? null : (
          <UnknownOrderRow sending={unknown} instruments={props.instruments ?? NO_INSTRUMENTS} columns={shown.length} />
        )}
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            tab={tab}
            times={times[order.id]}
            columns={shown}
            isSelected={props.selection === undefined ? undefined : order.id === props.selection.selectedId}
            isBusy={order.id === busyId}
            isNew={order.id === props.newOrderId}
            isLeaving={props.leaving?.has(order.id) === true}
            onSelect={props.selection?.onSelect}
            onOpen={props.selection?.onOpen}
            onEnd={props.onEnd}
            onEdit={props.onEdit}
          />
        ))}
      </tbody>
    </Table>
  )
}

/**
 * A click on the page as the server wrote it puts the focus into a row before any script can hear of it: that row is
 * taken for the chosen one as soon as the scripts are there.
 */
function useFocusFromBefore(orders: readonly Order[], selection: OrderSelection | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there before the first effect counts.
  useEffect(() => {
    const id = document.activeElement?.closest('tr[data-order]')?.getAttribute('data-order')
    const order = orders.find((each) => each.id === id)
    if (order !== undefined && selection !== undefined && order.id !== selection.selectedId) selection.onSelect(order)
  }, [])
}

interface OrderRowProps extends OrderCell {
  columns: readonly OrderColumn[]
  /** Undefined where rows cannot be chosen. */
  isSelected: boolean | undefined
  isNew: boolean
  isLeaving: boolean
  onSelect: ((order: Order) => void) | undefined
  onOpen: ((order: Order) => void) | undefined
}

const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, isSelected, onSelect, onOpen } = props
  return (
    <tr
      data-order={order.id}
      data-stale={useIsMuted(order) ? 'true' : undefined}
      data-new={props.isNew ? '' : undefined}
      data-leaving={props.isLeaving ? '' : undefined}
      aria-selected={isSelected}
      aria-busy={props.isBusy || undefined}
      tabIndex={isSelected === undefined ? undefined : isSelected ? 0 : -1}
      onClick={() => onSelect?.(order)}
      onFocus={() => onSelect?.(order)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(order)
      }}
    >
      {props.columns.map(({ key, shownFrom }) => {
        if (key === 'instrument') {
          return (
            <th key={key} scope="row" data-from={shownFrom}>
              {ORDER_CELLS[key](props)}
            </th>
          )
        }
        return (
          <td key={key} data-n={isNumberColumn(key) ? '' : undefined} data-from={shownFrom}>
            {ORDER_CELLS[key](props)}
          </td>
        )
      })}
    </tr>
  )
})
