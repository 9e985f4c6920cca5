import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Anchor } from './anchor'
import { Icon, type IconName } from './icon'
import { media, token } from './token'

interface SideNavGroup {
  key: string
  title?: ReactNode
  items: readonly { href: string; label: ReactNode; icon: IconName; current?: boolean }[]
}

interface SideNavProps {
  label: string
  groups: readonly SideNavGroup[]
}

const Nav = styled.nav`
  display: none;
  ${media.desktop} {
    display: grid;
    gap: 2px;
    position: sticky;
    inset-block-start: calc(${token.size.bar} + ${token.size.ribbon} + 24px);
  }
  h2 { font-size: ${token.type.xs}; font-weight: 500; color: ${token.text.muted}; padding: 14px 12px 4px; letter-spacing: 0; }
  ul { display: grid; gap: 2px; }
  a {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 36px;
    padding: 4px 12px;
    border-radius: ${token.radius.sm};
    font-weight: 500;
    line-height: 1.3;
    color: ${token.text.secondary};
  }
  a:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  a[aria-current='page'] { background: ${token.surface.active}; color: ${token.text.primary}; font-weight: 600; }
  a[aria-current='page'] svg { color: ${token.brand.text}; }
`

export function SideNav({ label, groups }: SideNavProps) {
  return (
    <Nav aria-label={label}>
      {groups.map((group) => (
        <div key={group.key}>
          {group.title ? <h2>{group.title}</h2> : null}
          <ul>
            {group.items.map((item) => (
              <li key={item.href}>
                <Anchor href={item.href} aria-current={item.current ? 'page' : undefined}>
                  <Icon name={item.icon} size={18} />
                  <span>{item.label}</span>
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Nav>
  )
}
