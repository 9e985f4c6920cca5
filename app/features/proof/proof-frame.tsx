/**
 * The frame of every page of the section "Proof": its side navigation and title on a desktop. Its route has `shell: 'plain'`, and on
 * touch layouts the bar has the title and leads back to `/proof` (`backTo`), which lists the pages.
 */
import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { pagePath } from '../../addresses/route-access'
import { useRouteHandle } from '../../page/route-handle'
import { media, PageTitle, SideNav, SideNavFrame, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { shownProofGroups } from './proof-entries'

const Content = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  padding: ${token.space[4]} ${token.space[4]} ${token.space[10]};
  ${media.tablet} { max-width: 768px; margin-inline: auto; padding: ${token.space[6]}; }
  ${media.desktop} { max-width: none; margin: 0; padding: 0; gap: ${token.space[5]}; }
  > h1 { display: none; ${media.desktop} { display: block; } }
`

/** On the main site, which has no such section, the page stands alone. */
export function ProofFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('proof')
  const { tenant } = useSite()
  const { titleKey } = useRouteHandle()
  if (tenant === null) return children
  return (
    <SideNavFrame>
      <ProofNavigation />
      <Content>
        <PageTitle>{titleKey === undefined ? null : t(titleKey)}</PageTitle>
        {children}
      </Content>
    </SideNavFrame>
  )
}

function ProofNavigation() {
  const { t } = useTranslation('proof')
  const { trader } = useSite()
  const { pathname } = useLocation()
  const groups = shownProofGroups(trader !== null)
  return (
    <SideNav
      label={t('section')}
      groups={groups.map(({ key, titleKey = 'proof:section', entries }) => ({
        key,
        title: t(titleKey),
        items: entries.map(({ href, labelKey, icon }) => ({ href, icon, label: t(labelKey), current: href === pagePath(pathname) })),
      }))}
    />
  )
}
