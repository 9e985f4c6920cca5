import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../contract/form-bounds'
import { Field, TextInput } from '../../ui'

interface CodeFieldProps {
  readonly label: string
  /** A recovery code has letters too, so the keypad of digits would be in the way. */
  readonly takesRecoveryCode: boolean
  /** What was wrong with the last code; empty for nothing. */
  readonly message: string
  readonly autoFocus?: boolean
}

/** A code of the authenticator. A refused one is selected, so that the next can be typed over it. */
export function CodeField({ label, takesRecoveryCode, message, autoFocus = false }: CodeFieldProps) {
  const { t } = useTranslation('account')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (message === '' && !autoFocus) return
    input.current?.focus()
    input.current?.select()
  }, [message, autoFocus])
  return (
    <Field
      label={label}
      help={t(takesRecoveryCode ? 'code.helpWithRecovery' : 'code.help')}
      error={message === '' ? undefined : message}
      announce
    >
      {(aria) => (
        <TextInput
          {...aria}
          ref={input}
          name="code"
          mono
          dir="ltr"
          inputMode={takesRecoveryCode ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST.twoStepCode}
          required
        />
      )}
    </Field>
  )
}
