/** What a list shows beside the price, and in which order. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { WATCHLIST_COLUMNS } from '../../../../contract/form-bounds'
import type { Watchlist } from '../../../../rules/watchlists'
import { Checkbox, Sheet, Stack, Text, token } from '../../../ui'
import { useSortable } from '../../../ui/use-sortable'
import { changeLists } from './change-watchlists'
import { liftedRow, SortHandle, SortStatus } from './sort-handle'

const List = styled.ul`
  display: grid;
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: ${token.space[2]};
    min-height: 44px;
    ${liftedRow}
  }
`
export type WatchlistColumn = (typeof WATCHLIST_COLUMNS)[number]

export const COLUMN_TEXT = {
  change: 'column.change',
  spread: 'column.spread',
  range: 'column.dayRange',
  day: 'column.day',
  position: 'column.position',
} as const satisfies Record<WatchlistColumn, string>

/** As chosen, without those that are not known any more. */
export const columnsOf = ({ columns }: Pick<Watchlist, 'columns'>): readonly WatchlistColumn[] =>
  columns.flatMap((column) => WATCHLIST_COLUMNS.find((known) => known === column) ?? [])

export function ColumnsSheet({ open, onClose, list }: { open: boolean; onClose: () => void; list: Watchlist }) {
  const { t } = useTranslation(['product', 'public'])
  const chosen = columnsOf(list)
  // Those that are not shown stand behind those that are.
  const all = [...chosen, ...WATCHLIST_COLUMNS.filter((column) => !chosen.includes(column))]
  const set = (columns: readonly string[]) => changeLists({ change: 'columns', id: list.id, columns })
  const box = useRef<HTMLUListElement>(null)
  const sortable = useSortable(box, all, (id, place) => {
    const others = all.filter((column) => column !== id)
    const moved = [...others.slice(0, place), id, ...others.slice(place)]
    set(moved.filter((column) => chosen.some((shown) => shown === column)))
  })
  const nameOf = (id: string) => t(COLUMN_TEXT[id as WatchlistColumn])
  return (
    <Sheet open={open} onClose={onClose} title={t('watchlist.columns')} closeLabel={t('public:close')}>
      <Stack>
        <Text $size="sm" $tone="secondary">
          {t('watchlist.columnsHelp')}
        </Text>
        <div>
          <List ref={box} aria-label={t('watchlist.columns')}>
            {sortable.order.map((column) => {
              const isShown = chosen.some((each) => each === column)
              return (
                <li key={column} {...sortable.row(column)}>
                  <SortHandle sortable={sortable} id={column} name={nameOf(column)} />
                  <Checkbox
                    label={nameOf(column)}
                    checked={isShown}
                    onChange={() => set(isShown ? chosen.filter((each) => each !== column) : [...chosen, column])}
                  />
                </li>
              )
            })}
          </List>
          <SortStatus sortable={sortable} nameOf={nameOf} />
        </div>
      </Stack>
    </Sheet>
  )
}
