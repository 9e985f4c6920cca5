import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '~/addresses/paths'
import { BrandMark, ButtonLink, IconButton, MobileBar, SideNav, TabBar, TopBar, TopBarNav, token } from '../../ui'
import { Group, Specimen } from './specimen'

/** Holds bars that stick to the window in their place. */
const Stage = styled.div`
  position: relative;
  contain: layout paint;
  width: 100%;
  &[data-tall] { min-height: calc(${token.size.tabbar} + ${token.space[16]}); }
  /* Hidden on desktop by its own rule: the gallery shows it on every width. */
  &&& nav[data-only], &&& > * { display: flex !important; }
  &&&[data-block] > * { display: block !important; }
`

export function NavigationGroup({ logo }: { logo: string }) {
  const { t } = useTranslation('public')
  const brand = <BrandMark name="Aurora" logo={logo} href="/" label={t('brandHome', { name: 'Aurora' })} />
  return (
    <Group name="navigation">
      <Specimen of="TopBar: signed out" width="full">
        <Stage>
          <TopBar>
            {brand}
            <TopBarNav
              label={t('mainNavigation')}
              links={[
                { href: '/dev/gallery', label: t('tabbar:quotes'), current: true },
                { href: paths.trade(), label: t('tabbar:trade') },
                { href: paths.orders(), label: t('tabbar:orders') },
              ]}
            />
            <ButtonLink href={paths.login()}>{t('logIn')}</ButtonLink>
            <ButtonLink href={paths.register()} variant="primary">
              {t('openAccount')}
            </ButtonLink>
          </TopBar>
        </Stage>
      </Specimen>
      <Specimen of="MobileBar: title and back" width="half">
        <Stage>
          <MobileBar title={t('user:wallet')} back={{ href: paths.user(), label: t('back') }}>
            <IconButton icon="search" label={t('searchMarkets')} />
          </MobileBar>
        </Stage>
      </Specimen>
      <Specimen of="MobileBar: brand" width="half">
        <Stage>
          <MobileBar brand={brand}>
            <IconButton icon="search" label={t('searchMarkets')} />
          </MobileBar>
        </Stage>
      </Specimen>
      <Sections />
    </Group>
  )
}

function Sections() {
  const { t } = useTranslation('public')
  return (
    <>
      <Specimen of="TabBar: current, count" width="half">
        <Stage data-tall="">
          <TabBar
            label={t('mainNavigation')}
            items={[
              { href: '/', label: t('tabbar:quotes'), icon: 'chart-no-axes-column', current: true },
              { href: paths.trade(), label: t('tabbar:trade'), icon: 'chart-candlestick' },
              {
                href: paths.orders(),
                label: t('tabbar:orders'),
                icon: 'receipt-text',
                count: 4,
                name: t('tabbar:ordersWithCount', { count: 4 }),
              },
              { href: paths.rank(), label: t('tabbar:ranking'), icon: 'trophy' },
              { href: paths.user(), label: t('user:account'), icon: 'user-round' },
            ]}
          />
        </Stage>
      </Specimen>
      <Specimen of="SideNav" width="half">
        <Stage data-block="">
          <SideNav
            label={t('user:navigation')}
            groups={[
              {
                key: 'account',
                title: t('user:account'),
                items: [
                  { href: paths.user(), label: t('user:overview'), icon: 'user-round', current: true },
                  { href: paths.mine.password(), label: t('user:password'), icon: 'lock-keyhole' },
                ],
              },
              {
                key: 'money',
                title: t('user:groupMoney'),
                items: [{ href: paths.mine.wallet(), label: t('user:wallet'), icon: 'wallet' }],
              },
            ]}
          />
        </Stage>
      </Specimen>
    </>
  )
}
