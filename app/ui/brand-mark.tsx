import styled from 'styled-components'
import { Anchor } from './anchor'
import { media, token } from './token'

interface BrandMarkProps {
  name: string
  /** Address of the tenant's logo. It is drawn as a mask, so it takes the brand colour of the mode. */
  logo: string
  href?: string
  /** Name of the link, for example "Aurora Markets, home". */
  label: string
  /** Only the sign, without the name. */
  compact?: boolean
  className?: string
}

const Mark = styled(Anchor)`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  font: ${token.font.displayWeight} 17px/1 ${token.font.display};
  letter-spacing: ${token.font.displayTrack};
  white-space: nowrap;
  min-width: 44px;
  ${media.desktop} { flex: none; }
  color: ${token.text.primary};
`
const Sign = styled.span`
  width: 26px;
  height: 26px;
  flex: none;
  background: ${token.brand.text};
  mask: var(--logo) center / contain no-repeat;
`
/** As high as its lowest letters, which a line of its own size would cut. */
const Name = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  line-height: 1.4;
`

export function BrandMark({ name, logo, href = '/', label, compact = false, className }: BrandMarkProps) {
  return (
    <Mark href={href} aria-label={label} className={className}>
      <Sign aria-hidden="true" style={{ '--logo': `url("${logo}")` } as React.CSSProperties} />
      {compact ? null : <Name>{name}</Name>}
    </Mark>
  )
}
