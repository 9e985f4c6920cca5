/** `/execution`: what an order at this company met, for anybody, counted and not written. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Badge, ButtonLink, EmptyState, media, Note, Stack, token } from '../../ui'
import { useTenant } from '../../visitor/site'
import { AccountCard, ChallengeCard, RecomputeCard, WithdrawalCard } from './account-parts'
import type { ExecutionData } from './execution-data'
import { ExecutionFilters } from './execution-filters'
import { Figures, numberText, RejectionCard, SlippageCard } from './execution-parts'
import { InstrumentCard } from './instrument-card'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  > p { max-width: 72ch; line-height: 1.5; color: ${token.text.secondary}; }
  h2 { overflow-wrap: anywhere; }
`
const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  ${media.desktop} { grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr); }
`

export function ExecutionPage({ data }: { data: ExecutionData }) {
  const { t } = useTranslation('execution')
  const { name } = useTenant()
  const { shown } = data
  return (
    <Layout>
      <p>{t('lead', { company: name })}</p>
      <ExecutionFilters data={data} />
      {shown === null ? (
        <EmptyState
          title={t('none.title')}
          text={t('none.text')}
          action={<ButtonLink href={paths.execution()}>{t('none.newest')}</ButtonLink>}
        />
      ) : (
        <Shown data={data} shown={shown} />
      )}
    </Layout>
  )
}

function Shown({ data, shown }: { data: ExecutionData; shown: NonNullable<ExecutionData['shown']> }) {
  const { t } = useTranslation('execution')
  const { figures, view } = shown
  const counts = { orders: numberText(view.orders), filled: numberText(view.filled), rejected: numberText(view.rejected) }
  return (
    <>
      {shown.differs === null ? null : (
        <Note tone="danger" role="alert">
          <b>{t('differs.title')}</b>
          <p>{t('differs.text')}</p>
          <p>
            <code dir="ltr">{shown.sha256}</code> / <code dir="ltr">{shown.differs}</code>
          </p>
        </Note>
      )}
      {shown.isFinal ? null : (
        <p>
          <Badge tone="warn" icon="hourglass">
            {t('notFinal', { time: shown.untilText })}
          </Badge>
        </p>
      )}
      <Note>{figures.accounts === 'real' ? t('realOnly') : t('demonstration')}</Note>
      {view.orders === 0 ? (
        <EmptyState title={t('none.title')} text={t('none.text')} />
      ) : view.fillRate === null ? (
        <EmptyState art="none" title={t('few.title')} text={t('few.text', { ...counts, fewest: figures.minOrders })} />
      ) : (
        <>
          <Figures view={view} />
          <Pair>
            <SlippageCard view={view} symmetry={figures.symmetry} />
            <RejectionCard view={view} />
          </Pair>
        </>
      )}
      <InstrumentCard figures={figures} type={view.type} names={data.instruments} filter={data.filter} />
      <Pair>
        <WithdrawalCard figures={figures} clock={shown.clock} />
        <Stack>
          <ChallengeCard figures={figures} />
          <AccountCard figures={figures} />
        </Stack>
      </Pair>
      <RecomputeCard day={data.filter.day} shown={shown} />
      <Note tone="info">{t('limit')}</Note>
    </>
  )
}
