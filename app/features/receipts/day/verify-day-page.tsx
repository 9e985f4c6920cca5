/** `/verify/day`: a day of an account's receipts, and every fill of it executed again in a worker of this browser. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import {
  Button,
  Card,
  CardHead,
  HashText,
  KeyValueList,
  media,
  Note,
  Stack,
  saveFile,
  Text,
  token,
  VerdictBand,
  type VerdictTone,
} from '../../../ui'
import { useSite } from '../../../visitor/site'
import type { VerifyData } from '../load-verify.server'
import { eventKey } from '../receipt-body'
import { DayInput } from './day-input'
import { DayProgress } from './day-progress'
import { DayRows, RowList } from './day-rows'
import { ownReceipts } from './own-receipts'
import { type DayFindings, findingsOf } from './row-outcome'
import { minuteText, useSeedText } from './seed-text'
import { type DayState, useDayCheck } from './use-day-check'
import { MAX_DAY_CHARACTERS, MAX_DAY_RECEIPTS } from './verify-day'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  > p { line-height: 1.5; color: ${token.text.secondary}; ${media.touch} { order: -3; } }
  ${media.desktop} {
    grid-template-columns: minmax(0, 1fr) 352px;
    gap: ${token.space[5]};
    > p { grid-column: 1 / -1; }
  }
`
/** On touch one column: what was found comes right behind the verdict, before all else. */
const Column = styled(Stack)`
  ${media.touch} { display: contents; }
`
const FirstBand = styled(VerdictBand)`
  ${media.touch} { order: -2; }
`
const FindingsCard = styled(Card)`
  &[data-found] { ${media.touch} { order: -1; } }
`
const Inset = styled.div`
  display: grid;
  gap: ${token.space[3]};
  padding: 0 ${token.space[4]} ${token.space[4]};
  font-size: ${token.type.sm};
  line-height: 1.5;
  color: ${token.text.secondary};
`

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export function VerifyDayPage({ data }: { data: VerifyData & { readonly today: string } }) {
  const { t } = useTranslation('proof')
  const { state, start, stop, refuse } = useDayCheck()
  const findings = findingsOf(state)
  const { trader } = useSite()
  const [log = null] = data.logs
  const begin = async (files: readonly File[], day: string) => {
    if (files.length === 0) return refuse('empty')
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_DAY_CHARACTERS) return refuse('too_large')
    const texts = await Promise.all(files.map((file) => file.text())).catch(() => null)
    if (texts === null) return refuse('unreadable')
    start({ texts, from: day === '' ? null : startOf(day), keys: data.keys, log })
  }
  const beginMine = async (day: string) => {
    const texts = await ownReceipts(day)
    if (texts === null) return refuse('no_connection')
    if (texts.length === 0) return refuse('none_of_day')
    start({ texts, from: startOf(day), keys: data.keys, log })
  }
  return (
    <Layout>
      <p>
        {t('day.intro')} {t('day.stays')}
      </p>
      <Column $gap={5}>
        {state.rows.length > 0 || state.status === 'running' ? (
          <>
            <Verdict state={state} findings={findings} />
            <DayProgress state={state} onStop={stop} />
          </>
        ) : null}
        {state.rows.length > 0 ? <DayRows rows={state.rows} /> : null}
        <DayInput
          error={useProblem(state)}
          isRunning={state.status === 'running'}
          today={data.today}
          onMine={trader === null ? undefined : (day) => void beginMine(day)}
          onStart={(files, day) => void begin(files, day)}
        />
      </Column>
      <Column $gap={5}>
        {state.rows.length > 0 ? (
          <>
            <Findings state={state} findings={findings} />
            <Contents state={state} />
          </>
        ) : null}
        <Note>{t('day.limit')}</Note>
      </Column>
    </Layout>
  )
}

/** What kept the check from its end. */
function useProblem({ problem }: DayState): string | null {
  const { t } = useTranslation('proof')
  if (problem === null) return null
  if (problem === 'unreadable') return t('receipt:input.unreadable')
  if (problem === 'empty' || problem === 'not_json' || problem === 'not_receipt') return t(`receipt:problem.${problem}`)
  return problem === 'too_large' ? t('receipt:problem.too_large', { count: MAX_DAY_RECEIPTS }) : t(`day.problem.${problem}`)
}

