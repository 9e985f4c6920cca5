/** The one address that the company writes from, and takes complaints at. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../platform/paths'
import { useTenant } from '../../platform/site'
import { ButtonLink, Card, CopyButton, EmptyState, Link, Note, Stack, token, useToast } from '../../ui'
import { Narrow } from './narrow'

const Lead = styled.p`
  color: ${token.text.secondary};
`
const Address = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  min-height: 52px;
  padding-block: 4px;
  padding-inline: ${token.space[3]} 4px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  > span { flex: 1; min-width: 0; text-align: start; }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    direction: ltr;
    font: 500 ${token.type.md}/1.45 ${token.font.mono};
    color: ${token.text.primary};
    overflow-wrap: anywhere;
  }
`

export function CompanyEmail({ complaintEmail }: { complaintEmail: string | null }) {
  const { t } = useTranslation('account')
  const toast = useToast()
  const { email: ofCompany } = useTenant()
  const email = complaintEmail ?? ofCompany
  if (email === '') {
    return (
      <EmptyState
        art="none"
        title={t('email.none')}
        action={
          <ButtonLink variant="secondary" href={paths.mine.announcement()}>
            {t('user:announcement')}
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
          <Address>
            <span>
              <Link href={`mailto:${email}`}>{email}</Link>
            </span>
            <CopyButton
              text={email}
              label={t('email.copy')}
              copiedLabel={t('public:copied')}
              variant="soft"
              onCopied={() => toast.show({ tone: 'ok', key: 'email', title: t('email.copied') })}
            />
          </Address>
          <Note icon="shield-check">{t('email.safety')}</Note>
        </Stack>
      </Card>
    </Narrow>
  )
}
