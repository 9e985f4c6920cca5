import { useSearchParams } from '@remix-run/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useConnection } from '../../realtime'
import { Button, ChipGroup, type ChipOption, EmptyState, media, PageTitle, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { FAVOURITES, useFavourites } from './favourites'
import { FavouritesLabel } from './favourites-label'
import type { MarketsData } from './home-data'
import { MarketList, MarketListSkeleton } from './market-list'
import { MarketSearchField } from './market-search'
import { ALL_CATEGORIES as ALL, matchInstruments } from './match-instruments'
import { rememberSearch } from './recent-searches'
import { SessionStatus } from './session-status'

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
/** The desktop searches in its top bar; touch layouts search here once something is searched for. */
const TouchSearch = styled.div`
  ${media.desktop} { display: none; }
`

type Ready = Extract<MarketsData, { ok: true }>

function chipsOf(markets: Ready, allLabel: string, favourites: readonly string[]): ChipOption[] {
  return [
    { value: FAVOURITES, label: <FavouritesLabel />, count: markets.instruments.filter(({ code }) => favourites.includes(code)).length },
    { value: ALL, label: allLabel },
    ...markets.categories.map(({ id, name }) => ({ value: id, label: name, count: markets.counts[id] ?? 0 })),
  ]
}

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
  const favourites = useFavourites()
  const keepSearch = useCallback(() => rememberSearch(search), [search])
  // Only this device knows its favourites: the server's page leaves their place open, and which they are it says with the whole list.
  const isHydrated = useHydrated()
  const isWaiting = wanted === FAVOURITES && search === '' && !(isHydrated && markets.isWhole)
  const category = wanted !== null && (wanted === FAVOURITES || markets.categories.some(({ id }) => id === wanted)) ? wanted : ALL
  const shown = useMemo(
    () => matchInstruments(markets.instruments, { query: '', categoryId: search === '' ? category : ALL, favourites }, () => ''),
    [markets.instruments, category, search, favourites],
  )
  const coming = markets.isWhole || category === FAVOURITES ? 0 : (markets.counts[category] ?? 0) - shown.length
  const toldId = category === ALL || category === FAVOURITES ? markets.mainCategoryId : category
  const told = markets.categories.find(({ id }) => id === toldId)
  const session = toldId === null ? undefined : markets.sessions[toldId]
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
          <ChipGroup label={t('category.label')} options={chipsOf(markets, t('all'), favourites)} value={category} onChange={choose} />
        ) : (
          <TouchSearch>
            <MarketSearchField />
          </TouchSearch>
        )}
      </Tools>
      {isWaiting ? (
        <MarketListSkeleton />
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
        <NothingShown category={category} search={search} onAll={search === '' ? () => choose(ALL) : clearSearch} />
      )}
      <span className="sr-only" role="status">
        {search === '' ? '' : t('search.found', { count: shown.length })}
      </span>
    </Panel>
  )
}

function NothingShown({ category, search, onAll }: { category: string; search: string; onAll: () => void }) {
  const { t } = useTranslation('product')
  const action = <Button onClick={onAll}>{t('showAll')}</Button>
  if (search !== '') return <EmptyState art="search" title={t('empty.search', { search })} text={t('empty.searchHelp')} action={action} />
  if (category === FAVOURITES) return <EmptyState title={t('favourites.empty')} text={t('favourites.emptyText')} action={action} />
  return <EmptyState title={t('empty.category')} action={action} />
}
