/** One statement: what there was, what moved, what there was afterwards, and who signed it. */
import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Badge, ButtonLink, Card, CardHead, Columns, Link, media, Note, Row, SectionTitle, Stack, Text, token } from '../../../ui'
import { useLatest } from '../../../ui/use-latest'
import { StatementCheck } from './statement-check'
import type { ShownStatement, StatementsData } from './statement-data'
import { StatementSummary } from './statement-summary'
import { StatementTable } from './statement-table'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]} ${token.space[5]};
`
const Downloads = styled.div`
  display: flex;
  gap: ${token.space[2]};
  ${media.phone} { width: 100%; > * { flex: 1; } > :first-child { flex: 2; } }
`
const Progress = styled.progress`
  width: 100%;
  height: 8px;
  accent-color: ${token.brand.mark};
`
const Others = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]} ${token.space[5]};
  padding: 0 ${token.space[4]} ${token.space[4]};
`

const ASKED_EVERY_MS = 1_500

/** While it is being prepared the page asks how far it is. */
function useProgress(isPreparing: boolean): void {
  const { revalidate } = useRevalidator()
  const latest = useLatest(revalidate)
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => latest.current(), ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [isPreparing])
}

function Files({ shown }: { shown: ShownStatement }) {
  if (shown.summary === null || shown.state === 'wrong') return null
  const kinds = shown.signed === null ? (['csv', 'json'] as const) : (['pdf', 'csv', 'json'] as const)
  return (
    <Downloads data-no-print="">
      {kinds.map((as, index) => (
        <ButtonLink
          key={as}
          size="sm"
          variant={index === 0 ? 'primary' : 'secondary'}
          icon={index === 0 ? 'download' : undefined}
          href={paths.action.statementDocument({ period: shown.period, as })}
          aria-label={`${as.toUpperCase()}, ${shown.name}`}
          download
        >
          {as.toUpperCase()}
        </ButtonLink>
      ))}
    </Downloads>
  )
}

function Preparing({ shown }: { shown: ShownStatement }) {
  const { t } = useTranslation('wallet')
  const { done, of } = shown.progress
  const said = `${done} / ${of}`
  return (
    <Card $pad>
      <Stack>
        <SectionTitle>{t('statement.preparing')}</SectionTitle>
        <Progress max={Math.max(1, of)} value={done} aria-label={t('statement.preparing')} aria-valuetext={said} />
        <Text $size="sm" $tone="secondary">
          <bdi dir="ltr">{said}</bdi>
        </Text>
        <Text $size="sm" $tone="secondary">
          {t('statement.preparingText')}
        </Text>
        <noscript>
          <Link href={paths.mine.statements({ period: shown.period })}>{t('refresh')}</Link>
        </noscript>
      </Stack>
    </Card>
  )
}

export function StatementView({ data, shown }: { data: StatementsData; shown: ShownStatement }) {
  const { t } = useTranslation('wallet')
  const { state, summary, signed } = shown
  useProgress(state === 'preparing')
  const others = data.list.filter(({ period }) => period !== shown.period).slice(0, 4)
  return (
    <Stack>
      <SectionTitle>{shown.name}</SectionTitle>
      <Head>
        <Row>
          <Text $tone="secondary">
            {t('statement.account')} <bdi dir="ltr">{data.account}</bdi>
            {' · '}
            {signed === null ? t('statement.closes', { at: shown.until }) : t('statement.signedBy', { entity: signed.by, at: signed.at })}
          </Text>
          {data.isDemo ? <Badge tone="demo">{t('user:demoAccount')}</Badge> : null}
        </Row>
        <Files shown={shown} />
      </Head>
      {state === 'running' ? <Note>{t('statement.runningText')}</Note> : null}
      {state === 'wrong' ? (
        <Note tone="danger" role="alert">
          <b>{t('statement.wrong')}</b> {t('statement.wrongText')}
        </Note>
      ) : null}
      {state === 'preparing' || summary === null ? (
        <Preparing shown={shown} />
      ) : (
        <>
          <Columns>
            <StatementSummary shown={shown} summary={summary} />
            <Stack>
              {signed === null ? null : <StatementCheck signed={signed} />}
              <Note>{t('statement.note')}</Note>
            </Stack>
          </Columns>
          <StatementTable shown={shown} rows={summary.rows} />
        </>
      )}
      <Card>
        <CardHead>
          <SectionTitle>
            <Link href={paths.mine.statements()}>{t('statement.all')}</Link>
          </SectionTitle>
        </CardHead>
        <Others>
          {others.map(({ period, name }) => (
            <li key={period}>
              <Link href={paths.mine.statements({ period })}>{name}</Link>
            </li>
          ))}
        </Others>
      </Card>
    </Stack>
  )
}
