/** The door of the desk: name, password and code at once, and one answer for whatever is wrong. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { LONGEST } from '../../../../contract/form-bounds'
import { CurrentPasswordField } from '../../../forms/current-password-field'
import { ONE_TIME_CODE } from '../../../forms/one-time-code'
import { Button, Card, Field, PageTitle, TextInput, token } from '../../../ui'
import type { FormAnswer } from '../../sign-in/sign-in-data'
import { SignInForm, useBusyIntent } from '../../sign-in/sign-in-form'
import { DeskMark } from './desk-mark'
import { DeskLanguage } from './desk-nav'

const Centre = styled.main`
  display: grid;
  grid-template-columns: minmax(0, 400px);
  justify-content: center;
  align-content: center;
  gap: ${token.space[4]};
  min-height: 100dvh;
  padding: ${token.space[6]} ${token.space[4]};
  outline: 0;
`
const PageHead = styled.div`
  display: grid;
  gap: 6px;
  margin-block-end: ${token.space[5]};
  p { color: ${token.text.secondary}; }
`

interface DeskLoginPageProps {
  readonly from: string | null
  readonly answer: FormAnswer | undefined
}

export function DeskLoginPage({ from, answer }: DeskLoginPageProps) {
  const { t } = useTranslation('desk')
  const busy = useBusyIntent()
  const problems = answer?.problems ?? {}
  return (
    <Centre id="main" tabIndex={-1}>
      <DeskMark label={t('shell.console')} />
      <Card $pad>
        <PageHead>
          <PageTitle>{t('shell.login.title')}</PageTitle>
          <p>{t('shell.login.text')}</p>
        </PageHead>
        <SignInForm answer={answer}>
          {from === null ? null : <input type="hidden" name="from" value={from} />}
          <Field label={t('shell.login.name')} error={problems.account}>
            {(aria) => (
              <TextInput
                {...aria}
                name="account"
                defaultValue={answer?.values.account}
                autoComplete="username"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                maxLength={LONGEST.operatorName}
              />
            )}
          </Field>
          <CurrentPasswordField
            label={t('shell.login.password')}
            error={problems.password}
            showLabel={t('shell.login.showPassword')}
            hideLabel={t('shell.login.hidePassword')}
          />
          <CodeInput label={t('shell.login.code')} problem={problems.code} />
          <Button type="submit" variant="primary" size="lg" block busy={busy === 'submit'}>
            {t('shell.login.submit')}
          </Button>
        </SignInForm>
      </Card>
      <DeskLanguage />
    </Centre>
  )
}

export function CodeInput({ label, problem }: { readonly label: string; readonly problem: string | undefined }) {
  return (
    <Field label={label} error={problem}>
      {(aria) => <TextInput {...aria} {...ONE_TIME_CODE} autoCorrect="off" spellCheck={false} maxLength={LONGEST.operatorCode} />}
    </Field>
  )
}
