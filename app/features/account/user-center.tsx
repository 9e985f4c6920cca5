/** The user centre: profile, balance, and the lists that lead everywhere else. A demo account sees what it cannot do, and why. */
import { useTranslation } from 'react-i18next'
import { SideNavigation } from '../../frame/side-navigation'
import { useTrader } from '../../visitor/site'
import { AccountList, HelpList, LockedList, PreferenceList } from './account-lists'
import { BalanceCard } from './balance-card'
import { DemoNote } from './demo-note'
import type { UserCenterData } from './load-user-center.server'
import { Profile } from './profile'
import { UserColumn, UserColumns, UserLayout } from './user-layout'

export function UserCenter({ data }: { data: UserCenterData }) {
  const { t } = useTranslation('user')
  const trader = useTrader()
  if (trader === null) return null
  return (
    <UserLayout>
      <div data-only="desktop">
        <SideNavigation />
      </div>
      <UserColumns>
        <h1 className="sr-only" data-only="desktop">
          {t('account')}
        </h1>
        <UserColumn>
          <Profile trader={trader} reviewStatus={data.reviewStatus} />
          <BalanceCard isDemo={trader.isDemo} balance={data.balance} />
          {trader.isDemo ? <DemoNote /> : null}
          {trader.isDemo ? <LockedList /> : <AccountList reviewStatus={data.reviewStatus} isTwoStepOn={data.isTwoStepOn} />}
        </UserColumn>
        <UserColumn>
          <PreferenceList />
          <HelpList />
        </UserColumn>
      </UserColumns>
    </UserLayout>
  )
}
