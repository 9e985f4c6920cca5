/** Changing the password while signed in. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { CurrentPasswordField } from '../../forms/current-password-field'
import { Button, Card, Note } from '../../ui'
import { useTrader } from '../../visitor/site'
import { CodeField } from './code-field'
import { NewPasswordFields } from './new-password-fields'
import type { FormAnswer, PasswordData } from './sign-in-data'
import { SignInForm, useBusyIntent } from './sign-in-form'

const Frame = styled(Card)`
  max-width: 560px;
`

interface PasswordPageProps {
  readonly data: PasswordData
  readonly answer: FormAnswer | undefined
}

export function PasswordPage({ data, answer }: PasswordPageProps) {
  const { t } = useTranslation(['forgot', 'auth'])
  const problems = answer?.problems ?? {}
  const busy = useBusyIntent()
  const trader = useTrader()
  const target = `\u2068${data.maskedTarget}\u2069`
  if (data.maskedTarget === '') return <Note tone="info">{t('noAddress')}</Note>
  return (
    <Frame $pad $flat>
      <SignInForm answer={answer}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" defaultValue={trader?.email || trader?.mobile} readOnly hidden />
        <NewPasswordFields label={t('newPassword')} repeatLabel={t('repeatNewPassword')} problems={problems} />
        <CurrentPasswordField
          name="old_password"
          label={t('oldPasswordOptional')}
          error={problems.old_password}
          showLabel={t('auth:showPassword')}
          hideLabel={t('auth:hidePassword')}
        />
        <CodeField
          kind={data.kind}
          problem={problems.code}
          answer={answer}
          sent={answer?.sent ?? data.sent}
          help={t('auth:codeGoesTo', { target })}
          sentText={t('auth:codeSentTo', { target })}
        />
        <Button type="submit" variant="primary" size="lg" block busy={busy === 'submit'}>
          {t('change')}
        </Button>
      </SignInForm>
    </Frame>
  )
}
