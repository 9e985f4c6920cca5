import styled from 'styled-components'
import { Anchor, media, token } from '../ui'

/** A flag or mark in a bar that is a link: the size of an icon button, grown for a short text beside it. */
export const BarLink = styled(Anchor)`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-width: 44px;
  height: 44px;
  padding-inline: ${token.space[2]};
  border-radius: ${token.radius.sm};
  color: ${token.text.secondary};
  font-size: ${token.type.sm};
  font-weight: 500;
  flex: none;
  &:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  ${media.desktop} { min-width: 36px; height: 36px; }
`
