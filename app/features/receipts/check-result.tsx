/** The verdict in the first place, and the five checks that carry it. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { Button, ButtonLink, Note, Stack, saveFile, Text, VerdictBand } from '../../ui'
import type { ProofStep } from './log-steps'
import { textOf, utcText } from './receipt-body'
import { ReceiptCard } from './receipt-card'
import { resultText } from './result-text'
import { StepList, useSaid } from './step-list'
import { type FullReport, TONES, type Verdict, verdictOf } from './verdict'

interface CheckResultProps {
  readonly report: FullReport
  /** Of several receipts, the one whose checks are shown. */
  readonly place: number
  readonly onPlace: (place: number) => void
  readonly isChecking: boolean
  readonly onAgain: () => void
}

export function CheckResult({ report, place, onPlace, isChecking, onAgain }: CheckResultProps) {
  const { t } = useTranslation('proof')
  const steps = report.steps[place] ?? []
  return (
    <Stack $gap={5}>
      <Verdicts report={report} steps={steps} isChecking={isChecking} onAgain={onAgain} />
      {report.receipts.length === 1 ? null : (
        <Stack $gap={2}>
          {report.receipts.map((checked) => (
            <ReceiptCard key={checked.place} checked={checked} isShown={checked.place === place} onShow={() => onPlace(checked.place)} />
          ))}
        </Stack>
      )}
      <StepList steps={steps} isStatement={report.sum !== undefined} />
      <Note>{t(report.sum === undefined ? 'limit' : 'statement.limit')}</Note>
    </Stack>
  )
}

/** What may come by itself, so that it is worth asking again. */
const MAY_COME: ReadonlySet<Verdict> = new Set<Verdict>(['notWitnessed', 'notCompared', 'offline'])

interface VerdictsProps extends Pick<CheckResultProps, 'report' | 'isChecking' | 'onAgain'> {
  readonly steps: readonly ProofStep[]
}

function Verdicts({ report, steps, isChecking, onAgain }: VerdictsProps) {
  const { t } = useTranslation('proof')
  const words = useVerdictWords(report, steps)
  const heading = useRef<HTMLHeadingElement>(null)
  const verdict = verdictOf(report)
  useEffect(() => {
    if (!report.isByItself) heading.current?.focus()
  }, [report])
  const evidence = steps.find((step) => step.evidence !== undefined)?.evidence
  const order = textOf(report.receipts[0]?.receipt.body ?? {}, 'order')
  return (
    <VerdictBand
      ref={heading}
      tone={TONES[verdict]}
      title={words.title}
      text={
        <>
          <p>{words.text}</p>
          {report.isExact ? null : <p>{t('receipt:verdict.notExact')}</p>}
        </>
      }
      checks={{ outcomes: steps.map(({ outcome }) => outcome), label: words.count }}
      facts={[
        words.count,
        t('solvency.checkedIn', { ms: report.ms }),
        t(report.sum === undefined ? 'sentNowhere' : 'statement.sentNowhere'),
      ]}
      actions={
        <>
          {MAY_COME.has(verdict) ? (
            <Button icon="refresh-cw" busy={isChecking} onClick={onAgain}>
              {t('checkAgain')}
            </Button>
          ) : null}
          {evidence === undefined ? null : (
            <Button icon="download" onClick={() => saveFile('evidence.txt', new Blob([evidence], { type: 'text/plain' }))}>
              {t('step.saveEvidence')}
            </Button>
          )}
          {(verdict === 'false' || verdict === 'notInLog') && order !== null ? (
            <ButtonLink icon="receipt-text" href={paths.orders({ type: '3' })}>
              {t('openOrder', { order })}
            </ButtonLink>
          ) : null}
          <Button variant="ghost" icon="download" onClick={words.save}>
            {t('saveResult')}
          </Button>
          {verdict === 'notWitnessed' ? (
            <Text $size="sm" $tone="secondary">
              {t('byItself')}
            </Text>
          ) : null}
        </>
      }
    />
  )
}

/** Which texts say what was found. */
const TITLES: Readonly<Record<Verdict, string>> = {
  genuine: 'receipt:verdict.genuine',
  offline: 'receipt:verdict.genuine',
  unknown: 'receipt:verdict.unknown',
  false: 'receipt:verdict.false',
  notInLog: 'verdict.notInLog',
  notWitnessed: 'verdict.notWitnessed',
  notCompared: 'verdict.notCompared',
  rewritten: 'verdict.rewritten',
}

/** What is said of a statement in words of its own; the rest is said of it as of a receipt. */
const OF_STATEMENT: Partial<Readonly<Record<Verdict, string>>> = {
  genuine: 'statement.genuine',
  offline: 'statement.genuine',
  false: 'statement.false',
  notInLog: 'step.log.waitingStatement',
}

/** @param shown the checks of the receipt that is shown: the bar and its count are of these. */
function useVerdictWords(report: FullReport, shown: readonly ProofStep[]) {
  const { t } = useTranslation('proof')
  const said = useSaid()
  const { receipts, steps } = report
  const verdict = verdictOf(report)
  const own = steps.length === 1 ? (steps[0] ?? []) : []
  const owner = [...new Set(receipts.map(({ key }) => key?.owner || t('receipt:keys.given')))].join(', ')
  const title = t(TITLES[verdict])
  const tally = (['waiting', 'failed', 'unchecked'] as const).flatMap((outcome) => {
    const number = shown.filter((step) => step.outcome === outcome).length
    return number === 0 ? [] : [`${t(`step.outcome.${outcome}`)}: ${number}`]
  })
  const passed = t('step.count', { passed: shown.filter(({ outcome }) => outcome === 'passed').length, all: shown.length })
  const text = (): string => {
    const ofStatement = report.sum === undefined ? undefined : OF_STATEMENT[verdict]
    if (ofStatement !== undefined) return t(ofStatement, { owner })
    if (verdict === 'false' || verdict === 'unknown') return t(`receipt:verdict.${verdict}Text`)
    if (verdict === 'rewritten' || verdict === 'notCompared' || verdict === 'offline') return t(`says.${verdict}`)
    if (verdict === 'notInLog') return t('says.notInLog', { time: utcText(receipts[0]?.receipt.body.at) ?? '' })
    const witnesses = own.find(({ name }) => name === 'witnesses')
    if (verdict === 'notWitnessed' && witnesses?.values !== undefined) return t('says.notWitnessed', { owner, ...witnesses.values })
    if (witnesses?.outcome === 'passed') return t('says.witnessed', { owner, ...witnesses.values })
    return t('receipt:verdict.genuineText', { count: receipts.length, owner })
  }
  const save = () => {
    const words = {
      title: t('receipt:title'),
      verdict: title,
      outcome: (outcome: string) => t(`step.outcome.${outcome}`),
      step: (name: string) => t(`step.name.${name}`),
      said,
      detail: (name: string) => t(`detail.${name}`),
    }
    const name = `receipt-check-${new Date(report.at).toISOString().slice(0, 19).replaceAll(':', '-')}.txt`
    saveFile(name, new Blob([resultText(report, words)], { type: 'text/plain' }))
  }
  return { title, text: text(), count: [passed, ...tally].join(' · '), save }
}
