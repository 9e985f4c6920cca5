/** The address that people write to, to tap or to copy; one that belongs to nobody says so. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { CopyButton, Link, Note, token, useToast } from '../../ui'

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

/** Names that are kept for samples and never belong to anybody (RFC 2606): mail to them does not arrive. */
const OF_NOBODY = /[@.](?:example|test|invalid|localhost)$|[@.]example\.(?:com|net|org)$/i

const isSampleAddress = (email: string): boolean => OF_NOBODY.test(email)

export function EmailAddress({ email }: { email: string }) {
  const { t } = useTranslation('account')
  const toast = useToast()
  return (
    <>
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
      {isSampleAddress(email) ? <Note tone="warn">{t('email.sample')}</Note> : null}
    </>
  )
}
