/** The user centre: profile, balance, and the lists that lead everywhere else. A demo account sees what it cannot do, and why. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useTrader } from '../../platform/site'
import { media, token } from '../../ui'
import { SideNavigation } from '../shell/side-navigation'
import { AccountList, HelpList, LockedList, PreferenceList } from './account-lists'
import { BalanceCard } from './balance-card'
import { DemoNote } from './demo-note'
import type { UserCenterData } from './load-user-center.server'
import { Profile } from './profile'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  padding: ${token.space[2]} ${token.space[4]} ${token.space[8]};
  ${media.tablet} { max-width: 688px; margin-inline: auto; padding-inline: ${token.space[6]}; }
  ${media.desktop} {
    grid-template-columns: 216px minmax(0, 1fr);
    gap: ${token.space[8]};
    max-width: ${token.size.content};
    padding-block: ${token.space[6]} ${token.space[16]};
    align-items: start;
  }
`
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  min-width: 0;
  ${media.desktop} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: ${token.space[5]}; align-items: start; }
`
const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  min-width: 0;
`

export function UserCenter({ data }: { data: UserCenterData }) {
  const { t } = useTranslation('user')
  const trader = useTrader()
  if (trader === null) return null
  return (
    <Layout>
      <div data-only="desktop">
        <SideNavigation />
      </div>
      <Columns>
        <h1 className="sr-only" data-only="desktop">
          {t('account')}
        </h1>
        <Column>
          <Profile trader={trader} reviewStatus={data.reviewStatus} />
          <BalanceCard isDemo={trader.isDemo} balance={data.balance} />
          {trader.isDemo ? <DemoNote /> : null}
          {trader.isDemo ? <LockedList /> : <AccountList reviewStatus={data.reviewStatus} isTwoStepOn={data.isTwoStepOn} />}
        </Column>
        <Column>
          <PreferenceList />
          <HelpList />
        </Column>
      </Columns>
    </Layout>
  )
}
