/** The one address that the company writes from, and takes complaints at. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { ButtonLink, Card, EmptyState, Note, Stack, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import { useTenant } from '../../visitor/site'
import { EmailAddress } from './email-address'

const Lead = styled.p`
  color: ${token.text.secondary};
`
export function CompanyEmail({ complaintEmail }: { complaintEmail: string | null }) {
  const { t } = useTranslation('account')
  const { email: ofCompany } = useTenant()
  const email = complaintEmail ?? ofCompany
  if (email === '') {
    return (
      <EmptyState
        art="none"
        title={t('email.none')}
        action={
          <ButtonLink variant="secondary" icon="message-square" href={paths.feedback()}>
            {t('service.byForm')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <Narrow>
      <Card $pad $flat>
        <Stack>
          <Lead>{t('email.lead')}</Lead>
          <EmailAddress email={email} />
          <Note icon="shield-check">{t('email.safety')}</Note>
          <ButtonLink variant="secondary" icon="message-square" href={paths.feedback()}>
            {t('service.byForm')}
          </ButtonLink>
        </Stack>
      </Card>
    </Narrow>
  )
}
