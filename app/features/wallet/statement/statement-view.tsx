/** One statement: what there was, what moved, what there was afterwards, and who signed it. */
import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import {
  Badge,
  ButtonLink,
  Card,
  CardHead,
  Columns,
  groupDigits,
  Link,
  media,
  Note,
  ProgressBar,
  Row,
  SectionTitle,
  Stack,
  Text,
  token,
} from '../../../ui'
import { isShortcutKey } from '../../../ui/shortcut-key'
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
const Others = styled.ul`
  display: grid;
  border-block-start: 1px solid ${token.border.hairline};
  a { display: flex; align-items: center; min-height: 48px; padding-inline: ${token.space[4]}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  ${media.desktop} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    li + li { border-block-start: 0; border-inline-start: 1px solid ${token.border.hairline}; }
  }
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

/** `p` opens the paper where it can be printed. @param period of a statement that has one */
function usePrintKey(period: string | null): void {
  useEffect(() => {
    if (period === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'p' || event.repeat || !isShortcutKey(event)) return
      event.preventDefault()
      window.open(paths.action.statementDocument({ period, as: 'pdf', show: '1' }), '_blank', 'noopener')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [period])
}

function Files({ shown }: { shown: ShownStatement }) {
  const { t } = useTranslation('wallet')
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
          aria-label={t('statement.download', { file: as.toUpperCase(), name: shown.name })}
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
  const said = t('proof:day.of', { done: groupDigits(String(done)), all: groupDigits(String(of)) })
  return (
    <Card $pad>
      <Stack>
        <SectionTitle>{t('statement.preparing')}</SectionTitle>
        <ProgressBar max={of} value={done} label={t('statement.preparing')} valueText={said} />
        <Text $size="sm" $tone="secondary">
          {said}
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
  usePrintKey(signed === null ? null : shown.period)
  const others = data.list.filter(({ period }) => period !== shown.period).slice(0, 4)
  return (
    <Stack>
      <SectionTitle>{shown.name}</SectionTitle>
      <Head>
        <Row>
          <Text $tone="secondary">
            {t('statement.account')} <bdi dir="ltr">{data.account}</bdi>
            {state === 'running' || signed !== null ? ' · ' : null}
            {state === 'running' ? t('statement.closes', { at: shown.until }) : null}
            {signed === null ? null : t('statement.signedBy', { entity: signed.by, at: signed.at })}
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
          <SectionTitle>{t('statement.others')}</SectionTitle>
          <Link href={paths.mine.statements()}>{t('statement.all')}</Link>
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
