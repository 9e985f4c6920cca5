/** The frame round every screen: ribbon, bars, connection line, content, footer. The screens say by their `handle` what they need. */
import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { SideNavigation } from '../../frame/side-navigation'
import { InTurn } from '../../page/in-turn'
import { useRouteHandle } from '../../page/route-handle'
import { SharedPart } from '../../page/shared-part'
import { traderPart } from '../../page/trader-part'
import { DemoRibbon, media, Page, PageTitle, SkipLink, SubPage, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { HonestyLine } from '../honesty/honesty-line'
import { ConnectionLine } from './connection-line'
import { DesktopBar } from './desktop-bar'
import { MainSiteBar } from './main-site-bar'
import { NavigationProgress } from './navigation-progress'
import { PendingFrame, PendingScreen, usePendingTab } from './pending-screen'
import { PhoneBar } from './phone-bar'
import { SiteFooter } from './site-footer'
import { SiteTabBar } from './site-tab-bar'
import { WindDownBanner } from './wind-down'

const MarginCallStrip = traderPart(() => import('./trader-frame').then((frame) => frame.MarginCallStrip))

/** Keeps the footer at the end of the window when a screen is short. */
const Column = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  > main, > [data-content] { flex: 1 0 auto; }
  &[data-ribbon] { min-height: calc(100dvh - 30px); }
  ${media.touch} {
    &[data-tabs] { padding-block-end: calc(${token.size.tabbar} + env(safe-area-inset-bottom)); }
  }
`

const BareFoot = styled.footer`
  padding: ${token.space[4]} ${token.space[6]};
`

function TenantScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('public')
  const { honesty, trader } = useSite()
  const { pathname, search } = useLocation()
  const own = useRouteHandle()
  const { shell = 'page', titleKey } = own
  const tab = usePendingTab()
  // A page below an account's menu stays as it is until the next one is here.
  const pending = shell === 'tabs' || shell === 'plain' ? tab : null
  const handle = pending?.handle ?? own
  if (shell === 'bare') {
    return (
      <>
        <ConnectionLine />
        <WindDownBanner />
        <Page id="main" tabIndex={-1}>
          {children}
        </Page>
        <BareFoot>
          <HonestyLine />
        </BareFoot>
      </>
    )
  }
  return (
    <PendingFrame pending={pending}>
      <InTurn>
        <DesktopBar />
        <PhoneBar handle={handle} />
      </InTurn>
      <ConnectionLine />
      <WindDownBanner />
      {trader === null ? null : <MarginCallStrip />}
      {shell === 'tabs' || shell === 'plain' ? (
        <Page id="main" tabIndex={-1}>
          <PendingScreen pending={pending}>
            <InTurn>{children}</InTurn>
          </PendingScreen>
        </Page>
      ) : (
        <div data-content="">
          <SubPage side={<SideNavigation />} title={titleKey ? t(titleKey) : null}>
            <InTurn>{children}</InTurn>
          </SubPage>
        </div>
      )}
      {handle.noFooter ? null : (
        <SharedPart name="footer" of={[JSON.stringify(honesty)]}>
          <SiteFooter />
        </SharedPart>
      )}
      {shell === 'tabs' ? (
        <SharedPart name="tabs" of={[pathname, search]}>
          <SiteTabBar />
        </SharedPart>
      ) : null}
    </PendingFrame>
  )
}

export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('public')
  const { kind, tenant } = useSite()
  const { shell, titleKey } = useRouteHandle()
  const { pathname } = useLocation()
  // The desk has a frame of its own (routes/desk/desk.tsx).
  if (kind === 'desk') {
    return (
      <>
        <SkipLink label={t('skipToContent')} />
        <NavigationProgress />
        {children}
      </>
    )
  }
  return (
    <>
      <SkipLink label={t('skipToContent')} />
      <NavigationProgress />
      {tenant?.isDemoSite ? <DemoRibbon text={t('demoRibbon')} label={t('demoRibbonLabel')} /> : null}
      <Column data-tabs={shell === 'tabs' ? '' : undefined} data-ribbon={tenant?.isDemoSite ? '' : undefined} data-path={pathname}>
        {tenant === null ? (
          <>
            <MainSiteBar />
            <Page id="main" tabIndex={-1}>
              {/* A page of its own bar elsewhere; here nothing else says what it is. */}
              {shell === 'page' && titleKey ? <PageTitle>{t(titleKey)}</PageTitle> : null}
              {children}
            </Page>
          </>
        ) : (
          <TenantScreen>{children}</TenantScreen>
        )}
      </Column>
    </>
  )
}
