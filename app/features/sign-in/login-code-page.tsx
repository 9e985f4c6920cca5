/** The second step of signing in. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { Button, Field, Link, TextInput } from '../../ui'
import type { FormAnswer, LoginCodeData } from './sign-in-data'
import { SignInForm, useBusyIntent } from './sign-in-form'
import { Centred, SignInFrame } from './sign-in-frame'

interface LoginCodePageProps {
  readonly data: LoginCodeData
  readonly answer: FormAnswer | undefined
}

export function LoginCodePage({ data, answer }: LoginCodePageProps) {
  const { t } = useTranslation('auth')
  const { isRecovery } = data
  const from = data.from ?? undefined
  const busy = useBusyIntent()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A wrong code is of no more use: the field is free for the next one.
    if (answer?.refusal === 'TWO_STEP_CODE_WRONG' && input.current !== null) input.current.value = ''
  }, [answer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the two fields is the only thing on the page to fill in.
  useEffect(() => input.current?.focus(), [isRecovery])
  return (
    <SignInFrame title={t('twoStep.title')} text={t(isRecovery ? 'twoStep.recoveryText' : 'twoStep.text')} board={data.board}>
      <SignInForm answer={answer}>
        {from === undefined ? null : <input type="hidden" name="from" value={from} />}
        <Field
          key={isRecovery ? 'recovery' : 'code'}
          label={t(isRecovery ? 'twoStep.recoveryCode' : 'twoStep.code')}
          error={answer?.problems.code}
        >
          {(aria) => (
            <TextInput
              {...aria}
              ref={input}
              name="code"
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={LONGEST.twoStepCode}
              mono={isRecovery}
              numeric={!isRecovery}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy === 'submit'}>
          {t('logIn')}
        </Button>
      </SignInForm>
      <Centred>
        <Link href={paths.loginCode({ from, recovery: isRecovery ? undefined : '1' })} replace>
          {t(isRecovery ? 'twoStep.useApp' : 'twoStep.useRecovery')}
        </Link>
      </Centred>
      <Centred>
        <Link href={paths.login({ from })}>{t('twoStep.back')}</Link>
      </Centred>
    </SignInFrame>
  )
}
