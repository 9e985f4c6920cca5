/** The login screen: email or phone, and the way to a demo account in one tap. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { CurrentPasswordField } from '../../forms/current-password-field'
import { Button, Link, token } from '../../ui'
import { useIsWindingDown } from '../../visitor/site'
import { AccountField } from './account-field'
import { AccountTabs } from './account-tabs'
import { DemoForm } from './demo-form'
import type { FormAnswer, LoginData } from './sign-in-data'
import { SignInForm, useBusyIntent } from './sign-in-form'
import { Centred, SignInFrame } from './sign-in-frame'

const Or = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  color: ${token.text.muted};
  font-size: ${token.type.xs};
  &::before, &::after { content: ''; flex: 1; height: 1px; background: ${token.border.hairline}; }
`

/** A finger's height without moving the label line apart. */
const Forgot = styled(Link)`
  position: relative;
  &::after { content: ''; position: absolute; inset: -12px -4px; }
`

interface LoginPageProps {
  readonly data: LoginData
  readonly answer: FormAnswer | undefined
}

export function LoginPage({ data, answer }: LoginPageProps) {
  const { t } = useTranslation('auth')
  const { kind } = data
  // Its traders come to close and to withdraw; new people are sent away.
  const isWindingDown = useIsWindingDown()
  const from = data.from ?? undefined
  const values = { ...data.values, ...answer?.values }
  const problems = answer?.problems ?? {}
  const busy = useBusyIntent()
  return (
    <SignInFrame title={t('logIn')} board={data.board}>
      <AccountTabs kind={kind} address={(to) => paths.login({ type: to === 'mobile' ? to : undefined, from })} />
      <SignInForm answer={answer}>
        <input type="hidden" name="login_type" value={kind} />
        {from === undefined ? null : <input type="hidden" name="from" value={from} />}
        <AccountField kind={kind} areas={data.areas} values={values} problems={problems} />
        <CurrentPasswordField
          label={t('password')}
          labelEnd={<Forgot href={paths.forgot({ type: kind === 'mobile' ? kind : undefined })}>{t('forgotPassword')}</Forgot>}
          error={problems.password}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
        />
        <Button type="submit" variant="primary" size="lg" block busy={busy === 'submit'}>
          {t('logIn')}
        </Button>
      </SignInForm>
      {isWindingDown ? null : (
        <>
          <Centred>
            {t('newHere')} <Link href={paths.register({ from })}>{t('openAnAccount')}</Link>
          </Centred>
          <Or>{t('orLookAround')}</Or>
          <DemoForm from={data.from} balance={data.demoBalance} hasDemo={data.hasDemo} />
        </>
      )}
    </SignInFrame>
  )
}
