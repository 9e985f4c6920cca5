/** The bar of desktop layouts: mark, the main screens, search, and what the visitor can do with an account. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { BarLink } from '../../frame/bar-link'
import { useHiddenAmounts } from '../../frame/hidden-amounts'
import { isCurrentEntry, keptAddress, shownEntries, TOP_LINKS } from '../../frame/navigation'
import { languageFacts } from '../../language/language'
import { SharedPart } from '../../page/shared-part'
import { useAccountFigures } from '../../realtime'
import { Amount, Avatar, Badge, BrandMark, ButtonLink, Flag, TopBar, TopBarBalance, TopBarNav, TopBarSearch } from '../../ui'
import { initialsOf } from '../../ui/initials'
import { type SiteTrader, useFeatures, useIsWindingDown, useSite, useTenant } from '../../visitor/site'
import { useTabAddresses } from '../../visitor/tab-state'
import { BarMarketSearch } from '../market/market-search'
import { NoticeBell } from '../notices/notice-bell'
import { ModeSwitch } from './mode-switch'
import { openPaletteInstead } from './palette-open'
import { useShownLocation } from './pending-screen'

function Balance() {
  const { t } = useTranslation('public')
  const { account } = useSite()
  const { isHidden } = useHiddenAmounts()
  const figures = useAccountFigures(null)
  const balance = figures?.balance ?? account?.balance
  if (balance === undefined) return null
  return (
    <TopBarBalance href={paths.user()} label={t('balance')}>
      <Amount value={balance} currency="USDT" hidden={isHidden} hiddenLabel={t('amountHidden')} />
    </TopBarBalance>
  )
}

function SignedInEnd({ trader }: { trader: SiteTrader }) {
  const { t } = useTranslation('public')
  const isWindingDown = useIsWindingDown()
  return (
    <>
      {trader.isDemo ? <Badge tone="demo">{t('demoBadge')}</Badge> : null}
      <Balance />
      {isWindingDown ? null : trader.isDemo ? (
        <ButtonLink size="sm" variant="primary" href={paths.register()}>
          {t('openAccount')}
        </ButtonLink>
      ) : (
        <ButtonLink size="sm" variant="primary" href={paths.mine.charge()}>
          {t('deposit')}
        </ButtonLink>
      )}
    </>
  )
}

function SignedOutEnd() {
  const { t } = useTranslation('public')
  const { pathname, search } = useLocation()
  const from = pathname === '/' ? undefined : pathname + search
  const isWindingDown = useIsWindingDown()
  return (
    <>
      <ButtonLink size="sm" variant="ghost" href={paths.login({ from })}>
        {t('logIn')}
      </ButtonLink>
      {isWindingDown ? null : (
        <ButtonLink size="sm" variant="primary" href={paths.register()}>
          {t('openAccount')}
        </ButtonLink>
      )}
    </>
  )
}

/** The same for every trader: mark, main screens, search. */
function BarStart() {
  const { t } = useTranslation('public')
  const tenant = useTenant()
  const { pathname } = useLocation()
  const shown = useShownLocation()
  const kept = useTabAddresses()
  const features = useFeatures()
  return (
    <>
      <BrandMark name={tenant.name} logo={tenant.logoPath} label={t('brandHome', { name: tenant.name })} />
      <TopBarNav
        label={t('mainNavigation')}
        links={shownEntries(TOP_LINKS, features).map(({ href, labelKey }) => ({
          href: keptAddress(href, kept),
          label: t(labelKey),
          current: isCurrentEntry(href, shown),
        }))}
      />
      {pathname === paths.home() ? (
        <BarMarketSearch shortcut="/" />
      ) : (
        <TopBarSearch href={paths.product()} label={t('searchMarkets')} shortcut="/" onClick={openPaletteInstead} />
      )}
    </>
  )
}

function LanguageLink() {
  const { t } = useTranslation('public')
  const { ownName, flag } = languageFacts(useSite().language)
  return (
    <BarLink href={paths.language()} aria-label={t('languageIs', { name: ownName })}>
      <Flag country={flag} />
    </BarLink>
  )
}

export function DesktopBar() {
  const { t } = useTranslation('public')
  const { trader } = useSite()
  const { pathname, search } = useLocation()
  return (
    <TopBar>
      <SharedPart name="bar" of={[pathname, search]}>
        <BarStart />
      </SharedPart>
      {trader === null ? <SignedOutEnd /> : <SignedInEnd trader={trader} />}
      <SharedPart name="bar-language" of={[]}>
        <LanguageLink />
      </SharedPart>
      {trader === null ? null : <NoticeBell />}
      {trader === null ? <ModeSwitch /> : <Avatar initials={initialsOf(trader)} href={paths.user()} label={t('userCenter')} />}
    </TopBar>
  )
}
