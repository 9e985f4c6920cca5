/** The list of the news, newest first. How many pages are shown stands in the address, so that Back finds the same list again. */
import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../platform/paths'
import { Anchor, Button, EmptyState, Icon, Link, media, Only, PageTitle, ScrollList, token } from '../../ui'
import { useHydrated } from '../orders/use-hydrated'
import { useRefresh } from '../wallet/use-refresh'
import type { NewsLine, NewsListData } from './news-data'

export const NewsColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  max-width: 760px;
  margin-inline: auto;
  padding: 0 ${token.space[4]} ${token.space[10]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding-block: ${token.space[6]} ${token.space[12]}; }
`
const Rows = styled.ul`
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
`
const RowLink = styled(Anchor)`
  display: flex;
  gap: ${token.space[4]};
  justify-content: space-between;
  padding-block: ${token.space[4]};
  ${media.desktop} { padding-block: ${token.space[5]}; }
  &:hover h2 { text-decoration: underline; text-underline-offset: 0.15em; }
`
const Words = styled.div`
  display: grid;
  gap: ${token.space[1]};
  align-content: start;
  min-width: 0;
  h2 { font-size: ${token.type.lg}; font-weight: 600; line-height: 1.35; overflow-wrap: anywhere; }
  p {
    font-size: ${token.type.sm};
    line-height: 1.5;
    color: ${token.text.secondary};
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  time { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  ${media.desktop} { h2 { font-size: ${token.type.xl}; } }
`
/** The tile stays when the picture does not come. */
const Tile = styled.span`
  position: relative;
  flex: none;
  width: 92px;
  aspect-ratio: 4 / 3;
  display: grid;
  place-items: center;
  overflow: hidden;
  border-radius: ${token.radius.xs};
  background: ${token.surface.active};
  color: ${token.text.muted};
  img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
  ${media.desktop} { width: 152px; }
`

function Line({ line }: { readonly line: NewsLine }) {
  return (
    <li>
      <RowLink href={paths.newsDetail(line.id)} prefetch="intent">
        <Words>
          <h2 dir="auto">{line.title}</h2>
          {line.desc === '' ? null : <p dir="auto">{line.desc}</p>}
          <time dateTime={line.at.iso}>{line.at.text}</time>
        </Words>
        <Tile aria-hidden="true">
          <Icon name="newspaper" size={24} />
          {line.logo === '' ? null : <img src={line.logo} alt="" loading="lazy" />}
        </Tile>
      </RowLink>
    </li>
  )
}

/** How many came with the last page, for those who do not see them come. */
function useLastAdded(pages: number, count: number): number {
  const before = useRef({ pages, count })
  const added = pages > before.current.pages ? count - before.current.count : 0
  useEffect(() => {
    before.current = { pages, count }
  }, [pages, count])
  return added
}

export function NewsPage({ data }: { readonly data: NewsListData }) {
  const { t } = useTranslation('news')
  return (
    <NewsColumn>
      <Only on="desktop">
        <PageTitle>{data.title}</PageTitle>
      </Only>
      {data.ok ? <NewsList data={data} /> : <Failed code={data.code} message={data.message} label={t('failed')} />}
    </NewsColumn>
  )
}

function Failed({ code, message, label }: { readonly code: string; readonly message: string; readonly label: string }) {
  const { t } = useTranslation('news')
  const refresh = useRefresh()
  return (
    <EmptyState
      art="broken"
      title={label}
      text={message}
      code={t('public:errorCode', { code })}
      action={<Button onClick={() => void refresh()}>{t('retry')}</Button>}
    />
  )
}

function NewsList({ data }: { readonly data: Extract<NewsListData, { ok: true }> }) {
  const { t } = useTranslation('news')
  const hasScripts = useHydrated()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const refresh = useRefresh()
  const added = useLastAdded(data.pages, data.items.length)
  if (data.items.length === 0) return <EmptyState art="news" title={t('none')} text={t('noneText')} />
  const hasMore = data.items.length < data.total && data.canShowMore
  const next = paths.news({ page: String(data.pages + 1) })
  return (
    <ScrollList
      hasMore={hasMore && hasScripts}
      loading={state !== 'idle'}
      onMore={() => navigate(next, { replace: true, preventScrollReset: true })}
      loadMoreLabel={t('showMore')}
      endLabel={hasMore ? <Link href={next}>{t('showMore')}</Link> : t('end')}
      announcement={added > 0 ? t('moreLoaded', { count: added }) : ''}
      onRefresh={refresh}
      refreshLabel={t('refreshing')}
    >
      <Rows>
        {data.items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Rows>
    </ScrollList>
  )
}
