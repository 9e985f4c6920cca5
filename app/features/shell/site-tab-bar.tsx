/** The tab bar of touch layouts; the Orders tab carries the count of positions held. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { isCurrentEntry, keptAddress, shownEntries, TABS } from '../../frame/navigation'
import { useHoldingCount } from '../../realtime'
import { TabBar } from '../../ui'
import { useFeatures, useSite } from '../../visitor/site'
import { useTabAddresses } from '../../visitor/tab-state'
import { useShownLocation } from './pending-screen'

export function SiteTabBar() {
  const { t } = useTranslation('tabbar')
  const location = useShownLocation()
  const site = useSite()
  const holding = useHoldingCount() ?? 0
  const kept = useTabAddresses()
  const features = useFeatures()
  return (
    <TabBar
      label={t('public:mainNavigation')}
      items={shownEntries(TABS, features).map(({ href: plainHref, labelKey, icon }) => {
        const item = { href: keptAddress(plainHref, kept), icon, label: t(labelKey), current: isCurrentEntry(plainHref, location) }
        // Nobody's page asks whose positions they are before there are some.
        const hasCount = plainHref === paths.orders() && holding > 0 && site.trader !== null
        return hasCount ? { ...item, count: holding, name: t('ordersWithCount', { count: holding }) } : item
      })}
    />
  )
}
