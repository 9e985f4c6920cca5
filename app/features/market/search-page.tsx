/** The search of a company's own site: its instruments by code and by name in the visitor's language. */
import { Form } from '@remix-run/react'
import { type FormEvent, type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useConnection, useMarketFeed } from '../../realtime'
import { STALE_AFTER_MS } from '../../realtime/stale-after'
import { ButtonLink, EmptyState, media, PageTitle, SearchField, token } from '../../ui'
import { LoadFailed } from '../../ui/load-failed'
import { useInstrumentName } from './instrument-name'
import { MarketList } from './market-list'
import { ALL_CATEGORIES, matchInstruments } from './match-instruments'
import { RecentList } from './recent-list'
import { rememberSearch } from './recent-searches'
import { type MarketSearchData, SEARCH_PARAMETER } from './search-data'
import { useTypedSearch } from './use-typed-search'

const Layout = styled.div`
  max-width: 1080px;
  padding-block-end: ${token.space[12]};
  ${media.touch} { padding-block-start: ${token.space[4]}; }
  ${media.desktop} { margin-inline: auto; padding: ${token.space[6]}; }
`
const PageHead = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  padding-inline: ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding-inline: 0; }
  h1 { ${media.touch} { display: none; } }
`
const Count = styled.p`
  padding-block: ${token.space[2]};
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
`
const Results = styled.div`
  ${media.desktop} {
    background: ${token.surface.surface};
    border-radius: ${token.radius.md};
    box-shadow: ${token.shadow.card};
    overflow: hidden;
    --mark-ring: ${token.surface.surface};
  }
`
const Recent = styled(RecentList)`
  display: grid;
  gap: ${token.space[2]};
`

export function MarketSearchPage({ data }: { data: MarketSearchData }) {
  const { t } = useTranslation('product')
  const { text, setText, query } = useTypedSearch()
  const nameOf = useInstrumentName()
  const { isLost } = useConnection()
  useMarketFeed(data.instruments)
  const results = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language only, and the page with it.
  const found = useMemo(() => matchInstruments(data.instruments, { query, categoryId: ALL_CATEGORIES }, nameOf), [data.instruments, query])
  const keepOpened = useCallback(() => rememberSearch(query), [query])
  const goToResults = (event: KeyboardEvent) => {
    const first = results.current?.querySelector<HTMLElement>('[data-row-link]')
    if (event.key !== 'ArrowDown' || first == null) return
    event.preventDefault()
    first.focus()
  }
  const keepSearch = (event: FormEvent) => {
    // The page searches by itself; Enter only says that this is what was meant.
    event.preventDefault()
    rememberSearch(text)
  }
  return (
    <Layout>
      <PageHead>
        <PageTitle>{data.title}</PageTitle>
        <Form method="get" action={paths.product()} onSubmit={keepSearch}>
          <SearchField
            value={text}
            onChange={setText}
            label={t('search.label')}
            placeholder={t('search.label')}
            clearLabel={t('search.clear')}
            name={SEARCH_PARAMETER}
            searching={text.trim() !== query}
            onKeyDown={goToResults}
            shortcut="/"
            autoFocus
          />
        </Form>
        {text === '' ? <Recent onChoose={setText} /> : null}
        {data.failure === null ? <Count role="status">{t('search.found', { count: found.length })}</Count> : null}
      </PageHead>
      {data.failure !== null ? (
        <LoadFailed texts="product" code={data.failure} />
      ) : found.length === 0 ? (
        <EmptyState
          art="search"
          title={query === '' ? t('empty.category') : t('empty.search', { search: query })}
          {...(query === '' ? {} : { text: t('empty.searchHelp') })}
          action={<ButtonLink href={paths.product()}>{t('showAll')}</ButtonLink>}
        />
      ) : (
        <Results ref={results}>
          <MarketList
            label={t('title')}
            instruments={found}
            staleAfterMs={STALE_AFTER_MS}
            isMuted={isLost}
            query={query}
            onOpen={keepOpened}
          />
        </Results>
      )}
    </Layout>
  )
}
