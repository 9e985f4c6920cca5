import type { ReactNode } from 'react'
import styled from 'styled-components'
import { IconLink } from './icon-button'
import { media, token } from './token'

interface MobileBarProps {
  /** Title of a sub-page; it is the heading of the page on touch layouts. */
  title?: ReactNode
  /** The mark of the broker on the main screens. */
  brand?: ReactNode
  /** The parent in the hierarchy. */
  back?: { href: string; label: string }
  /** `display` sets the title in the display font: the five main screens. */
  titleStyle?: 'plain' | 'display'
  /** `p` where the content below has the heading of the page. */
  titleAs?: 'h1' | 'p'
  children?: ReactNode
  className?: string
}

const Bar = styled.header`
  position: sticky;
  inset-block-start: ${token.size.ribbon};
  z-index: ${token.layer.bar};
  display: flex;
  align-items: center;
  height: ${token.size.bar};
  padding-inline: ${token.space[4]} 4px;
  background: ${token.surface.canvas};
  ${media.tablet} { padding-inline: ${token.space[6]} 12px; }
  &[data-sub] { padding-inline: 4px; border-block-end: 1px solid ${token.border.hairline}; }
  ${media.desktop} { display: none; }
  [data-title] { min-width: 0; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: ${token.type.lg}; }
  [data-title][data-display] { font: ${token.font.displayWeight} ${token.type.xxl}/1.2 ${token.font.display}; letter-spacing: ${token.font.displayTrack}; }
`
const End = styled.div`
  display: flex;
  align-items: center;
  margin-inline-start: auto;
  flex: none;
`

/** Touch layouts only. */
export function MobileBar({ title, brand, back, titleStyle = 'plain', titleAs: Title = 'h1', children, className }: MobileBarProps) {
  return (
    <Bar className={className} data-sub={back ? '' : undefined}>
      {back ? <IconLink icon="chevron-left" iconSize={24} flip href={back.href} label={back.label} /> : null}
      {brand}
      {title ? (
        <Title data-title="" data-display={titleStyle === 'display' ? '' : undefined}>
          {title}
        </Title>
      ) : null}
      <End>{children}</End>
    </Bar>
  )
}
