/** The checks of one receipt, or of a statement, in words: always all of them and in this order; what is not checked is drawn neither as passed nor as failed. */
import { useTranslation } from 'react-i18next'
import { Card, CardHead, groupDigits, HashText, KeyValueList, ProofSteps, type ShownStep, Text, WitnessRow } from '../../ui'
import type { ProofStep, ShownWitness, StepDetail } from './log-steps'
import { utcText } from './receipt-body'
import { Code } from './receipt-facts'
import { useOpenSteps } from './use-open-steps'

const FACTS = { signature: 'key', sum: 'rows', log: 'entry', checkpoint: 'entries', witnesses: 'witnesses', history: 'added' } as const
/** What a failure means and what to do now: paragraphs of `proof:mean`. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  'signature failed': ['copy', 'hash'],
  'log failed': ['again'],
  'checkpoint failed': ['again'],
  'witnesses failed': ['again'],
  'witnesses waiting': ['stands'],
  'history failed': ['rewritten', 'evidence'],
  'history damaged': ['damaged'],
}
/** Of a copy of a statement that cannot be relied on. */
const OF_STATEMENT: ReadonlySet<string> = new Set(['signature failed', 'sum failed', 'log failed', 'checkpoint failed', 'witnesses failed'])

export function StepList({ steps, isStatement = false }: { steps: readonly ProofStep[]; isStatement?: boolean }) {
  const { t } = useTranslation('proof')
  const title = t(isStatement ? 'statement.list' : 'step.list')
  const said = useSaid()
  const { isOpen, toggle } = useOpenSteps(steps)
  const hasFailed = steps.some(({ outcome }) => outcome === 'failed')
  const shown = steps.map((step): ShownStep => {
    const { name, outcome } = step
    const fact = factOf(step)
    const meaning = isStatement && OF_STATEMENT.has(`${name} ${outcome}`) ? ['statement'] : meaningOf(step)
    return {
      key: name,
      name: t(`step.name.${name}`),
      outcome,
      outcomeName: t(`step.outcome.${outcome}`),
      text: said(step),
      isOpen: isOpen(step),
      ...(fact === null ? {} : { fact: t(`fact.${fact}`, groupedValues(step.values)) }),
      ...(meaning === undefined
        ? {}
        : { meaning: meaning.map((one) => <Meaning key={one} of={one} values={groupedValues(step.values)} />) }),
      ...(step.details === undefined && step.witnesses === undefined ? {} : { details: <Details step={step} /> }),
    }
  })
  return (
    <Card>
      <CardHead>
        <h2>{title}</h2>
        <Text $size="xs" $tone="muted" $weight={400}>
          {t(hasFailed ? 'step.stopsRest' : 'step.eachStands')}
        </Text>
      </CardHead>
      <ProofSteps label={title} detailsLabel={t('step.details')} steps={shown} onToggle={toggle} />
    </Card>
  )
}

/** Numbers of a sentence with commas between thousands. */
function groupedValues(values: ProofStep['values']): Record<string, string> {
  const text = (value: string | number) => (typeof value === 'number' ? groupDigits(String(value)) : value)
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, text(value)]))
}

/** What a step says, with "Not checked:" before the reason of what was not. */
export function useSaid(): (step: ProofStep) => string {
  const { t } = useTranslation('proof')
  return ({ name, outcome, said, values }) => {
    const text = said === 'stopped' ? t('step.stopped') : t(`step.${name}.${said}`, groupedValues(values))
    return outcome === 'unchecked' ? `${t('step.outcome.unchecked')}: ${text}` : text
  }
}

function factOf({ name, outcome, said, values }: ProofStep): string | null {
  if (name === 'history' && outcome === 'failed') return 'contradiction'
  if ((name === 'signature' || name === 'sum') && outcome === 'failed') return 'notFitting'
  return values === undefined || said === 'stopped' ? null : FACTS[name]
}

const meaningOf = ({ name, outcome, said }: ProofStep): readonly string[] | undefined =>
  MEANINGS[`${name} ${said}`] ?? MEANINGS[`${name} ${outcome}`]

function Meaning({ of, values }: { of: string; values: ProofStep['values'] }) {
  const { t } = useTranslation('proof')
  return (
    <p>
      <b>{t(`mean.${of}.title`)}</b> {t(`mean.${of}.text`, values)}
    </p>
  )
}

function Details({ step: { details = [], witnesses } }: { step: ProofStep }) {
  return (
    <>
      {witnesses === undefined ? null : <WitnessRows witnesses={witnesses} />}
      {details.length === 0 ? null : <DetailRows details={details} />}
    </>
  )
}

function DetailRows({ details }: { details: readonly StepDetail[] }) {
  const { t } = useTranslation('proof')
  const shown = ({ name, hash, text, count, isWrong }: StepDetail) =>
    hash !== undefined ? (
      <HashText
        value={hash}
        copyLabel={t('copy', { name: t(`detail.${name}`) })}
        copiedLabel={t('public:copied')}
        {...(isWrong ? { tone: 'danger' as const } : {})}
      />
    ) : count !== undefined ? (
      <bdi data-num="">{groupDigits(String(count))}</bdi>
    ) : (
      <Code dir="ltr">{text}</Code>
    )
  return <KeyValueList rows={details.map((one) => ({ key: one.name, label: t(`detail.${one.name}`), value: shown(one) }))} />
}

function WitnessRows({ witnesses }: { witnesses: readonly ShownWitness[] }) {
  const { t } = useTranslation('proof')
  return (
    <ul>
      {witnesses.map(({ name, kind, outcome, timeSeconds }) => (
        <WitnessRow
          key={name}
          name={name}
          party={kind}
          outcome={outcome === 'wrong' ? 'refused' : outcome}
          said={t(`step.witness.${outcome}`)}
          {...(timeSeconds === null ? {} : { time: <Code dir="ltr">{utcText(timeSeconds * 1000)}</Code> })}
        />
      ))}
    </ul>
  )
}
