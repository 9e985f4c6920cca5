/** The password that somebody has: asked for at a sign-in, and before what it protects is changed. */
import type { ReactNode } from 'react'
import { LONGEST } from '../../contract/form-bounds'
import { Field, PasswordInput } from '../ui'

interface CurrentPasswordFieldProps {
  readonly name?: 'password' | 'old_password'
  readonly label: string
  readonly labelEnd?: ReactNode
  readonly error: string | undefined
  readonly announce?: boolean
  readonly showLabel: string
  readonly hideLabel: string
}

export function CurrentPasswordField({ name = 'password', showLabel, hideLabel, ...field }: CurrentPasswordFieldProps) {
  return (
    <Field {...field}>
      {(aria) => (
        <PasswordInput
          {...aria}
          name={name}
          autoComplete="current-password"
          maxLength={LONGEST.password}
          showLabel={showLabel}
          hideLabel={hideLabel}
        />
      )}
    </Field>
  )
}
