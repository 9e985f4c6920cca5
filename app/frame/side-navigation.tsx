/** The side navigation of the account pages. The same for everybody: an entry that a visitor may not open says so when opened. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { SideNav } from '../ui'
import { useFeatures } from '../visitor/site'
import { isCurrentEntry, SIDE_GROUPS, shownEntries } from './navigation'

export function SideNavigation() {
  const { t } = useTranslation('user')
  const location = useLocation()
  const features = useFeatures()
  return (
    <SideNav
      label={t('navigation')}
      groups={SIDE_GROUPS.map(({ key, titleKey, entries }) => ({
        key,
        ...(titleKey === undefined ? {} : { title: t(titleKey) }),
        items: shownEntries(entries, features).map(({ href, labelKey, icon }) => ({
          href,
          icon,
          label: t(labelKey),
          current: isCurrentEntry(href, location),
        })),
      }))}
    />
  )
}
