/** Where the reply to a message goes, if one is wanted. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../contract/form-bounds'
import { Field, TextInput } from '../../ui'

interface EmailFieldProps {
  /** How the form came back, or null. */
  readonly answer: { readonly email: string; readonly problems: { readonly email?: string | undefined } } | null
}

export function EmailField({ answer }: EmailFieldProps) {
  const { t } = useTranslation('account')
  const [email, setEmail] = useState(answer?.email ?? '')
  return (
    <Field label={t('feedback.email')} help={t('feedback.emailHelp')} error={email === answer?.email ? answer.problems.email : undefined}>
      {(aria) => (
        <TextInput
          {...aria}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          maxLength={LONGEST.replyEmail}
          icon="mail"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
