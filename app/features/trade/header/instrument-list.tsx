/** The instruments beside the chart (desktop) and in the drawer (touch): search, category chips, live rows. */
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { InTurn } from '../../../page/in-turn'
import { SharedPart } from '../../../page/shared-part'
import { ChipGroup, Drawer, Link, media, SearchField, token, useIsDesktop } from '../../../ui'
import { useTabState } from '../../../visitor/tab-state'
import type { DrawnInstrument } from '../../market/drawn-instrument'
import { useInstrumentName } from '../../market/instrument-name'
import { ALL_CATEGORIES, matchInstruments } from '../../market/match-instruments'
import { RecentList } from '../../market/recent-list'
import { rememberSearch } from '../../market/recent-searches'
import { SortSelect } from '../../market/sort-select'
import { useMarketOrder, useOrderedMarkets } from '../../market/use-market-order'
import { useListChips, useShownLists } from '../../market/watchlist/list-chips'
import { isWatchlistId } from '../../market/watchlist/watchlists'
import { useTrade } from '../scene/trade-context'
import { InstrumentRow } from './instrument-row'

const Column = styled.section`
  display: none;
  grid-area: list;
  min-height: 0;
  background: ${token.surface.surface};
  border-inline-end: 1px solid ${token.border.hairline};
  --mark-ring: ${token.surface.surface};
  ${media.desktop} { display: flex; flex-direction: column; }
`
const InstrumentListHead = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding: 4px ${token.space[4]} 10px;
  flex: none;
  ${media.desktop} { gap: ${token.space[2]}; padding: 10px ${token.space[3]}; }
`
const Rows = styled.div`
  overflow: auto;
  position: relative;
  min-height: 0;
  flex: 1;
  overscroll-behavior: contain;
  ${media.desktop} { padding-block-end: ${token.space[2]}; }
`
const Search = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  margin-inline-end: -10px;
  > :first-child { flex: 1; min-width: 0; }
`
/** Shown while the head has the focus and nothing is typed. */
const Recent = styled(RecentList)`
  display: none;
  ${InstrumentListHead}:focus-within & { display: grid; gap: 4px; }
`
const Nothing = styled.p`
  padding: ${token.space[8]} ${token.space[4]};
  text-align: center;
  font-size: ${token.type.sm};
  color: ${token.text.muted};
  overflow-wrap: anywhere;
`

function useInstrumentList() {
  const { data } = useTrade()
  const nameOf = useInstrumentName()
  const [query, setQuery] = useState('')
  const [categoryId, setCategoryId] = useTabState<string>('trade', 'category', ALL_CATEGORIES)
  const lists = useShownLists()
  const watchlist = lists.find(({ id }) => id === categoryId)?.instruments
  // A list that was deleted elsewhere leaves the whole market.
  const shownId = watchlist === undefined && isWatchlistId(categoryId) ? ALL_CATEGORIES : categoryId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language only, and the page with it.
  const found = useMemo(
    () => matchInstruments(data.instruments, { query, categoryId: shownId, watchlist }, nameOf),
    [data.instruments, query, shownId, watchlist],
  )
  const [order] = useMarketOrder()
  const [shown, calm] = useOrderedMarkets(found, order)
  const rows = useRef<HTMLDivElement>(null)
  return { query, setQuery, categoryId: shownId, setCategoryId, lists, categories: data.categories, shown, calm, rows }
}

function ListHead({ list, isDense }: { list: ReturnType<typeof useInstrumentList>; isDense: boolean }) {
  const { t } = useTranslation('trade')
  const listChips = useListChips()
  const chips = [
    ...listChips(list.lists),
    { value: ALL_CATEGORIES, label: t('all') },
    ...list.categories.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const density = isDense ? 'dense' : 'normal'
  return (
    <InstrumentListHead>
      <Search>
        <SearchField
          value={list.query}
          onChange={list.setQuery}
          label={t('search')}
          placeholder={t('search')}
          clearLabel={t('clearSearch')}
          density={density}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rememberSearch(list.query)
            if (event.key === 'ArrowDown' && focusFirst(list.rows)) event.preventDefault()
          }}
          {...(isDense ? { shortcut: '/' } : {})}
        />
        <SortSelect />
      </Search>
      {list.query === '' ? <Recent onChoose={list.setQuery} /> : null}
      <ChipGroup label={t('category')} options={chips} value={list.categoryId} onChange={list.setCategoryId} density={density} />
    </InstrumentListHead>
  )
}

function focusFirst(rows: RefObject<HTMLDivElement | null>): boolean {
  const first = rows.current?.querySelector<HTMLElement>('[data-instrument]')
  first?.focus()
  return first != null
}

/** Up and down walk through the rows; Enter is the link's own. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-instrument]')]
  const next = rows[rows.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function ListRows({
  list,
  layout,
  onChoose,
}: {
  list: ReturnType<typeof useInstrumentList>
  layout: 'drawer' | 'list'
  onChoose?: () => void
}) {
  const { t } = useTranslation('trade')
  const { data, instrument, period, brokerTerms } = useTrade()
  const { query } = list
  const choose = useCallback(() => {
    rememberSearch(query)
    onChoose?.()
  }, [query, onChoose])
  if (list.shown.length === 0) {
    return <NothingListed categoryId={list.categoryId} query={list.query} />
  }
  const row = (each: DrawnInstrument): ReactNode => (
    <InTurn key={each.id}>
      <InstrumentRow
        instrument={each}
        period={period}
        isCurrent={each.id === instrument.id}
        staleAfterMs={brokerTerms?.staleAfterMs ?? Number.POSITIVE_INFINITY}
        layout={layout}
        onChoose={choose}
        query={list.query}
      />
    </InTurn>
  )
  return (
    <Rows ref={list.rows} role="group" aria-label={t('markets')} onKeyDown={moveBetweenRows} {...list.calm}>
      {list.shown.map(row)}
      {data.isWhole ? null : (
        <noscript>
          <Link href={paths.trade({ all: '1' })}>{t('product:viewAll')}</Link>
        </noscript>
      )}
    </Rows>
  )
}

function NothingListed({ categoryId, query }: { categoryId: string; query: string }) {
  const { t } = useTranslation(['trade', 'product'])
  if (query !== '') return <Nothing role="status">{t('trade:noMatch', { query })}</Nothing>
  if (!isWatchlistId(categoryId)) return <Nothing role="status">{t('trade:noneInCategory')}</Nothing>
  return (
    <Nothing role="status">
      {t('product:watchlist.empty')}. {t('product:favourites.emptyText')}
    </Nothing>
  )
}

/** Beside the chart of a desktop. Where it cannot be seen its rows are not written, and their prices need not move. */
export function InstrumentColumn() {
  const { t } = useTranslation('trade')
  const list = useInstrumentList()
  const { data, instrument, period, brokerTerms } = useTrade()
  const isSeen = useIsDesktop(data.isMobileAgent !== true)
  return (
    <Column aria-label={t('markets')}>
      <ListHead list={list} isDense />
      <SharedPart name="instruments" of={[data.instruments, data.categories, instrument.id, period, brokerTerms?.staleAfterMs, isSeen]}>
        {isSeen ? <ListRows list={list} layout="list" /> : null}
      </SharedPart>
    </Column>
  )
}

export function InstrumentDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('trade')
  const list = useInstrumentList()
  return (
    <Drawer open={open} onClose={onClose} title={t('markets')} closeLabel={t('close')} head={<ListHead list={list} isDense={false} />}>
      <ListRows list={list} layout="drawer" onChoose={onClose} />
    </Drawer>
  )
}
