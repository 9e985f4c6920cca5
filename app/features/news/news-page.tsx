/** The list of the news, newest first. How many pages are shown stands in the address, so that Back finds the same list again. */
import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Button, EmptyState, Link, Only, PageTitle, ScrollList, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { useRefresh } from '../../ui/use-refresh'
import { NewsColumn } from './news-column'
import type { NewsListData } from './news-data'
import { NewsRow } from './news-row'

const Rows = styled.ul`
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
`
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
          <NewsRow key={line.id} line={line} />
        ))}
      </Rows>
    </ScrollList>
  )
}
