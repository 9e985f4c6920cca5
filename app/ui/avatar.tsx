import styled from 'styled-components'
import { Anchor } from './anchor'
import { token } from './token'

interface AvatarProps {
  initials: string
  size?: number
  /** With an address the avatar is a link and needs its name. */
  href?: string
  label?: string
  className?: string
}

const Disc = styled.span`
  width: var(--avatar);
  height: var(--avatar);
  border-radius: 50%;
  background: ${token.brand.soft};
  color: ${token.brand.text};
  display: grid;
  place-items: center;
  font-size: calc(var(--avatar) * 0.375);
  line-height: 1;
  font-weight: 600;
  flex: none;
`
const Target = styled(Anchor)`
  display: inline-grid;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  border-radius: ${token.radius.full};
`

export function Avatar({ initials, size = 32, href, label, className }: AvatarProps) {
  const disc = (
    <Disc aria-hidden="true" className={href ? undefined : className} style={{ '--avatar': `${size}px` } as React.CSSProperties}>
      {initials}
    </Disc>
  )
  if (!href) return disc
  return (
    <Target href={href} aria-label={label} className={className}>
      {disc}
    </Target>
  )
}
