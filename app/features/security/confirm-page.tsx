import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { STEP_UP_MINUTES } from '../../../contract/told-limits'
import { paths } from '../../addresses/paths'
import { Button, ButtonLink, Card, Stack, Two, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import { CodeField } from './code-field'

export interface ConfirmData {
  readonly title: string
  /** Page to go on to; null when none was named. */
  readonly from: string | null
}
export interface ConfirmAnswer {
  readonly message: string
}

const Lead = styled.p`
  color: ${token.text.secondary};
`

/** One field between the trader and the withdrawal. */
export function ConfirmPage({ data, answer }: { data: ConfirmData; answer: ConfirmAnswer | null }) {
  const { t } = useTranslation('account')
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Narrow>
      <Card $pad $flat>
        <Form method="post" noValidate>
          {data.from === null ? null : <input type="hidden" name="from" value={data.from} />}
          <Stack>
            <Lead>{t('confirm.lead', { minutes: STEP_UP_MINUTES })}</Lead>
            <CodeField label={t('code.label')} takesRecoveryCode message={answer?.message ?? ''} autoFocus />
            <Two>
              <ButtonLink variant="secondary" size="lg" href={paths.user()}>
                {t('public:cancel')}
              </ButtonLink>
              <Button type="submit" variant="primary" size="lg" busy={isBusy}>
                {t('confirm.submit')}
              </Button>
            </Two>
          </Stack>
        </Form>
      </Card>
    </Narrow>
  )
}
