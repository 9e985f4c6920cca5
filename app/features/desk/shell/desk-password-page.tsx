/** An operator's own new password. Nobody can set another's: that is done on the machine. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { CurrentPasswordField } from '../../../forms/current-password-field'
import { Button, Card, PageTitle } from '../../../ui'
import { NewPasswordFields } from '../../sign-in/new-password-fields'
import type { FormAnswer } from '../../sign-in/sign-in-data'
import { SignInForm, useBusyIntent } from '../../sign-in/sign-in-form'
import { CodeInput } from './desk-login-page'

const Frame = styled(Card)`
  max-width: 480px;
`

interface DeskPasswordPageProps {
  readonly operator: string
  readonly answer: FormAnswer | undefined
}

export function DeskPasswordPage({ operator, answer }: DeskPasswordPageProps) {
  const { t } = useTranslation('desk')
  const busy = useBusyIntent()
  const problems = answer?.problems ?? {}
  return (
    <>
      <PageTitle>{t('shell.password')}</PageTitle>
      <Frame $pad>
        <SignInForm answer={answer}>
          {/* Tells a password manager whose password this is. */}
          <input type="text" autoComplete="username" defaultValue={operator} readOnly hidden />
          <CurrentPasswordField
            name="old_password"
            label={t('shell.newPassword.old')}
            error={problems.old_password}
            showLabel={t('shell.login.showPassword')}
            hideLabel={t('shell.login.hidePassword')}
          />
          <NewPasswordFields
            label={t('shell.newPassword.new')}
            repeatLabel={t('shell.newPassword.repeat')}
            problems={problems}
            ownWords={[operator]}
          />
          <CodeInput label={t('shell.newPassword.code')} problem={problems.code} />
          <Button type="submit" variant="primary" block busy={busy === 'submit'}>
            {t('shell.newPassword.submit')}
          </Button>
        </SignInForm>
      </Frame>
    </>
  )
}
