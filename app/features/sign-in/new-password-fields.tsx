import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../contract/form-bounds'
import { Field, PasswordInput } from '../../ui'
import type { FormAnswer } from './sign-in-data'
import { usePasswordStrength } from './use-password-strength'

interface NewPasswordFieldsProps {
  readonly label: string
  readonly repeatLabel: string
  readonly problems: FormAnswer['problems']
  /** What a guesser would try first. */
  readonly ownWords?: readonly string[]
}

const NO_WORDS: readonly string[] = []

/** A new password twice, with its strength. That both are the same is said when the second is left; the broker says the rest. */
export function NewPasswordFields({ label, repeatLabel, problems, ownWords = NO_WORDS }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isLeft, setIsLeft] = useState(false)
  const { strength, prepare } = usePasswordStrength(password, ownWords)
  const differs = isLeft && repeated !== '' && repeated !== password
  const buttons = { showLabel: t('showPassword'), hideLabel: t('hidePassword') }
  return (
    <>
      <Field label={label} error={problems.password} help={t('passwordHelp')}>
        {(aria) => (
          <PasswordInput
            {...aria}
            {...buttons}
            name="password"
            autoComplete="new-password"
            maxLength={LONGEST.password}
            onFocus={prepare}
            onChange={(event) => setPassword(event.currentTarget.value)}
            {...(strength === null ? {} : { strength, strengthLabel: t(`strength.${strength}`) })}
          />
        )}
      </Field>
      <Field
        label={repeatLabel}
        error={differs ? t('passwordsDiffer') : repeated === '' || !isLeft ? problems.re_password : undefined}
        announce
      >
        {(aria) => (
          <PasswordInput
            {...aria}
            {...buttons}
            name="re_password"
            autoComplete="new-password"
            maxLength={LONGEST.password}
            onChange={(event) => setRepeated(event.currentTarget.value)}
            onBlur={() => setIsLeft(true)}
          />
        )}
      </Field>
    </>
  )
}
