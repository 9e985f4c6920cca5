/** The instruments of one watchlist in their order, each moved by its handle, with the columns of the list. */
import { type CSSProperties, memo, type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { spreadOf } from '../../../../rules/price'
import type { Watchlist } from '../../../../rules/watchlists'
import { paths } from '../../../addresses/paths'
import { useIsStale, useQuote } from '../../../realtime'
import type { Order } from '../../../terms/order'
import { exactPrices } from '../../../terms/quote'
import { Anchor, Change, IconButton, InstrumentMark, media, Price, RangeBar, Sparkline, StatusDot, token } from '../../../ui'
import { DASH } from '../../../ui/decimal-text'
import { type Sortable, useSortable } from '../../../ui/use-sortable'
import { useSite } from '../../../visitor/site'
import { LiveProfit } from '../../orders/live-figures'
import { lotsText } from '../../orders/order-facts'
import { usePositions } from '../../orders/use-positions'
import type { ListedInstrument } from '../drawn-instrument'
import { useInstrumentName } from '../instrument-name'
import { spreadText } from '../spread-text'
import { useListedQuote } from '../use-listed-quote'
import { changeLists } from './change-watchlists'
import { COLUMN_TEXT, columnsOf, type WatchlistColumn } from './columns-sheet'
import { liftedRow, SortHandle, SortStatus } from './sort-handle'

const Table = styled.table`
  &, thead, tbody { display: block; }
  tr {
    display: grid;
    grid-template-columns: 44px minmax(112px, 1.4fr) minmax(96px, auto) repeat(var(--columns), minmax(72px, 1fr)) 44px;
    align-items: center;
    gap: ${token.space[2]};
    padding-inline: 4px;
    position: relative;
    ${media.desktop} { padding-inline: ${token.space[3]}; gap: ${token.space[3]}; }
  }
  thead tr { padding-block: 8px 6px; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  tbody tr { min-height: 60px; border-block-start: 1px solid ${token.border.hairline}; ${liftedRow} }
  tbody tr:hover { background: ${token.surface.hover}; --mark-ring: ${token.surface.hover}; }
  th, td { padding: 0; text-align: start; font-weight: 400; min-width: 0; }
  [data-column='price'], [data-column='change'], [data-column='spread'], [data-column='position'] { text-align: end; justify-self: end; }
  [data-span='end'] { grid-column: -2 / -1; }
  /* A phone has room for the first two: one under the price, one before it. */
  ${media.phone} {
    tr { grid-template-columns: 44px minmax(0, 1fr) minmax(0, auto) minmax(88px, auto) 44px; grid-auto-flow: dense; }
    tr { column-gap: 4px; row-gap: 0; }
    [data-column='price'] { grid-column: 4; }
    tbody [data-column='price']:has(+ [data-at]) { align-self: end; }
    thead [data-at] { display: none; }
    tbody [data-at] { display: none; }
    tbody [data-at='0'] { display: block; grid-column: 4; font-size: ${token.type.xs}; justify-self: end; align-self: start; }
    tbody [data-at='1'] svg { width: 44px; }
    tbody [data-at='1'] { display: block; grid-column: 3; grid-row: 1 / span 2; }
    tbody [data-span] { grid-row: 1 / span 2; }
  }
`
const Name = styled.th`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  ${media.phone} { gap: ${token.space[2]}; }
  b { display: block; font-weight: 600; font-size: 15px; line-height: 1.3; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  > span { min-width: 0; }
  &[data-gone] b { color: ${token.text.muted}; }
`
/** The link covers the row; handle and button stand above it. */
const RowLink = styled(Anchor)`
  display: block;
  min-width: 0;
  &::after { content: ''; position: absolute; inset: 0; z-index: 1; }
  &:focus-visible { outline: 0; }
  &:focus-visible::after { outline: 2px solid ${token.focus}; outline-offset: -2px; border-radius: ${token.radius.xs}; }
`
const Remove = styled(IconButton)`
  z-index: 2;
  color: ${token.text.muted};
`
const Foot = styled.div`
  padding-inline: ${token.space[4]};
  ${media.desktop} { padding-inline: ${token.space[5]}; }
`
const Spark = memo(Sparkline)

interface WatchlistTableProps {
  list: Watchlist
  name: string
  instruments: readonly ListedInstrument[]
  staleAfterMs: number
  isMuted: boolean
}

export function WatchlistTable({ list, name, instruments, staleAfterMs, isMuted }: WatchlistTableProps) {
  const { t } = useTranslation('product')
  const columns = columnsOf(list)
  const { trader } = useSite()
  const { positions } = usePositions(trader !== null && columns.includes('position'))
  const box = useRef<HTMLTableSectionElement>(null)
  const sortable = useSortable(box, list.instruments, (code, place) => changeLists({ change: 'add', id: list.id, instrument: code, place }))
  const byCode = useMemo(() => new Map(instruments.map((each) => [each.code, each])), [instruments])
  const symbolOf = (code: string) => byCode.get(code)?.symbol ?? code
  return (
    <>
      <Table aria-label={name} data-stale={isMuted ? 'true' : undefined} style={{ '--columns': columns.length } as CSSProperties}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('column.instrument')}</th>
            <th scope="col" data-column="price">
              {t('column.price')}
            </th>
            {columns.map((column, at) => (
              <th key={column} scope="col" data-column={column} data-at={at}>
                {t(COLUMN_TEXT[column])}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody ref={box}>
          {sortable.order.map((code) => {
            const instrument = byCode.get(code)
            const shared = { code, name, listId: list.id, sortable }
            return instrument === undefined ? (
              <GoneRow key={code} {...shared} />
            ) : (
              <OfferedRow
                key={code}
                {...shared}
                instrument={instrument}
                columns={columns}
                staleAfterMs={staleAfterMs}
                orders={positions?.orders.filter((order) => order.instrument.code === code) ?? []}
              />
            )
          })}
        </tbody>
      </Table>
      <Foot>
        <SortStatus sortable={sortable} nameOf={symbolOf} />
      </Foot>
    </>
  )
}

interface RowProps {
  code: string
  /** Of the list. */
  name: string
  listId: string
  sortable: Sortable
}

function RemoveCell({ code, symbol, name, listId }: Omit<RowProps, 'sortable'> & { symbol: string }) {
  const { t } = useTranslation('product')
  const remove = () => changeLists({ change: 'remove', id: listId, instrument: code })
  return (
    <td data-span="end">
      <Remove icon="x" iconSize={16} label={t('watchlist.remove', { code: symbol, name })} onClick={remove} />
    </td>
  )
}

/** An instrument that the company does not offer any more: it keeps its place until it is removed, or comes back. */
function GoneRow({ sortable, ...row }: RowProps) {
  const { t } = useTranslation('product')
  return (
    <tr {...sortable.row(row.code)}>
      <td data-span="">
        <SortHandle sortable={sortable} id={row.code} name={row.code} />
      </td>
      <Name scope="row" data-gone="" data-span="">
        <span>
          <b>
            <bdi dir="ltr">{row.code}</bdi>
          </b>
          <small>{t('watchlist.gone')}</small>
        </span>
      </Name>
      <td data-column="price">{DASH}</td>
      <RemoveCell {...row} symbol={row.code} />
    </tr>
  )
}

interface OfferedRowProps extends RowProps {
  instrument: ListedInstrument
  columns: readonly WatchlistColumn[]
  staleAfterMs: number
  orders: readonly Order[]
}

function OfferedRow({ sortable, instrument, columns, staleAfterMs, orders, ...shared }: OfferedRowProps) {
  const { t } = useTranslation('product')
  const nameOf = useInstrumentName()
  const row = useRef<HTMLTableRowElement>(null)
  const { close, change, low, high, isClosed, direction } = useListedQuote(instrument, row)
  const isStale = useIsStale(instrument.id, staleAfterMs)
  const { code, symbol, pricePrecision: precision } = instrument
  const cells: Record<WatchlistColumn, () => ReactNode> = {
    change: () => (isClosed ? <StatusDot tone="off" label={t('closed')} /> : <Change value={change} decimals={2} />),
    spread: () => <Spread instrument={instrument} />,
    range: () => <RangeBar low={low} high={high} last={close} precision={precision} />,
    day: () => <Spark drawing={instrument.sparkDrawing} direction={direction} />,
    position: () => <Positions orders={orders} />,
  }
  return (
    <tr ref={row} {...sortable.row(code)} data-instrument={code} data-stale={isStale ? 'true' : undefined}>
      <td data-span="">
        <SortHandle sortable={sortable} id={code} name={symbol} />
      </td>
      <Name scope="row" data-span="">
        <InstrumentMark code={symbol} logo={instrument.logo} />
        <RowLink href={paths.trade({ code })} prefetch="intent" data-row-link="">
          <b>
            <bdi dir="ltr">{symbol}</bdi>
          </b>
          <small>{nameOf(instrument)}</small>
        </RowLink>
      </Name>
      <td data-column="price">
        <Price value={close} precision={precision} tick={!isClosed} stale={isStale || isClosed} />
      </td>
      {columns.map((column, at) => (
        <td key={column} data-column={column} data-at={at}>
          {cells[column]()}
        </td>
      ))}
      <RemoveCell {...shared} symbol={symbol} />
    </tr>
  )
}

function Spread({ instrument: { id, quote: listed, quoteToUsdt, pricePrecision } }: { instrument: ListedInstrument }) {
  const quote = useQuote(id) ?? { ...listed, quoteToUsdt }
  return <bdi dir="ltr">{spreadText(spreadOf(exactPrices(quote)), pricePrecision) || DASH}</bdi>
}

/** Side and size of each position, with what it has made so far. */
function Positions({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation('order')
  if (orders.length === 0) return DASH
  return orders.map((order) => (
    <div key={order.id}>
      <small>
        {t(order.side === 'buy' ? 'long' : 'short')} <bdi dir="ltr">{lotsText(order.lots)}</bdi>
      </small>{' '}
      <LiveProfit order={order} />
    </div>
  ))
}
