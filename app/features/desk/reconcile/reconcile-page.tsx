/** Reconciliation: prove each morning that our cover book and the provider's are one, or name the difference to the cent. */
import { useFetcher, useNavigate, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import type { DifferenceDetail } from '../../../terms/reconciliation'
import { Button, ButtonLink, EmptyState, Icon, IconLink, media, Note, PageTitle, token } from '../../../ui'
import { ListFile } from '../list-search'
import { useLiveCounts, useLivePage } from '../shell/live-counts'
import { TakeBack } from '../take-back'
import { type HeldDecision, useDecisions } from '../use-decisions'
import { DayFacts, DayProblems } from './day-facts'
import { DifferenceCard } from './difference-detail'
import { DifferenceTable } from './difference-table'
import { HeldCard, MoneyCard } from './money-card'
import type { ReconcileAnswer, ReconcileData } from './reconcile.server'
import { dayBeside, reconcileHref, shownRows } from './reconcile-data'
import { useMoment } from './use-moment'
import { useReconcileKeys } from './use-reconcile-keys'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  > h1 { margin-inline-end: auto; }
`
const Days = styled.nav`
  display: flex;
  align-items: center;
  gap: 2px;
  border-radius: ${token.radius.sm};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  background: ${token.surface.surface};
  b { font-size: ${token.type.sm}; font-weight: 600; white-space: nowrap; padding-inline: 4px; font-variant-numeric: tabular-nums; }
  > span { display: grid; place-items: center; width: 40px; height: 40px; color: ${token.text.disabled}; }
`
const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${token.space[4]}; }
  ${media.desktop} {
    grid-template-columns: minmax(0, 1fr) 344px;
    > :last-child { position: sticky; inset-block-start: ${token.space[4]}; }
  }
  @media (min-width: 1280px) { grid-template-columns: minmax(0, 1fr) 392px; }
`

export function ReconcilePage({ data }: { readonly data: ReconcileData }) {
  const { t } = useTranslation('desk')
  const navigate = useNavigate()
  const { isLive } = useLiveCounts()
  const form = useRef<HTMLFormElement>(null)
  const sending = useSending(data.company)
  const { view, shown, detail, canResolve } = data
  const place = { company: data.company, day: view.day, shown }
  const rows = shownRows(view.rows, shown)
  const isOpen = isLive && canResolve
  useLivePage()
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === detail?.row.id)
    const to = rows[at === -1 ? 0 : at + by]
    if (to !== undefined) navigate(reconcileHref(place, { id: to.id }), { preventScrollReset: true })
  }
  useReconcileKeys({
    j: () => step(1),
    k: () => step(-1),
    r: () => form.current?.requestSubmit(),
    p: () => {
      if (isOpen && detail?.row.status === 'open') sending.send({ act: 'ask', id: detail.row.id })
    },
  })
  return (
    <>
      <PageHead data={data} canCompare={isOpen && !sending.isBusy} onCompare={() => sending.send({ act: 'compare' })} />
      <p className="sr-only" role="status">
        {sending.done}
      </p>
      {isLive ? null : <Note tone="warn">{t('risk.notConnected')}</Note>}
      {sending.problem === '' ? null : (
        <Note tone="danger" role="alert">
          {sending.problem}
        </Note>
      )}
      {view.providers.length === 0 ? (
        <EmptyState art="none" title={t('reconcile.noProvider')} text={t('reconcile.noProviderText')} />
      ) : (
        <>
          <DayFacts view={view} isLive={isLive} />
          <DayProblems providers={view.providers} />
          <Grid>
            <div>
              <DifferenceTable data={data} openId={detail?.row.id ?? null} />
              {view.providers.map((state) => (
                <MoneyCard
                  key={`money ${state.provider}`}
                  state={state}
                  isNamed={view.providers.length > 1}
                  rows={view.rows}
                  hrefOf={(id) => reconcileHref(place, { id })}
                />
              ))}
              {view.providers.map((state) => (
                <HeldCard key={`held ${state.provider}`} state={state} />
              ))}
            </div>
            {detail === null ? null : (
              <div>
                <DifferenceCard
                  data={data as ReconcileData & { readonly detail: DifferenceDetail }}
                  isOpen={isOpen}
                  isBusy={sending.isBusy || sending.isLeaving(detail.row.id)}
                  form={form}
                  onSend={sending.send}
                />
              </div>
            )}
          </Grid>
        </>
      )}
      <TakeBack decision={sending.waiting} onUndo={sending.undo} />
    </>
  )
}

