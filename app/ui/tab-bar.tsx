import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Anchor } from './anchor'
import { Icon, type IconName } from './icon'
import { media, token } from './token'

interface TabBarItem {
  href: string
  label: ReactNode
  icon: IconName
  current?: boolean
  count?: number
  /** Name with the count: "Orders, 4 holding". */
  name?: string
}

interface TabBarProps {
  label: string
  items: readonly TabBarItem[]
}

const Bar = styled.nav`
  position: fixed;
  inset-inline: 0;
  inset-block-end: 0;
  z-index: ${token.layer.bar};
  display: grid;
  grid-auto-flow: column;
  /* A long word takes room that short ones leave. */
  grid-auto-columns: minmax(44px, auto);
  height: calc(${token.size.tabbar} + env(safe-area-inset-bottom));
  padding-block-end: env(safe-area-inset-bottom);
  background: ${token.surface.surface};
  border-block-start: 1px solid ${token.border.hairline};
  ${media.desktop} { display: none; }
  a {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 3px;
    font-size: ${token.type.xxs};
    line-height: 16px;
    font-weight: 500;
    color: ${token.text.muted};
    position: relative;
    min-width: 0;
    padding-inline: 2px;
  }
  a:focus-visible { outline-offset: -3px; }
  a > span { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  a[aria-current='page'] { color: ${token.text.primary}; font-weight: 600; }
  a[aria-current='page'] svg { color: ${token.brand.text}; }
  b {
    position: absolute;
    inset-block-start: 5px;
    inset-inline-start: calc(50% + 6px);
    min-width: 16px;
    height: 16px;
    border-radius: 8px;
    padding: 0 4px;
    font-size: 11px;
    line-height: 16px;
    font-weight: 700;
    text-align: center;
    background: ${token.brand.fill};
    color: ${token.brand.on};
    font-variant-numeric: tabular-nums;
  }
`

/** Touch layouts only, fixed to the bottom; give the page `Page hasTabBar`. */
export function TabBar({ label, items }: TabBarProps) {
  return (
    <Bar aria-label={label} data-no-print="">
      {items.map((item) => (
        <Anchor
          key={item.href}
          href={item.href}
          prefetch="intent"
          aria-current={item.current ? 'page' : undefined}
          aria-label={item.count ? item.name : undefined}
        >
          <Icon name={item.icon} strong={item.current ?? false} />
          <span>{item.label}</span>
          {item.count ? <b aria-hidden="true">{item.count > 99 ? '99+' : item.count}</b> : null}
        </Anchor>
      ))}
    </Bar>
  )
}
