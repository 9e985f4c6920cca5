/** The screen for a forgotten password. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { Button, Link } from '../../ui'
import { AccountField } from './account-field'
import { AccountTabs } from './account-tabs'
import { CodeField } from './code-field'
import { NewPasswordFields } from './new-password-fields'
import type { ForgotData, FormAnswer } from './sign-in-data'
import { SignInForm, useBusyIntent } from './sign-in-form'
import { Centred, SignInFrame } from './sign-in-frame'
import { useCodeTarget } from './use-code-target'

interface ForgotPageProps {
  readonly data: ForgotData
  readonly answer: FormAnswer | undefined
}

export function ForgotPage({ data, answer }: ForgotPageProps) {
  const { t } = useTranslation(['forgot', 'auth'])
  const { kind, areas } = data
  const values = { ...data.values, ...answer?.values }
  const problems = answer?.problems ?? {}
  const busy = useBusyIntent()
  const target = useCodeTarget(kind, values, areas, { loaded: data.sent, answer })
  return (
    <SignInFrame title={t('title')} text={t('text')} board={data.board}>
      <AccountTabs kind={kind} address={(type) => paths.forgot({ type })} />
      <SignInForm answer={answer}>
        <input type="hidden" name="login_type" value={kind} />
        <AccountField kind={kind} areas={areas} values={values} problems={problems} onAccount={target.setAccount} onArea={target.setArea} />
        <CodeField
          kind={kind}
          problem={problems.code}
          answer={answer}
          sent={target.sent}
          sentText={t('codeMaybeSent', { target: `\u2068${target.account}\u2069` })}
        />
        <NewPasswordFields
          label={t('newPassword')}
          repeatLabel={t('repeatNewPassword')}
          problems={problems}
          ownWords={target.account.split('@')}
        />
        <Button type="submit" variant="primary" size="lg" block busy={busy === 'submit'}>
          {t('submit')}
        </Button>
      </SignInForm>
      <Centred>
        <Link href={paths.login({ type: kind === 'mobile' ? kind : undefined })}>{t('backToLogin')}</Link>
      </Centred>
    </SignInFrame>
  )
}
