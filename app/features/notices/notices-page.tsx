/** The notices of the trader, newest first. Opening the page reads them; what was new stays marked for as long as it is open. */
import { Form, useFetcher, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { LocalTime } from '../../time/local-time'
import { Badge, Button, Card, EmptyState, Link, ScrollList, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { useRefresh } from '../../ui/use-refresh'
import { type NoticesData, placeOf, type ShownNotice } from './notices-data'

const Rows = styled.ul`
  li { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; padding: 14px ${token.space[4]}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  li > p { font-size: ${token.type.sm}; line-height: 1.5; color: ${token.text.secondary}; overflow-wrap: anywhere; }
`
const PageHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  h2 { font-size: ${token.type.md}; font-weight: 600; min-width: 0; overflow-wrap: anywhere; }
`
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[1]} ${token.space[4]};
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`

/** Tells the broker once for each newest notice, and remembers what was new when it was first seen. */
function useReading(notices: readonly ShownNotice[]): ReadonlySet<string> {
  const { submit } = useFetcher()
  const told = useRef<string | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set(notices.filter(({ isRead }) => !isRead).map(({ id }) => id)))
  useEffect(() => {
    const unread = notices.filter(({ isRead }) => !isRead)
    const newest = unread[0]
    if (newest === undefined) return
    setFresh((before) => (unread.every(({ id }) => before.has(id)) ? before : new Set([...before, ...unread.map(({ id }) => id)])))
    if (told.current === newest.id) return
    told.current = newest.id
    submit({ up_to: newest.id }, { method: 'post', action: paths.mine.notices() })
  }, [notices, submit])
  return fresh
}

function Row({ notice, isNew }: { notice: ShownNotice; isNew: boolean }) {
  const { t } = useTranslation('notice')
  const place = placeOf(notice.kind)
  return (
    <li>
      <PageHead>
        <h2>{notice.title}</h2>
        {isNew ? <Badge tone="brand">{t('page.new')}</Badge> : null}
      </PageHead>
      <p dir="auto">{notice.text}</p>
      <Foot>
        <LocalTime moment={notice.at} />
        {place === null ? null : <Link href={place}>{t('page.look')}</Link>}
      </Foot>
    </li>
  )
}

export function NoticesPage({ data }: { data: NoticesData }) {
  const { t } = useTranslation('notice')
  const hasScripts = useHydrated()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const refresh = useRefresh()
  const fresh = useReading(data.notices)
  const isMore = data.notices.length < data.total && data.canShowMore
  const next = paths.mine.notices({ page: String(data.pages + 1) })
  if (data.notices.length === 0) {
    return (
      <Card>
        <EmptyState art="news" title={t('page.empty')} text={t('page.emptyText')} />
      </Card>
    )
  }
  return (
    <>
      {/* With scripts, opening the page has done it. */}
      {data.unread > 0 && !hasScripts ? (
        <noscript>
          <Form method="post" action={paths.mine.notices()}>
            <input type="hidden" name="up_to" value={data.notices[0]?.id ?? ''} />
            <Button type="submit" size="sm">
              {t('page.markRead')}
            </Button>
          </Form>
        </noscript>
      ) : null}
      <ScrollList
        hasMore={isMore && hasScripts}
        loading={state !== 'idle'}
        onMore={() => navigate(next, { replace: true, preventScrollReset: true })}
        loadMoreLabel={t('page.showMore')}
        endLabel={isMore ? <Link href={next}>{t('page.showMore')}</Link> : t('page.noMore')}
        onRefresh={refresh}
        refreshLabel={t('page.refreshing')}
      >
        <Card aria-label={t('page.title')}>
          <Rows>
            {data.notices.map((notice) => (
              <Row key={notice.id} notice={notice} isNew={fresh.has(notice.id)} />
            ))}
          </Rows>
        </Card>
      </ScrollList>
    </>
  )
}
