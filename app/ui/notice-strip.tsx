import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Anchor } from './anchor'
import { Icon } from './icon'
import { media, token } from './token'

interface NoticeStripProps {
  href: string
  /** Bold beginning. */
  title?: ReactNode
  text: ReactNode
  /** After the words, where it is never cut off. */
  end?: ReactNode
  /** A card of its own instead of a strip across the page. */
  boxed?: boolean
  className?: string
}

const Strip = styled(Anchor)`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  padding-inline: ${token.space[4]};
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  border-block: 1px solid ${token.border.hairline};
  background: ${token.surface.surface};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { min-height: 40px; }
  &:hover { background: ${token.surface.hover}; }
  &:focus-visible { outline-offset: -2px; }
  svg { color: ${token.brand.text}; }
  b { color: ${token.text.primary}; font-weight: 600; }
  &[data-boxed] { border: 0; border-radius: ${token.radius.md}; box-shadow: ${token.shadow.card}; padding-inline: ${token.space[4]}; }
`
const Words = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`

export function NoticeStrip({ href, title, text, end, boxed = false, className }: NoticeStripProps) {
  return (
    <Strip href={href} data-boxed={boxed ? '' : undefined} className={className}>
      <Icon name="megaphone" size={16} />
      <Words>
        {title ? <b>{title} </b> : null}
        {text}
      </Words>
      {end}
      <Icon name="chevron-right" size={16} flip />
    </Strip>
  )
}
