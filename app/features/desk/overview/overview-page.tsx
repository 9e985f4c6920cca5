/** Overview of a company at the desk. What is late comes first to the eye; a row leads to its queue and decides nothing here. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import {
  Badge,
  Card,
  DataTable,
  decimalText,
  EmptyState,
  KeyValueList,
  Link,
  Note,
  PageTitle,
  StatusDot,
  type StatusTone,
  TableHead,
  token,
} from '../../../ui'
import { ItemColumns } from '../item-layout'
import { Scroll } from '../list-parts'
import { useAge } from '../review/review-queue'
import { deskGroups } from '../shell/desk-navigation'
import { useLivePage } from '../shell/live-counts'
import { useDecidersText } from '../who-decides'
import type { Overview, OverviewData } from './overview.server'

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[2]};
  h2 { font-size: ${token.type.md}; font-weight: 600; }
`
const Box = styled(Card)`
  padding: ${token.space[4]};
`
const Late = styled.span`
  white-space: nowrap;
  &[data-late] { color: ${token.status.danger.text}; font-weight: 600; }
`

export function OverviewPage({ data }: { readonly data: OverviewData }) {
  const { t } = useTranslation('desk')
  useLivePage()
  const { overview } = data
  if (overview === null || deskGroups(overview.permissions).length === 0)
    return <EmptyState level={1} art="none" title={t('shell.nothing')} text={t('shell.nothingText')} />
  return (
    <>
      <PageTitle>{data.title}</PageTitle>
      {overview.system.executionAlarm === null ? null : (
        <Note tone="danger">
          {t('overview.asymmetric', {
            ...overview.system.executionAlarm,
            difference: decimalText(overview.system.executionAlarm.difference),
          })}
        </Note>
      )}
      {overview.queues.length === 0 ? null : <Queues overview={overview} />}
      <ItemColumns $desktop="minmax(0, 1fr) minmax(0, 1fr)">
        <System system={overview.system} />
      </ItemColumns>
    </>
  )
}

function Queues({ overview: { queues, approvers, company, now, permissions } }: { readonly overview: Overview }) {
  const { t } = useTranslation('desk')
  const age = useAge()
  const deciders = useDecidersText()
  const entries = deskGroups(permissions).flatMap((group) => group.entries)
  return (
    <Part>
      <h2>{t('overview.waits')}</h2>
      <Scroll tabIndex={0} role="region" aria-label={t('overview.waits')}>
        <DataTable label={t('overview.waits')} rowHeight={44}>
          <TableHead
            columns={[
              t('review.queue'),
              { label: t('overview.waiting'), isNumber: true },
              t('overview.oldest'),
              t('overview.second'),
              t('overview.who'),
            ]}
          />
          <tbody>
            {queues.map(({ queue, waiting, late, second, oldestAt }) => (
              <tr key={queue}>
                <td>
                  <Link href={entries.find(({ key }) => key === queue)?.href({ company }) ?? ''}>{t(`shell.${queue}`)}</Link>
                </td>
                <td data-n="">{waiting}</td>
                <td>
                  <Late data-late={late > 0 ? '' : undefined}>
                    {oldestAt === null ? '–' : age(oldestAt, now)}
                    {late > 0 ? ` · ${t('shell.late', { count: late })}` : ''}
                  </Late>
                </td>
                <td>{second > 0 ? <Badge tone="info">{t('shell.waiting', { count: second })}</Badge> : '–'}</td>
                <td data-wide="">{deciders({ approvers: approvers[queue] })}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Scroll>
    </Part>
  )
}

function System({ system }: Pick<Overview, 'system'>) {
  const { t } = useTranslation('desk')
  const isFeedGone = system.openMarkets > 0 && system.feedAgeMs > system.staleAfterMs
  const prices: { readonly tone: StatusTone; readonly words: string } =
    system.openMarkets === 0
      ? { tone: 'off', words: t('overview.marketsClosed') }
      : isFeedGone
        ? { tone: 'bad', words: t('overview.noPrices', { seconds: Math.round(system.feedAgeMs / 1000) }) }
        : { tone: 'open', words: t('overview.pricesCome', { markets: system.openMarkets }) }
  const isNormal = system.tradingMode === 'normal'
  return (
    <Part>
      <h2>{t('overview.system')}</h2>
      <Box>
        <KeyValueList
          rows={[
            { key: 'prices', label: t('overview.prices'), value: <StatusDot tone={prices.tone} label={prices.words} /> },
            {
              key: 'source',
              label: t('overview.source'),
              value: (
                <>
                  <bdi>{system.priceSource}</bdi> {system.pricesAreSimulated ? <Badge>{t('overview.simulated')}</Badge> : null}
                </>
              ),
            },
            {
              key: 'trading',
              label: t('settings.section.trading'),
              value: <StatusDot tone={isNormal ? 'open' : 'wait'} label={t(`overview.mode.${system.tradingMode}`)} />,
            },
            {
              key: 'site',
              label: t('overview.site'),
              value: (
                <StatusDot tone={system.companyStatus === 'live' ? 'open' : 'wait'} label={t(`overview.status.${system.companyStatus}`)} />
              ),
            },
            { key: 'mails', label: t('overview.mails'), value: system.messagesWaiting },
            {
              key: 'log',
              label: t('shell.audit'),
              value: t('overview.log', { links: system.logLinks, open: system.logUnsealed }),
            },
          ]}
        />
      </Box>
    </Part>
  )
}
