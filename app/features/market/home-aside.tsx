/** The side column of the desktop: account, notice, open positions, news. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { paths } from '../../platform/paths'
import { useHoldingCount } from '../../realtime'
import { Anchor, Badge, Card, InstrumentMark, Link, token } from '../../ui'
import { useWrittenIn, WrittenIn } from '../news/written-in'
import { LiveProfit } from '../orders/live-figures'
import { lotsText, sideOf } from '../orders/order-facts'
import { useIsMuted } from '../orders/use-locked-reason'
import type { HomeAccount, NewsHead } from './home-data'

const Panel = styled(Card)`
  overflow: hidden;
`
const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[3]};
  padding: 12px ${token.space[4]};
  font-size: ${token.type.sm};
  font-weight: 600;
  h2 { font-size: inherit; }
  h2 span { color: ${token.text.muted}; font-weight: 500; }
`
const Line = styled(Anchor)`
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

const POSITIONS_SHOWN = 5

function PositionLine({ order }: { order: Order }) {
  const side = sideOf(order)
  const { t } = useTranslation('order')
  return (
    <Line href={paths.orders({ type: '1' })} data-stale={useIsMuted(order) ? 'true' : undefined}>
      <InstrumentMark code={order.ForexTradeLists.ShowCode} logo={order.ForexTradeLists.Logo} size={22} />
      <b>
        <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi>
      </b>
      <Badge tone={side === 'buy' ? 'up' : 'down'} icon={side === 'buy' ? 'arrow-up' : 'arrow-down'}>
        <span className="sr-only">{t(side === 'buy' ? 'long' : 'short')}</span>
        <span data-num="">{lotsText(order.Quantity)}</span>
      </Badge>
      <span>
        <LiveProfit order={order} />
      </span>
    </Line>
  )
}

export function PositionsCard({ account }: { account: HomeAccount }) {
  const { t } = useTranslation('product')
  const count = useHoldingCount(account.total) ?? account.total
  if (account.positions.length === 0) return null
  return (
    <Panel>
      <Head>
        <h2>
          {t('positions.title')} <span data-num="">{count}</span>
        </h2>
        <Link href={paths.orders({ type: '1' })}>{t('viewAll')}</Link>
      </Head>
      {account.positions.slice(0, POSITIONS_SHOWN).map((order) => (
        <PositionLine key={order.Id} order={order} />
      ))}
    </Panel>
  )
}

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

function NewsLine({ head: { id, title, time, language } }: { head: NewsHead }) {
  return (
    <Line href={paths.newsDetail(id)}>
      <p dir="auto" {...useWrittenIn(language)}>
        {title}
      </p>
      <WrittenIn language={language} />
      <time data-num="">{time}</time>
    </Line>
  )
}
