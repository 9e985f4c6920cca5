import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../contract/form-bounds'
import { Field, TextInput } from '../../ui'
import { AreaPicker } from './area-picker'
import type { AccountKind, Areas, FormAnswer, FormValues } from './sign-in-data'

interface AccountFieldProps {
  readonly kind: AccountKind
  readonly areas: Areas
  readonly values: FormValues
  readonly problems: FormAnswer['problems']
  /** Told while it is typed, where a countdown belongs to what stands here. */
  readonly onAccount?: (account: string) => void
  readonly onArea?: (areaId: string) => void
}

/** Mail address, or area code and number. */
export function AccountField({ kind, areas, values, problems, onAccount, onArea }: AccountFieldProps) {
  const { t } = useTranslation('auth')
  const isPhone = kind === 'mobile'
  const error = problems.account ?? (isPhone ? problems.area_id : undefined)
  const area = { initial: values.area_id, ...(onArea === undefined ? {} : { onChange: onArea }) }
  return (
    <Field key={kind} label={isPhone ? t('phoneNumber') : t('email')} error={error}>
      {(aria) => (
        <TextInput
          {...aria}
          name="account"
          type={isPhone ? 'tel' : 'email'}
          inputMode={isPhone ? 'tel' : 'email'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST.account}
          dir="ltr"
          defaultValue={values.account ?? ''}
          onChange={(event) => onAccount?.(event.currentTarget.value)}
          prefix={isPhone ? <AreaPicker name="area_id" look="code" areas={areas} {...area} /> : undefined}
        />
      )}
    </Field>
  )
}

/** Where somebody who signs up with a mail address lives. */
export function CountryField({ areas, values, problems }: Pick<AccountFieldProps, 'areas' | 'values' | 'problems'>) {
  const { t } = useTranslation('auth')
  if (areas.list.length === 0) return null
  return (
    <Field label={t('country')} error={problems.area_id}>
      {(aria) => <AreaPicker {...aria} name="area_id" look="country" areas={areas} initial={values.area_id} />}
    </Field>
  )
}

/** The number beside a mail address. Without an area of its own it belongs to the country of residence. */
export function MobileField({
  hasArea,
  areas,
  values,
  problems,
}: Pick<AccountFieldProps, 'areas' | 'values' | 'problems'> & { hasArea: boolean }) {
  const { t } = useTranslation('auth')
  return (
    <Field label={t('mobile')} error={problems.mobile}>
      {(aria) => (
        <TextInput
          {...aria}
          name="mobile"
          type="tel"
          inputMode="tel"
          autoComplete={hasArea ? 'tel-national' : 'tel'}
          maxLength={LONGEST.mobile}
          dir="ltr"
          defaultValue={values.mobile ?? ''}
          prefix={hasArea ? <AreaPicker name="mobile_area_id" look="code" areas={areas} initial={values.mobile_area_id} /> : undefined}
        />
      )}
    </Field>
  )
}
