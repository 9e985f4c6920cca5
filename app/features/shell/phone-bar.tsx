/** The bar of touch layouts: the brand on the main screens, title and back arrow below them. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { BarLink } from '../../frame/bar-link'
import { languageFacts } from '../../language/language'
import type { RouteHandle } from '../../page/route-handle'
import { SharedPart } from '../../page/shared-part'
import { Avatar, BrandMark, ButtonLink, Flag, IconLink, MobileBar, media } from '../../ui'
import { initialsOf } from '../../ui/initials'
import { useSite, useTenant } from '../../visitor/site'
import { NoticeBell } from '../notices/notice-bell'
import { openPaletteInstead } from './palette-open'

/** The code that people know their language by; ours differ in three places from what is written on keyboards. */
const shownCode = (tag: string): string => (tag.startsWith('zh') ? '繁' : (tag.split('-')[0] ?? tag).toUpperCase())

/** The flag alone where there is no room for the code beside it. */
const LanguageLink = styled(BarLink)`
  ${media.narrow} { span:last-child { display: none; } }
`

function BrandBar() {
  const { t } = useTranslation('public')
  const { trader, language } = useSite()
  const tenant = useTenant()
  const { pathname, search } = useLocation()
  const from = pathname === '/' ? undefined : pathname + search
  const { flag, tag, ownName } = languageFacts(language)
  return (
    <MobileBar
      brand={
        <SharedPart name="phone-brand" of={[]}>
          <BrandMark name={tenant.name} logo={tenant.logoPath} label={t('brandHome', { name: tenant.name })} />
        </SharedPart>
      }
    >
      <SharedPart name="phone-bar" of={[]}>
        <IconLink icon="search" label={t('searchMarkets')} href={paths.product()} onClick={openPaletteInstead} />
        <LanguageLink href={paths.language()} aria-label={t('languageIs', { name: ownName })}>
          <Flag country={flag} />
          <span aria-hidden="true">{shownCode(tag)}</span>
        </LanguageLink>
      </SharedPart>
      {trader === null ? (
        <ButtonLink size="sm" variant="ghost" href={paths.login({ from })}>
          {t('logIn')}
        </ButtonLink>
      ) : (
        <>
          <NoticeBell />
          <Avatar initials={initialsOf(trader)} href={paths.user()} label={t('userCenter')} />
        </>
      )}
    </MobileBar>
  )
}

export function PhoneBar({ handle }: { handle: RouteHandle }) {
  const { t } = useTranslation('public')
  const { trader } = useSite()
  const { bar = 'title', shell = 'page', titleKey, hasHeading = false, backTo, barAction } = handle
  const titleAs = hasHeading ? 'p' : 'h1'
  if (bar === 'own') return null
  if (bar === 'brand') return <BrandBar />
  const title = titleKey ? t(titleKey) : ''
  if (shell === 'tabs') {
    return (
      <MobileBar
        title={title}
        titleStyle="display"
        titleAs={titleAs}
        back={backTo === undefined ? undefined : { href: backTo, label: t('back') }}
      >
        {trader === null ? null : <NoticeBell />}
      </MobileBar>
    )
  }
  const parent = backTo ?? (trader === null ? paths.home() : paths.user())
  return (
    <MobileBar title={title} titleAs={titleAs} back={{ href: parent, label: t('back') }}>
      {barAction === undefined || (barAction.needsReal && trader?.isDemo !== false) ? null : (
        <IconLink icon={barAction.icon} label={t(barAction.labelKey)} href={barAction.href} />
      )}
    </MobileBar>
  )
}
