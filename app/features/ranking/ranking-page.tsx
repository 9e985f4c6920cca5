import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { MIN_SAMPLE } from '../../../rules/ranking'
import { paths } from '../../addresses/paths'
import { Avatar, ButtonLink, Card, EmptyState, Link, MobileBar, media, Note, Only, PageTitle, ScrollList, Segmented, token } from '../../ui'
import { initialsOf } from '../../ui/initials'
import { LoadFailed } from '../../ui/load-failed'
import { useHydrated } from '../../ui/use-hydrated'
import { useTrader } from '../../visitor/site'
import { CopyCards } from './copy-cards'
import { FigureNotes } from './figure-notes'
import { NameSetting } from './name-setting'
import { type RankingData, rankingAddress } from './ranking-data'
import { RankingRows } from './ranking-rows'
import { RankingTable } from './ranking-table'
import { useRankingList } from './use-ranking-list'

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding-block-end: ${token.space[6]};
  ${media.desktop} { max-width: 1080px; margin-inline: auto; padding: ${token.space[6]} ${token.space[6]} ${token.space[12]}; gap: ${token.space[4]}; }
`
const Padded = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding-inline: ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: 0; gap: ${token.space[4]}; }
`
const PageHead = styled.div`
  display: grid;
  gap: ${token.space[3]};
  ${media.desktop} { grid-template-columns: minmax(0, 1fr) 300px; align-items: end; }
`
const Words = styled.div`
  display: grid;
  gap: 2px;
  > p { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  > p + p { font-size: ${token.type.xs}; color: ${token.text.muted}; }
`
const List = styled(Card)`
  overflow-x: auto;
  position: relative;
  ${media.touch} { background: none; box-shadow: none; border-radius: 0; border-block-start: 1px solid ${token.border.hairline}; }
`

/** The ranking and its copy tab: the same traders, told in two ways. */
export function RankingPage({ data }: { data: RankingData }) {
  const { t } = useTranslation('documentary')
  const trader = useTrader()
  const { tab, kind, profile } = data
  const title = t(tab === 'copy' ? 'copyTitle' : 'title')
  return (
    <>
      <MobileBar title={title} titleStyle="display">
        {trader === null ? null : <Avatar initials={initialsOf(trader)} href={paths.user()} label={t('public:userCenter')} />}
      </MobileBar>
      <Page>
        <Padded>
          <PageHead>
            <Words>
              <Only on="desktop">
                <PageTitle>{title}</PageTitle>
              </Only>
              <p>{t(`past.${kind}`)}</p>
              {data.ok ? <p>{t('basis', { time: data.computedAt, least: MIN_SAMPLE })}</p> : null}
            </Words>
            <Segmented
              kind="tab"
              label={t('kind.label')}
              value={kind}
              options={(['real', 'demo'] as const).map((value) => ({
                value,
                label: t(`kind.${value}`),
                href: rankingAddress({ tab, kind: value }),
              }))}
            />
          </PageHead>
          {tab === 'copy' ? (
            <Note tone="warn">
              <b>{t('copyWarning.title')}</b> {t('copyWarning.text')}
            </Note>
          ) : null}
          {tab === 'ranking' && profile !== null ? <NameSetting profile={profile} back={rankingAddress(data)} /> : null}
        </Padded>
        {data.ok ? <Traders data={data} /> : <LoadFailed texts="documentary" code={data.code} />}
        <Padded>
          <FigureNotes />
        </Padded>
      </Page>
    </>
  )
}

function Traders({ data }: { data: Extract<RankingData, { ok: true }> }) {
  const { t } = useTranslation('documentary')
  const hasScripts = useHydrated()
  const list = useRankingList(data)
  if (list.entries.length === 0) return <NobodyYet />
  return (
    <div>
      <ScrollList
        hasMore={list.hasMore && hasScripts}
        loading={list.isLoadingMore}
        onMore={list.loadMore}
        loadMoreLabel={t('loadMore')}
        endLabel={list.hasMore ? '' : t('noMore')}
        announcement={list.lastAdded > 0 ? t('moreLoaded', { count: list.lastAdded }) : ''}
      >
        {data.tab === 'copy' ? (
          <CopyCards entries={list.entries} />
        ) : (
          <List as="div">
            <Only on="touch">
              <RankingRows entries={list.entries} firstPlace={list.firstPlace} />
            </Only>
            <Only on="desktop">
              <RankingTable entries={list.entries} firstPlace={list.firstPlace} view={data} />
            </Only>
          </List>
        )}
      </ScrollList>
      {list.hasMore && !hasScripts ? (
        <Padded>
          <Link href={rankingAddress({ ...data, page: list.nextPage })}>{t('loadMore')}</Link>
        </Padded>
      ) : null}
    </div>
  )
}

function NobodyYet() {
  const { t } = useTranslation('documentary')
  return (
    <EmptyState
      art="people"
      title={t('empty.title')}
      text={t('empty.text', { least: MIN_SAMPLE })}
      action={
        <ButtonLink variant="secondary" href={paths.trade()}>
          {t('empty.action')}
        </ButtonLink>
      }
    />
  )
}
