/** The four stages of a case, with the time by which the one that is due is answered, and what was said between them. */
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { MINUTE_MS } from '../../../rules/durations'
import type { ShownChallenge } from '../../terms/challenge'
import { lengthText } from '../../time/length-text'
import { Icon, media, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { UtcMoment } from './case-parts'

/** In a row where the card is as wide as on a tablet, below each other where it is not. */
const WIDE = '@container (min-width: 600px)'

const Frame = styled.div`
  display: grid;
  gap: ${token.space[3]};
  container-type: inline-size;
`
const Stages = styled.ol`
  --line: ${token.border.soft};
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${WIDE} { grid-auto-flow: column; grid-template-columns: none; grid-auto-columns: minmax(0, 1fr); }
  > li {
    position: relative;
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: 0 ${token.space[3]};
    align-content: start;
    padding-block-end: 14px;
    ${WIDE} { grid-template-columns: minmax(0, 1fr); gap: 6px; padding-block-end: 0; padding-inline-end: ${token.space[3]}; }
  }
  > li:last-child { padding-block-end: 0; }
  > li:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 26px 2px;
    inset-inline-start: 11px;
    inline-size: 2px;
    background: var(--line);
    ${WIDE} { inset-block: 11px auto; inset-inline: 28px 4px; inline-size: auto; block-size: 2px; }
    ${media.forced} { background: CanvasText; }
  }
  > [data-stage='done'] { --line: ${token.status.ok.text}; }
  b { display: block; font-size: ${token.type.sm}; font-weight: 600; line-height: 24px; }
  [data-stage='next'] b { font-weight: 500; color: ${token.text.secondary}; }
  small { display: block; font-size: ${token.type.xs}; line-height: 1.5; color: ${token.text.secondary}; overflow-wrap: anywhere; }
  small[data-strong] { font-weight: 600; color: ${token.text.primary}; }
  [data-late] small[data-strong] { color: ${token.status.danger.text}; }
`
const Disc = styled.span`
  display: grid;
  place-items: center;
  inline-size: 24px;
  block-size: 24px;
  border-radius: 50%;
  border: 2px solid ${token.border.control};
  color: ${token.text.muted};
  [data-stage='done'] & { border-color: transparent; background: ${token.status.ok.soft}; color: ${token.status.ok.text}; }
  [data-stage='current'] & { border-color: ${token.brand.text}; color: ${token.brand.text}; }
  [data-late] & { border-color: ${token.status.danger.text}; color: ${token.status.danger.text}; }
`
const Said = styled.ul`
  display: grid;
  gap: ${token.space[3]};
  li { padding-inline-start: ${token.space[3]}; border-inline-start: 3px solid ${token.border.soft}; }
  b { font-size: ${token.type.sm}; font-weight: 600; }
  small { font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  && p { white-space: pre-wrap; overflow-wrap: anywhere; font-size: ${token.type.sm}; line-height: 1.45; color: ${token.text.primary}; }
`

type TimelineCase = Pick<ShownChallenge, 'steps' | 'state' | 'isLate' | 'dueAt' | 'verdict' | 'decision'>
type StepName = TimelineCase['steps'][number]['step']

interface Stage {
  readonly key: string
  readonly name: string
  readonly stage: 'done' | 'current' | 'next'
  /** Unix milliseconds; absent where it has not happened or nothing says when. */
  readonly at?: number
  readonly more?: ReactNode
}

interface CaseTimelineProps {
  readonly challenge: TimelineCase
  /** When the page was made, Unix milliseconds. */
  readonly now: number
}

export function CaseTimeline({ challenge, now }: CaseTimelineProps) {
  const { t } = useTranslation('proof')
  const { isLate, steps } = challenge
  const said = steps.filter(({ step }) => BETWEEN.has(step))
  return (
    <Frame>
      <Stages aria-label={t('challenge.steps')}>
        {stagesOf(t, challenge, now).map(({ key, name, stage, at, more }) => (
          <li
            key={key}
            data-stage={stage}
            aria-current={stage === 'current' ? 'step' : undefined}
            data-late={stage === 'current' && isLate ? '' : undefined}
          >
            <Disc>{stage === 'next' ? null : <Icon name={stage === 'done' ? 'check' : 'hourglass'} size={14} />}</Disc>
            <div>
              <b>{name}</b>
              {at === undefined ? null : (
                <small>
                  <UtcMoment at={at} />
                </small>
              )}
              {more}
            </div>
          </li>
        ))}
      </Stages>
      {said.length === 0 ? null : (
        <Said>
          {said.map(({ step, at, words }) => (
            <li key={`${step} ${at} ${words}`}>
              <b>{t(`challenge.step.${step}`)}</b>{' '}
              <small>
                <UtcMoment at={at} />
              </small>
              {words === '' ? null : <p dir="auto">{words}</p>}
            </li>
          ))}
        </Said>
      )}
    </Frame>
  )
}

/** What happens while a person decides. */
const BETWEEN: ReadonlySet<StepName> = new Set(['asked', 'added', 'approved_once'])

function stagesOf(t: TFunction, challenge: TimelineCase, now: number): readonly Stage[] {
  const { steps, verdict, state, decision } = challenge
  const at = (name: StepName) => {
    const step = steps.findLast((one) => one.step === name)
    return step === undefined ? {} : { at: step.at }
  }
  const begun: readonly Stage[] = [
    { key: 'opened', name: t('challenge.step.opened'), stage: 'done', ...at('opened') },
    {
      ...{ key: 'answered', name: t('challenge.step.answered'), stage: 'done', ...at('answered') },
      more: <small>{t(`challenge.verdict.${verdict}`)}</small>,
    },
  ]
  if (state === 'withdrawn')
    return [...begun, { key: 'withdrawn', name: t('challenge.state.withdrawn'), stage: 'done', ...at('withdrawn') }]
  const log = { key: 'log', name: t('challenge.decisionInLog') }
  if (state === 'open')
    return [
      ...begun,
      { key: 'decides', name: t('challenge.decides'), stage: 'current', more: <Due challenge={challenge} now={now} /> },
      { ...log, stage: 'next' },
    ]
  if (state === 'asked')
    return [...begun, { key: 'asked', name: t('challenge.state.asked'), stage: 'current', ...at('asked') }, { ...log, stage: 'next' }]
  const entry = decision?.entry ?? null
  return [
    ...begun,
    { key: 'decided', name: t(state === 'corrected' ? 'challenge.agreed' : 'challenge.decided'), stage: 'done', ...at(state) },
    {
      ...{ ...log, stage: entry === null ? 'current' : 'done' },
      more: <small>{entry === null ? t('order:proof.notInLog') : t('order:proof.inLog', { index: entry.index })}</small>,
    },
  ]
}

/** By when the company answers, and how long that is from now: in words, for nobody should watch seconds. */
function Due({ challenge: { dueAt, isLate }, now }: CaseTimelineProps) {
  const { t } = useTranslation('proof')
  const { language } = useSite()
  const span = lengthText(Math.floor(Math.abs(dueAt - now) / MINUTE_MS), language)
  return (
    <>
      <small>
        {t('challenge.answerBy')} <UtcMoment at={dueAt} />
      </small>
      <small data-strong="">{t(isLate ? 'challenge.lateBy' : 'challenge.left', { span })}</small>
    </>
  )
}
