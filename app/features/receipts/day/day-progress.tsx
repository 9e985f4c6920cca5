/** How far the check has come: one count for all of it, and a bar for each of its phases. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Card, ConfirmDialog, Icon, type IconName, OUTCOME_ICONS, ProgressBar, Row, Stack, Text, token } from '../../../ui'
import { useSeedText } from './seed-text'
import { type DayState, progressOf } from './use-day-check'
import { DAY_PHASES } from './verify-day'

const Count = styled.p`
  font-size: ${token.type.xxl};
  line-height: 1.2;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`
const Phases = styled.ul`
  display: grid;
  gap: ${token.space[4]};
  padding-block-start: ${token.space[4]};
  border-block-start: 1px solid ${token.border.hairline};
  li { display: grid; gap: 6px; font-size: ${token.type.sm}; }
  li > div:first-child > span:last-child { color: ${token.text.secondary}; font-variant-numeric: tabular-nums; }
  li b { display: flex; align-items: center; gap: 6px; font-weight: 500; }
  li p { color: ${token.text.secondary}; line-height: 1.5; max-width: 62ch; }
`

/** Announced at each of these, in percent. */
const ANNOUNCED = 25

export function DayProgress({ state, onStop }: { state: DayState; onStop: () => void }) {
  const { t } = useTranslation('proof')
  const [isAsked, setAsked] = useState(false)
  const { rows, done, status, ms, signed, factsRead } = state
  const { all, share } = progressOf(state)
  const isRunning = status === 'running'
  const percent = Math.floor(share * 1000) / 10
  // A receipt is checked when its place in the log is known.
  const of = t('day.of', { done: done.log, all: rows.length })
  const rate = Math.round((done.log * 1000) / Math.max(1, ms))
  useEffect(() => {
    if (!isRunning) return setAsked(false)
    const ask = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setAsked(true)
    }
    document.addEventListener('keydown', ask)
    return () => document.removeEventListener('keydown', ask)
  }, [isRunning])
  return (
    <Card $pad aria-labelledby="day-progress">
      <Stack $gap={4}>
        <Row $between>
          <div>
            <Text as="h2" id="day-progress" $size="sm" $tone="secondary" $weight={400}>
              {t('day.checked')}
            </Text>
            <Count>{rows.length === 0 ? signed : of}</Count>
          </div>
          {isRunning ? <Button onClick={() => setAsked(true)}>{t('day.stop')}</Button> : null}
        </Row>
        <ProgressBar value={done.log} max={rows.length} label={t('day.checked')} valueText={`${percent}%, ${of}`} />
        <Row $between>
          <Text $size="xs" $tone="secondary" data-num="">
            {percent}%
          </Text>
          <Text $size="xs" $tone="secondary">
            {factsRead > 0 && isRunning ? t('day.facts', { read: factsRead }) : rate > 0 ? t('day.rate', { rate }) : ''}
          </Text>
        </Row>
        <Phases>
          {DAY_PHASES.map((phase) => (
            <li key={phase}>
              <Row $between>
                <b>
                  <Icon {...phaseIcon(done[phase], all[phase], isRunning)} size={16} />
                  {t(`day.phase.${phase}`)}
                </b>
                <span>{t('day.of', { done: done[phase], all: all[phase] })}</span>
              </Row>
              <ProgressBar
                value={done[phase]}
                max={all[phase]}
                label={t(`day.phase.${phase}`)}
                valueText={t('day.of', { done: done[phase], all: all[phase] })}
              />
            </li>
          ))}
          <SeedPhase seeds={state.seeds} />
        </Phases>
        <p className="sr-only" role="status">
          {isRunning && percent >= ANNOUNCED ? `${Math.floor(percent / ANNOUNCED) * ANNOUNCED}%` : ''}
        </p>
      </Stack>
      <ConfirmDialog
        open={isAsked && isRunning}
        title={t('day.stopAsk')}
        text={t('day.stopText')}
        confirmLabel={t('day.stop')}
        cancelLabel={t('day.goOn')}
        onConfirm={onStop}
        onCancel={() => setAsked(false)}
      />
    </Card>
  )
}

/** The prices themselves, where they are simulated: one answer for all of them. */
function SeedPhase({ seeds }: Pick<DayState, 'seeds'>) {
  const { t } = useTranslation('proof')
  const text = useSeedText()
  const outcome = seeds?.outcome ?? 'unchecked'
  return (
    <li data-outcome={outcome}>
      <Row $between>
        <b>
          <Icon name={OUTCOME_ICONS[outcome]} size={16} />
          {t('day.phase.seeds')}
        </b>
        <span>{seeds === null ? '' : t(`step.outcome.${outcome}`)}</span>
      </Row>
      {seeds === null ? null : <p>{text(seeds)}</p>}
    </li>
  )
}

/** A phase that has not begun is a dash, not an empty success. */
function phaseIcon(done: number, all: number, isRunning: boolean): { name: IconName; spin?: boolean } {
  if (done >= all && all > 0) return { name: 'check' }
  return done > 0 && isRunning ? { name: 'loader', spin: true } : { name: 'minus' }
}
