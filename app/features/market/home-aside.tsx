/** Cards of the side column of the desktop. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useWrittenIn, WrittenIn } from '../../frame/written-in'
import { Anchor, Card, Link, token } from '../../ui'
import type { NewsHead } from './home-data'

export const Panel = styled(Card)`
  overflow: hidden;
`
export const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[3]};
  padding: 12px ${token.space[4]};
  font-size: ${token.type.sm};
  font-weight: 600;
  h2 { font-size: inherit; }
  h2 span { color: ${token.text.muted}; font-weight: 500; }
`
export const Line = styled(Anchor)`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 46px;
  padding-inline: ${token.space[4]};
  border-block-start: 1px solid ${token.border.hairline};
  font-size: ${token.type.sm};
  &:hover { background: ${token.surface.hover}; --mark-ring: ${token.surface.hover}; }
  &:focus-visible { outline-offset: -2px; }
  b { font-weight: 600; }
  > :last-child { margin-inline-start: auto; font-weight: 500; white-space: nowrap; }
  > p { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  time { color: ${token.text.muted}; font-size: ${token.type.xs}; font-weight: 400; }
`

export function NewsCard({ news }: { news: readonly NewsHead[] }) {
  const { t } = useTranslation('product')
  if (news.length === 0) return null
  return (
    <Panel>
      <Head>
        <h2>{t('news.title')}</h2>
        <Link href={paths.news()}>{t('viewAll')}</Link>
      </Head>
      {news.map((head) => (
        <NewsLine key={head.id} head={head} />
      ))}
    </Panel>
  )
}

function NewsLine({ head: { id, title, time, language, languages } }: { head: NewsHead }) {
  return (
    <Line href={paths.newsDetail(id)}>
      <p dir="auto" {...useWrittenIn(language)}>
        {title}
      </p>
      <WrittenIn language={language} languages={languages} />
      <time data-num="">{time}</time>
    </Line>
  )
}
