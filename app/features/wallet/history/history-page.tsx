/** Account detail: available and frozen at the top, then every movement, newest first. */
import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { LocalTime } from '../../../time/local-time'
import { Amount, Button, ButtonLink, Card, EmptyState, Link, media, ScrollList, signOf, token } from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import { useRefresh } from '../../../ui/use-refresh'
import { Cost, Profit } from '../../orders/money'
import { useLiveRecords } from '../use-live-records'
import type { HistoryData, HistoryLine, HistoryPart } from './history-data'

const Figures = styled.dl`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${token.space[2]} ${token.space[4]};
  dt { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  dd { font-size: 26px; font-weight: 600; line-height: 1.25; letter-spacing: -0.02em; }
  dd > span > span:last-child { font-size: ${token.type.lg}; letter-spacing: 0; }
  > div + div { text-align: end; }
  ${media.desktop} { dd { font-size: 30px; } }
`
const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
`
const Rows = styled.ul`
  li {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token.space[4]};
    min-height: 60px;
    padding: 9px ${token.space[4]};
  }
  li + li::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline: ${token.space[4]} 0;
    height: 1px;
    background: ${token.border.hairline};
  }
  b { display: block; font-weight: 500; line-height: 1.35; overflow-wrap: anywhere; }
  small { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  strong { font-weight: 600; flex: none; }
  strong[data-gain] { color: ${token.direction.upText}; }
`
const Parts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token.space[4]};
  margin-block: 2px;
  font-size: ${token.type.sm};
  div { display: flex; gap: 6px; }
  dt { color: ${token.text.muted}; }
`

function LineParts({ parts }: { parts: readonly HistoryPart[] }) {
  const { t } = useTranslation('wallet')
  return (
    <Parts>
      {parts.map(({ name, value }) => (
        <div key={name}>
          <dt>{t(`part.${name}`)}</dt>
          <dd>{name === 'profit' ? <Profit value={value} form="own" /> : <Cost value={value} form="own" signed />}</dd>
        </div>
      ))}
    </Parts>
  )
}

function Line({ line }: { line: HistoryLine }) {
  const isSum = line.parts.length > 0
  return (
    <li>
      <span>
        <b dir="auto">{line.text}</b>
        {isSum ? <LineParts parts={line.parts} /> : null}
        <small>
          <LocalTime moment={line.at} />
        </small>
      </span>
      <strong data-gain={!isSum && signOf(line.value) > 0 ? '' : undefined}>
        <Amount value={line.value} signed />
      </strong>
    </li>
  )
}

function Sums({ data }: { data: HistoryData }) {
  const { t } = useTranslation('wallet')
  return (
    <Card $pad $flat>
      <Figures>
        <div>
          <dt>{t('available')}</dt>
          <dd>
            <Amount value={data.balance} currency="USDT" softFraction />
          </dd>
        </div>
        <div>
          <dt>{t('frozen')}</dt>
          <dd>
            <Cost value={data.frozen} form="glance" currency="USDT" softFraction />
          </dd>
        </div>
      </Figures>
    </Card>
  )
}

/** How many lines came with the last page, for those who do not see them come. */
function useLastAdded({ pages, lines }: HistoryData): number {
  const before = useRef({ pages, count: lines.length })
  const added = pages > before.current.pages ? lines.length - before.current.count : 0
  useEffect(() => {
    before.current = { pages, count: lines.length }
  }, [pages, lines.length])
  return added
}

export function HistoryPage({ data }: { data: HistoryData }) {
  const { t } = useTranslation('wallet')
  const hasScripts = useHydrated()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const refresh = useRefresh()
  const added = useLastAdded(data)
  useLiveRecords(data.balance)
  const isMore = data.lines.length < data.total
  const next = paths.mine.history({ page: String(data.pages + 1) })
  return (
    <>
      <Sums data={data} />
      <Tools>
        <ButtonLink size="sm" href={paths.mine.statements()} icon="scroll-text">
          {t('statement.all')}
        </ButtonLink>
        {/* A file is not a page: the browser itself fetches it. */}
        <ButtonLink size="sm" href={paths.action.historyFile()} icon="download" download>
          {t('exportCsv')}
        </ButtonLink>
      </Tools>
      {data.lines.length === 0 ? (
        <Card>
          <EmptyState
            art="records"
            title={t('noRecords')}
            text={t('noRecordsText')}
            action={
              hasScripts ? (
                <Button onClick={() => void refresh()} icon="refresh-cw">
                  {t('refresh')}
                </Button>
              ) : undefined
            }
          />
        </Card>
      ) : (
        <ScrollList
          hasMore={isMore && data.canShowMore && hasScripts}
          loading={state !== 'idle'}
          onMore={() => navigate(next, { replace: true, preventScrollReset: true })}
          loadMoreLabel={t('showMore')}
          endLabel={
            !isMore ? (
              t('noMore')
            ) : data.canShowMore ? (
              <Link href={next}>{t('showMore')}</Link>
            ) : (
              <Link href={paths.mine.statements()}>{t('older')}</Link>
            )
          }
          announcement={added > 0 ? t('moreLoaded', { count: added }) : ''}
          onRefresh={refresh}
          refreshLabel={t('refreshing')}
        >
          <Card aria-label={t('records')}>
            <Rows>
              {data.lines.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </Rows>
          </Card>
        </ScrollList>
      )}
    </>
  )
}
