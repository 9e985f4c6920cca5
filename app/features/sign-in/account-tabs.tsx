import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui'
import type { AccountKind } from './sign-in-data'

/** Email or phone. Two links, so that they also lead somewhere without scripts. */
export function AccountTabs({ kind, address }: { kind: AccountKind; address: (kind: AccountKind) => string }) {
  const { t } = useTranslation('auth')
  return (
    <Segmented
      kind="tab"
      label={t('accountType')}
      value={kind}
      options={[
        { value: 'email', label: t('email'), href: address('email') },
        { value: 'mobile', label: t('phone'), href: address('mobile') },
      ]}
    />
  )
}
