import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { hoursText, waitText } from '../../../time/wait-text'
import { token } from '../../../ui'
import type { WithdrawClockData } from './withdraw-data'

const Lines = styled.div`
  display: grid;
  gap: 2px;
  padding: 0 ${token.space[4]} ${token.space[3]};
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.secondary};
`

/** What the company promises, what it has kept, and how many wait. */
export function WithdrawClock({ clock }: { clock: WithdrawClockData }) {
  const { t } = useTranslation('withdraw')
  const { promisedHours, p50Minutes, p95Minutes, measured, waiting } = clock
  return (
    <Lines>
      <p>{t('promise', { span: hoursText(t, promisedHours) })}</p>
      {p50Minutes === null || p95Minutes === null ? (
        <p>{t('notMeasured')}</p>
      ) : (
        <p>{t('measured', { half: waitText(t, p50Minutes), most: waitText(t, p95Minutes), count: measured })}</p>
      )}
      <p>{t('waiting', { count: waiting })}</p>
    </Lines>
  )
}
