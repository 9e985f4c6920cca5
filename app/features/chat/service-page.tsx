/** Customer service without a chat provider: the address, the hours and a form to write to the company. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Card, KeyValueList, media, Note, Stack, StatusDot, token } from '../../ui'
import { useTenant } from '../../visitor/site'
import { EmailAddress } from '../account/email-address'
import type { FeedbackAnswer } from '../feedback/feedback-data'
import { FeedbackForm } from '../feedback/feedback-form'
import type { ChatData, ShownHours } from './chat-data'

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${token.space[6]};
  ${media.desktop} {
    grid-template-columns: minmax(0, 560px) minmax(0, 360px);
    gap: ${token.space[4]};
    > :first-child { order: 1; }
  }
`
const Part = styled(Card)`
  h2 { font-size: ${token.type.lg}; margin-block-end: ${token.space[2]}; }
  h2 + p { margin-block-end: ${token.space[4]}; color: ${token.text.secondary}; }
`
const Zone = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`
const State = styled(StatusDot)`
  font-size: ${token.type.sm};
  white-space: normal;
`

interface ServicePageProps {
  readonly data: Pick<ChatData, 'hours' | 'feedback'>
  readonly answer: FeedbackAnswer | null
}

export function ServicePage({ data: { hours, feedback }, answer }: ServicePageProps) {
  const { t } = useTranslation('account')
  const { email } = useTenant()
  return (
    <Columns>
      <Stack $gap={6}>
        {hours === null ? null : <Hours hours={hours} />}
        {email === '' ? null : (
          <Part $pad $flat>
            <h2>{t('service.byEmail')}</h2>
            <Stack $gap={3}>
              <EmailAddress email={email} />
              <Note icon="shield-check">{t('email.safety')}</Note>
            </Stack>
          </Part>
        )}
      </Stack>
      {feedback === null ? null : (
        <Part $pad $flat>
          <h2>{t('service.byForm')}</h2>
          <p>{t('feedback.lead')}</p>
          <FeedbackForm key={String(feedback.isSignedIn)} data={feedback} answer={answer} />
        </Part>
      )}
    </Columns>
  )
}

function Hours({ hours: { lines, zone, isOpen, changes } }: { hours: ShownHours }) {
  const { t } = useTranslation('account')
  return (
    <Part $pad $flat>
      <h2>{t('service.hours')}</h2>
      <Stack $gap={3}>
        <State
          tone={isOpen ? 'open' : 'off'}
          label={changes === null ? t('service.always') : t(isOpen ? 'service.openUntil' : 'service.closedUntil', { time: changes })}
        />
        <KeyValueList rows={lines.map(({ days, times }) => ({ key: days + times, label: days, value: <bdi dir="ltr">{times}</bdi> }))} />
        <Zone>{t('service.zone', { zone })}</Zone>
      </Stack>
    </Part>
  )
}