interface PageHeadProps {
  readonly data: ReconcileData
  readonly canCompare: boolean
  onCompare(): void
}

function PageHead({ data, canCompare, onCompare }: PageHeadProps) {
  const { t } = useTranslation('desk')
  const { day } = useMoment()
  const { view, company, shown, canResolve, canSeeRisk } = data
  const place = { company, day: view.day, shown }
  const isLast = view.day >= view.today
  return (
    <Head>
      <PageTitle>{data.title}</PageTitle>
      {canSeeRisk ? (
        <ButtonLink size="sm" variant="ghost" icon="activity" href={paths.desk.risk({ company })}>
          {t('shell.risk')}
        </ButtonLink>
      ) : null}
      {canResolve ? (
        <Button size="sm" variant="ghost" icon="refresh-cw" disabled={!canCompare} onClick={onCompare}>
          {t('reconcile.compare')}
        </Button>
      ) : null}
      <Days aria-label={t('reconcile.day')}>
        <IconLink
          icon="chevron-left"
          flip
          label={t('reconcile.previousDay')}
          href={reconcileHref(place, { day: dayBeside(view.day, -1) })}
        />
        <b>{day(view.day)}</b>
        {isLast ? (
          <span>
            <Icon name="chevron-right" size={18} flip />
          </span>
        ) : (
          <IconLink icon="chevron-right" flip label={t('reconcile.nextDay')} href={reconcileHref(place, { day: dayBeside(view.day, 1) })} />
        )}
      </Days>
      {view.providers.length === 0 ? null : <ListFile href={paths.desk.reconcileFile({ company, day: view.day })} />}
    </Head>
  )
}

/** What resolves a difference waits until it can no longer be taken back; everything else is sent at once. What became of it is told once. */
function useSending(company: string) {
  const { t } = useTranslation('desk')
  const fetcher = useFetcher<ReconcileAnswer>()
  const { revalidate } = useRevalidator()
  const [said, setSaid] = useState({ problem: '', done: '' })
  const tell = (answer: ReconcileAnswer) =>
    setSaid(answer.isDone ? { problem: '', done: answer.message } : { problem: answer.message, done: '' })
  const decisions = useDecisions(
    (decision: Resolving) => sendResolving(company, decision),
    async (_decision, answer) => {
      tell(answer ?? { isDone: false, message: t('review.notSent') })
      await revalidate()
    },
  )
  const told = useRef<ReconcileAnswer | undefined>(undefined)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (answer === undefined || told.current === answer) return
    told.current = answer
    setSaid(answer.isDone ? { problem: '', done: answer.message } : { problem: answer.message, done: '' })
  }, [answer])
  const send = (fields: Readonly<Record<string, string>>) => {
    const { act, id } = fields
    if (id !== undefined && (act === 'resolve' || act === 'approve')) decisions.decide({ id, label: t('reconcile.done.resolve'), fields })
    else fetcher.submit({ ...fields }, { method: 'post' })
  }
  const { waiting, isLeaving, undo } = decisions
  return { send, isBusy: fetcher.state !== 'idle', waiting, isLeaving, undo, ...said }
}

interface Resolving extends HeldDecision {
  readonly fields: Readonly<Record<string, string>>
}

async function sendResolving(company: string, { fields }: Resolving): Promise<ReconcileAnswer> {
  const init = { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'application/json' } }
  // The window may be closed while it is under way.
  const response = await fetch(paths.desk.reconcileDecide({ company }), { ...init, keepalive: true })
  if (!response.ok || response.redirected) throw new Error('the decision was not taken')
  return (await response.json()) as ReconcileAnswer
}