function Verdict({ state, findings }: { state: DayState; findings: DayFindings }) {
  const { t } = useTranslation('proof')
  const heading = useRef<HTMLHeadingElement>(null)
  const { status, problem, done, rows, ms, fills } = state
  useEffect(() => {
    if (status === 'done' || status === 'stopped') heading.current?.focus()
  }, [status])
  if (status === 'running' || status === 'idle') return null
  const isWhole = status === 'done' && problem === null
  const { count, unknown } = findings
  const said: { tone: VerdictTone; name: string } =
    count > 0
      ? { tone: 'danger', name: 'differs' }
      : !isWhole
        ? { tone: 'warn', name: 'stopped' }
        : unknown > 0
          ? { tone: 'warn', name: 'unknown' }
          : { tone: 'ok', name: 'same' }
  const values = { number: count, unknown, done: done.fills, all: fills, receipts: rows.length }
  return (
    <FirstBand
      ref={heading}
      tone={said.tone}
      title={t(`day.verdict.${said.name}`, values)}
      text={t(`day.verdict.${said.name}Text`, values)}
      facts={[t('day.of', { done: done.log, all: rows.length }), t('solvency.checkedIn', { ms }), t('sentNowhere')]}
    />
  )
}

function Findings({ state, findings }: { state: DayState; findings: DayFindings }) {
  const { t } = useTranslation('proof')
  const { otherPrices, evidence, seeds } = state
  const seedText = useSeedText()
  const [other] = otherPrices
  const { first, receipts, count } = findings
  return (
    <FindingsCard aria-labelledby="day-findings" data-found={count > 0 ? '' : undefined}>
      <CardHead>
        <h2 id="day-findings">{t('day.findings')}</h2>
        {count === 0 ? null : <span data-num="">{count}</span>}
      </CardHead>
      {count === 0 ? (
        <Inset>
          <p>{t('day.noFindings')}</p>
        </Inset>
      ) : (
        <Inset role="alert">
          {first === null ? null : (
            <Text $weight={600} $tone="primary">
              {t('day.first', { order: first.order ?? '–', time: new Date(first.at).toISOString().slice(11, 23) })}
            </Text>
          )}
          {other === undefined ? null : <p>{t('day.otherPrices', { time: minuteText(other.minute) })}</p>}
          {seeds?.outcome === 'failed' ? <p>{seedText(seeds)}</p> : null}
          {evidence === null ? null : (
            <>
              <p>{t('step.history.failed')}</p>
              <Button icon="download" onClick={() => saveFile('evidence.txt', new Blob([evidence], { type: 'text/plain' }))}>
                {t('step.saveEvidence')}
              </Button>
            </>
          )}
        </Inset>
      )}
      <RowList rows={receipts.slice(0, SHOWN_FINDINGS)} />
    </FindingsCard>
  )
}
const SHOWN_FINDINGS = 20

/** What the files hold, by kind, with a sum. */
function Contents({ state: { rows, rules } }: { state: DayState }) {
  const { t } = useTranslation(['proof', 'receipt', 'order'])
  const kinds = new Map<string, number>()
  for (const { body } of rows) kinds.set(eventKey(body), (kinds.get(eventKey(body)) ?? 0) + 1)
  return (
    <Card aria-labelledby="day-contents">
      <CardHead>
        <h2 id="day-contents">{t('day.contents')}</h2>
      </CardHead>
      <Inset>
        <KeyValueList
          rows={[
            ...[...kinds].map(([key, count]) => ({ key, label: t(`receipt:${key}`), value: <span data-num="">{count}</span> })),
            { key: 'sum', label: t('order:proof.receipts'), value: <span data-num="">{rows.length}</span>, total: true },
            ...(rules === null
              ? []
              : [
                  {
                    key: 'rules',
                    label: t('day.rules'),
                    value: <HashText value={rules} copyLabel={t('copy', { name: t('day.rules') })} copiedLabel={t('public:copied')} />,
                  },
                ]),
          ]}
        />
      </Inset>
    </Card>
  )
}
