/** The day in five figures, and what keeps it from being compared in whole. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { ProviderState, ReconciliationView } from '../../../terms/reconciliation'
import { media, Note, token } from '../../../ui'
import { Num } from '../table-card'
import { money } from './reconcile-data'
import { useMoment } from './use-moment'

const Strip = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(128px, 100%), 1fr));
  border-radius: ${token.radius.md};
  background: ${token.surface.surface};
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
  overflow: hidden;
  > div { padding: 12px ${token.space[4]}; box-shadow: 1px 0 0 ${token.border.hairline}, 0 1px 0 ${token.border.hairline}; min-width: 0; }
  /* Two beside each other: the last has the row to itself. */
  ${media.phone} { grid-template-columns: repeat(2, minmax(0, 1fr)); > :last-child { grid-column: 1 / -1; } }
  dt { font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  dd { font-size: ${token.type.lg}; font-weight: 600; font-variant-numeric: tabular-nums lining-nums; }
  dd[data-differs] { color: ${token.status.warn.text}; }
  small { display: block; font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; line-height: 1.35; }
  &[data-stale] dd { color: ${token.text.muted}; }
`

export function DayFacts({ view, isLive }: { readonly view: ReconciliationView; readonly isLive: boolean }) {
  const { t } = useTranslation('desk')
  const { time } = useMoment()
  const { totals, providers } = view
  const compared = Math.max(0, ...providers.flatMap(({ comparedAt }) => comparedAt ?? []))
  const share = totals.theirs === 0 ? null : ((totals.equal / totals.theirs) * 100).toFixed(1)
  const facts = [
    { key: 'theirs', value: totals.theirs, sub: t('reconcile.fact.ours', { ours: totals.ours }) },
    { key: 'equal', value: totals.equal, sub: share === null ? '' : t('reconcile.fact.share', { percent: share, all: totals.theirs }) },
    { key: 'differ', value: totals.differ, sub: t('reconcile.show.open', { rows: totals.open }), differs: totals.differ > 0 },
    { key: 'money', value: <Num>{money(totals.usdt, true)}</Num>, sub: t('reconcile.fact.moneyNote') },
    {
      key: 'due',
      value: <Num>{time(view.due)}</Num>,
      sub: compared === 0 ? t('reconcile.notCompared') : t('reconcile.fact.compared', { time: time(compared) }),
    },
  ]
  return (
    <Strip data-stale={isLive ? undefined : ''}>
      {facts.map(({ key, value, sub, differs }) => (
        <div key={key}>
          <dt>{t(`reconcile.fact.${key}`)}</dt>
          <dd data-differs={differs ? '' : undefined}>
            {value}
            <small>{sub}</small>
          </dd>
        </div>
      ))}
    </Strip>
  )
}

/** How the copies and the statement of each provider stand, where that is not as it should be. */
export function DayProblems({ providers }: { readonly providers: readonly ProviderState[] }) {
  const { t } = useTranslation('desk')
  const { stamp } = useMoment()
  return (
    <>
      {providers.map(({ provider, copies, lastCopyAt, statement }) => (
        <Problems key={provider}>
          {copies === 'down' ? (
            <Note tone="warn">
              {t('reconcile.copiesDown', { provider })} {lastCopyAt === null ? null : t('reconcile.lastCopy', { time: stamp(lastCopyAt) })}
            </Note>
          ) : null}
          {statement.due !== null && (statement.state === 'expected' || statement.state === 'late') ? (
            <Note tone={statement.state === 'late' ? 'warn' : 'info'} icon="clock">
              {t(`reconcile.statement.${statement.state}`, { provider, time: stamp(statement.due) })}
            </Note>
          ) : null}
          {statement.state === 'shared' && statement.due === null ? <Note>{t('reconcile.statement.shared', { provider })}</Note> : null}
          {statement.state === 'unreadable' && statement.problem !== null ? (
            <Note tone="danger">
              {(statement.line ?? 0) > 0
                ? t('reconcile.statement.unreadable', { file: statement.file, line: statement.line })
                : t('reconcile.statement.unreadableFile', { file: statement.file })}{' '}
              {t(`reconcile.problem.${statement.problem}`)} {statement.found === '' ? null : <bdi dir="ltr">{statement.found}</bdi>}
            </Note>
          ) : null}
        </Problems>
      ))}
    </>
  )
}

const Problems = styled.div`
  display: grid;
  gap: ${token.space[2]};
  &:empty { display: none; }
`
