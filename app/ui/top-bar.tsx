import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Anchor, type AnchorProps } from './anchor'
import { Icon } from './icon'
import { Kbd } from './search-field'
import { media, token } from './token'

interface TopBarLink {
  href: string
  label: ReactNode
  current?: boolean
}

interface TopBarProps {
  /** A BrandMark, a TopBarNav and a search; then balance, Deposit, language, bell, avatar, or Log in and Open account. */
  children?: ReactNode
  className?: string
}

const Bar = styled.header`
  display: none;
  ${media.desktop} {
    display: flex;
    align-items: center;
    gap: ${token.space[2]};
    height: ${token.size.bar};
    padding: 0 ${token.space[5]};
    background: ${token.surface.surface};
    border-block-end: 1px solid ${token.border.hairline};
    position: sticky;
    inset-block-start: ${token.size.ribbon};
    z-index: ${token.layer.bar};
  }
`
const Nav = styled.nav`
  display: flex;
  align-self: stretch;
  margin-inline-start: ${token.space[6]};
  margin-inline-end: auto;
  flex: 0 1 auto;
  min-width: 0;
  overflow-x: auto;
  position: relative;
  scrollbar-width: none;
  a {
    position: relative;
    display: flex;
    align-items: center;
    padding: 0 14px;
    font-weight: 500;
    color: ${token.text.secondary};
    font-size: ${token.type.md};
    white-space: nowrap;
  }
  @media (min-width: 1024px) and (max-width: 1279.98px) { a { padding: 0 9px; } }
  a:hover { color: ${token.text.primary}; }
  a:focus-visible { outline-offset: -3px; }
  a[aria-current='page'] { color: ${token.text.primary}; font-weight: 600; }
  a[aria-current='page']::after {
    content: '';
    position: absolute;
    inset-inline: 14px;
    inset-block-end: 0;
    height: 2px;
    background: ${token.brand.mark};
  }
`

/** Desktop only; below 1024 px MobileBar and TabBar take its place. */
export function TopBar({ children, className }: TopBarProps) {
  return <Bar className={className}>{children}</Bar>
}

/** The main screens. */
export function TopBarNav({ links, label }: { links: readonly TopBarLink[]; label: string }) {
  return (
    <Nav aria-label={label}>
      {links.map((link) => (
        <Anchor key={link.href} href={link.href} prefetch="intent" aria-current={link.current ? 'page' : undefined}>
          {link.label}
        </Anchor>
      ))}
    </Nav>
  )
}

const SearchLink = styled(Anchor)`
  display: flex;
  align-items: center;
  gap: 8px;
  /* Long links of another language take the room of the search before they scroll: it shrinks to its icon. */
  flex: 0 1000 220px;
  min-width: 38px;
  overflow: hidden;
  height: 36px;
  padding-inline: 10px 8px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  color: ${token.text.muted};
  font-size: ${token.type.sm};
  &:hover { color: ${token.text.secondary}; }
  span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`

/** Looks like the search field and leads to the search screen. */
interface TopBarSearchProps extends Pick<AnchorProps, 'onClick'> {
  href: string
  label: string
  shortcut?: string
}

export function TopBarSearch({ href, label, shortcut, onClick }: TopBarSearchProps) {
  return (
    <SearchLink href={href} onClick={onClick}>
      <Icon name="search" size={16} />
      <span>{label}</span>
      {shortcut ? <Kbd aria-hidden="true">{shortcut}</Kbd> : null}
    </SearchLink>
  )
}

const BalanceLink = styled(Anchor)`
  display: flex;
  align-items: center;
  gap: 10px;
  padding-inline: 12px;
  height: 36px;
  border-radius: ${token.radius.sm};
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  white-space: nowrap;
  flex: none;
  @media (max-width: 1151.98px) { display: none; }
  &:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  b { font-weight: 600; color: ${token.text.primary}; }
`

/** Wallet icon and a balance given as an Amount. */
export function TopBarBalance({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <BalanceLink href={href}>
      <Icon name="wallet" size={16} />
      <span className="sr-only">{label}</span>
      <b>{children}</b>
    </BalanceLink>
  )
}
