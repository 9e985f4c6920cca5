import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { Anchor } from './anchor'
import { Icon, type IconName } from './icon'
import { media, token } from './token'

const Frame = styled.ul`
  background: ${token.surface.surface};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.card};
  overflow: hidden;
  --mark-ring: ${token.surface.surface};
`

interface ListProps {
  /** Name of the list, when no heading stands before it. */
  label?: string
  children: ReactNode
  className?: string
}

export function List({ label, children, className }: ListProps) {
  return (
    <Frame aria-label={label} className={className}>
      {children}
    </Frame>
  )
}

interface ListItemProps {
  icon?: IconName
  /** A flag, mark or avatar instead of an icon. */
  lead?: ReactNode
  title: ReactNode
  caption?: ReactNode
  value?: ReactNode
  /** The whole row is a link… */
  href?: string
  /** …or a button. */
  onClick?: () => void
  /** Closed to this account: muted, with a lock; a press still answers, so the reason can be told. */
  locked?: boolean
  lockedLabel?: string
  /** A control at the end instead of the arrow; the row itself is then not a target. */
  end?: ReactNode
  current?: boolean
  className?: string
}

const row = css`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 56px;
  padding: 10px ${token.space[4]};
  width: 100%;
  text-align: start;
  ${media.desktop} { min-height: 50px; }
`
const Item = styled.li`
  position: relative;
  & + &::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline: var(--list-inset, 16px) 0;
    height: 1px;
    background: ${token.border.hairline};
    z-index: 1;
  }
  > a, > button { ${row} }
  > a:hover, > button:hover { background: ${token.surface.hover}; }
  > a:focus-visible, > button:focus-visible { outline-offset: -2px; }
  > div { ${row} }
  &[data-current] > * { background: ${token.brand.soft}; }
  &[data-locked] > * { color: ${token.text.muted}; }
`
const Main = styled.span`
  flex: 1;
  min-width: 0;
  display: grid;
  font-weight: 500;
  line-height: 1.35;
  overflow-wrap: anywhere;
  small { font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; }
`
const LeadIcon = styled.span`
  color: ${token.text.secondary};
  [data-locked] & { color: ${token.text.muted}; }
`
const Value = styled.span`
  color: ${token.text.secondary};
  font-size: ${token.type.sm};
  font-variant-numeric: tabular-nums lining-nums;
  text-align: end;
`
const Go = styled.span`
  color: ${token.text.muted};
`

export function ListItem(props: ListItemProps) {
  const { icon, lead, title, caption, value, href, onClick, locked = false, lockedLabel, end, current = false, className } = props
  const face = (
    <>
      {icon ? (
        <LeadIcon>
          <Icon name={icon} />
        </LeadIcon>
      ) : null}
      {lead}
      <Main>
        <span>{title}</span>
        {caption ? <small>{caption}</small> : null}
      </Main>
      {value === undefined ? null : <Value>{value}</Value>}
      {end}
      {end || (!href && !onClick) ? null : (
        <Go>
          <Icon name={locked ? 'lock-keyhole' : 'chevron-right'} size={16} flip={!locked} />
        </Go>
      )}
      {locked && lockedLabel ? <span className="sr-only">{lockedLabel}</span> : null}
    </>
  )
  return (
    <Item className={className} data-locked={locked ? '' : undefined} data-current={current ? '' : undefined}>
      {href && !locked ? (
        <Anchor href={href} aria-current={current || undefined}>
          {face}
        </Anchor>
      ) : onClick ? (
        <button type="button" onClick={onClick} aria-disabled={locked || undefined}>
          {face}
        </button>
      ) : (
        <div>{face}</div>
      )}
    </Item>
  )
}
