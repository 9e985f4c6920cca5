import { useSearchParams } from '@remix-run/react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useConnection } from '../../realtime'
import { Button, ChipGroup, type ChipOption, EmptyState, media, PageTitle, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import type { MarketsData } from './home-data'
import { MarketList } from './market-list'
import { MarketSearchField } from './market-search'
import { ALL_CATEGORIES as ALL, matchInstruments } from './match-instruments'
import { rememberSearch } from './recent-searches'
import { SessionStatus } from './session-status'
import { useListChips, useShownLists } from './watchlist/list-chips'
import { isWatchlistId } from './watchlist/watchlists'

const WatchlistPanel = lazy(() => import('./watchlist/watchlist-panel'))

const Panel = styled.section`
  min-width: 0;
  ${media.desktop} {
    background: ${token.surface.surface};
    border-radius: ${token.radius.md};
    box-shadow: ${token.shadow.card};
    overflow: hidden;
    --mark-ring: ${token.surface.surface};
  }
`
const PanelHead = styled.div`
  display: none;
  ${media.desktop} {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token.space[4]};
    padding: ${token.space[4]} ${token.space[5]} 0;
  }
`
const Tools = styled.div`
  padding: ${token.space[3]} ${token.space[4]} 0;
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: ${token.space[3]} ${token.space[5]} ${token.space[2]}; }
  ${media.touch} { [data-chip] small { display: none; } }
`
/** Where a watchlist will stand, so that nothing below it moves. */
const ListPlace = styled.div`
  min-height: calc(10 * ${token.size.row});
`
/** The desktop searches in its top bar; touch layouts search here once something is searched for. */
const TouchSearch = styled.div`
  ${media.desktop} { display: none; }
`

type Ready = Extract<MarketsData, { ok: true }>

interface MarketsPanelProps {
  markets: Ready
  search: string
  staleAfterMs: number
}

/** Title, session, category chips and the live list. The address keeps category and search. */
export function MarketsPanel({ markets, search, staleAfterMs }: MarketsPanelProps) {
  const { t } = useTranslation('product')
  const [parameters, setParameters] = useSearchParams()
  const { isLost } = useConnection()
  const wanted = parameters.get('category')
  const lists = useShownLists()
  const listChips = useListChips()
  const keepSearch = useCallback(() => rememberSearch(search), [search])
  // Only the browser knows the lists: the server's page leaves their place open, and which they are it says with the whole market.
  const isHydrated = useHydrated()
  const isOfList = isWatchlistId(wanted) && search === ''
  const isWaiting = isOfList && !(isHydrated && markets.isWhole)
  const list = isOfList ? lists.find(({ id }) => id === wanted) : undefined
  const category = list?.id ?? (markets.categories.some(({ id }) => id === wanted) ? (wanted ?? ALL) : ALL)
  const shown = useMemo(
    () => matchInstruments(markets.instruments, { query: '', categoryId: search === '' && list === undefined ? category : ALL }, () => ''),
    [markets.instruments, category, search, list],
  )
  const coming = markets.isWhole ? 0 : (markets.counts[category] ?? 0) - shown.length
  const toldId = category === ALL || list !== undefined ? markets.mainCategoryId : category
  const told = markets.categories.find(({ id }) => id === toldId)
  const session = toldId === null ? undefined : markets.sessions[toldId]
  const chips: ChipOption[] = [
    ...listChips(lists, ({ instruments }) => instruments.length),
    { value: ALL, label: t('all') },
    ...markets.categories.map(({ id, name }) => ({ value: id, label: name, count: markets.counts[id] ?? 0 })),
  ]
  const choose = (value: string) =>
    setParameters(
      (before) => {
        if (value === ALL) before.delete('category')
        else before.set('category', value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  const clearSearch = () => setParameters(new URLSearchParams(), { replace: true, preventScrollReset: true })
  return (
    <Panel aria-label={t('title')}>
      <PanelHead>
        <PageTitle>{t('title')}</PageTitle>
        {told && session ? <SessionStatus categoryName={told.name} session={session} readAt={markets.readAt} /> : null}
      </PanelHead>
      <Tools>
        {search === '' ? (
          <ChipGroup label={t('category.label')} options={chips} value={isWaiting ? wanted : category} onChange={choose} />
        ) : (
          <TouchSearch>
            <MarketSearchField />
          </TouchSearch>
        )}
      </Tools>
      {isWaiting ? (
        <ListPlace role="status" aria-label={t('loading')} />
      ) : list !== undefined ? (
        <Suspense fallback={<ListPlace role="status" aria-label={t('loading')} />}>
          <WatchlistPanel list={list} instruments={markets.instruments} staleAfterMs={staleAfterMs} isMuted={isLost} onChoose={choose} />
        </Suspense>
      ) : shown.length > 0 || coming > 0 ? (
        <MarketList
          label={t('title')}
          instruments={shown}
          staleAfterMs={staleAfterMs}
          isMuted={isLost}
          query={search}
          onOpen={keepSearch}
          comingRows={coming}
        />
      ) : (
        <NothingShown search={search} onAll={search === '' ? () => choose(ALL) : clearSearch} />
      )}
      <span className="sr-only" role="status">
        {search === '' ? '' : t('search.found', { count: shown.length })}
      </span>
    </Panel>
  )
}

function NothingShown({ search, onAll }: { search: string; onAll: () => void }) {
  const { t } = useTranslation('product')
  const action = <Button onClick={onAll}>{t('showAll')}</Button>
  if (search !== '') return <EmptyState art="search" title={t('empty.search', { search })} text={t('empty.searchHelp')} action={action} />
  return <EmptyState title={t('empty.category')} action={action} />
}
