/** Writing to the company, and the thanks with the reference once it has come. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { ButtonLink, Card, CopyButton, Icon, Link, Note, Stack, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import type { FeedbackAnswer, FeedbackData } from './feedback-data'
import { FeedbackForm } from './feedback-form'

const Lead = styled.p`
  color: ${token.text.secondary};
`
const Thanks = styled.div`
  display: grid;
  justify-items: center;
  gap: ${token.space[3]};
  padding-block: ${token.space[6]};
  text-align: center;
  > svg { width: 44px; height: 44px; color: ${token.status.ok.text}; }
  h2 { font-size: ${token.type.lg}; outline: 0; }
  p { max-width: 42ch; color: ${token.text.secondary}; }
`
const Reference = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${token.space[2]};
  padding: ${token.space[2]} ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  b { direction: ltr; font: 600 ${token.type.lg}/1.45 ${token.font.mono}; letter-spacing: 0.04em; overflow-wrap: anywhere; }
`
const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${token.space[2]};
`

interface FeedbackPageProps {
  readonly data: FeedbackData
  readonly answer: FeedbackAnswer | null
}

export function FeedbackPage({ data, answer }: FeedbackPageProps) {
  const { t } = useTranslation('account')
  if (data.sent !== null) return <Sent reference={data.sent} />
  return (
    <Narrow>
      <Lead>{t('feedback.lead')}</Lead>
      <Card $pad $flat>
        {/* Somebody who signs in meanwhile has another form: no captcha, and room for a picture. */}
        <FeedbackForm key={String(data.isSignedIn)} data={data} answer={answer} />
      </Card>
      <Note icon="languages">
        <Link inline href={paths.wording()}>
          {t('wording.title')}
        </Link>
      </Note>
      <Note icon="mail">
        {t('feedback.ratherMail')}{' '}
        <Link inline href={paths.mine.email()}>
          {t('user:companyEmail')}
        </Link>
      </Note>
    </Narrow>
  )
}

function Sent({ reference }: { reference: string }) {
  const { t } = useTranslation('account')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Narrow>
      <Card $pad $flat>
        <Thanks>
          <Icon name="circle-check" size={24} />
          <h2 ref={heading} tabIndex={-1}>
            {t('feedback.thanks')}
          </h2>
          <p>{t('feedback.thanksText')}</p>
          <Stack>
            <span>{t('feedback.reference')}</span>
            <Reference>
              <b>{reference}</b>
              <CopyButton text={reference} label={t('feedback.copy')} copiedLabel={t('public:copied')} variant="soft" />
            </Reference>
          </Stack>
          <Choices>
            <ButtonLink variant="primary" href={paths.home()}>
              {t('public:toMarkets')}
            </ButtonLink>
            <ButtonLink variant="secondary" href={paths.feedback()}>
              {t('feedback.another')}
            </ButtonLink>
          </Choices>
        </Thanks>
      </Card>
    </Narrow>
  )
}
