import { type ButtonHTMLAttributes, forwardRef } from 'react'
import styled, { css } from 'styled-components'
import { Anchor, type AnchorProps } from './anchor'
import { Icon, type IconName, type IconProps } from './icon'
import { thumbArea } from './thumb-area'
import { media, token } from './token'

interface Look {
  icon: IconName
  /** The name of the control; it has no visible text. */
  label: string
  iconSize?: IconProps['size']
  flip?: boolean
  /** `table` is 32 px for dense rows; else 44 px on touch layouts and 36 px on desktop. */
  size?: 'auto' | 'table'
  /** A small mark for something unread; say so in the label too. */
  dot?: boolean
}

interface IconButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> {
  type?: 'button' | 'submit'
}
interface IconLinkProps extends Look, Omit<AnchorProps, 'children'> {}

const look = css`
  display: inline-grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${token.radius.sm};
  color: ${token.text.secondary};
  position: relative;
  flex: none;
  transition: background ${token.motion.hover} ${token.motion.enter}, transform ${token.motion.press};
  &:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  &:active { transform: translateY(1px); }
  &:disabled, &[aria-disabled='true'] { color: ${token.text.disabled}; background: none; }
  &[aria-pressed='true'] { color: ${token.brand.text}; background: ${token.brand.soft}; }
  ${media.desktop} { width: 36px; height: 36px; }
  &[data-size='table'] { width: 32px; height: 32px; ${thumbArea} }
`
const Native = styled.button`${look}`
const NativeLink = styled(Anchor)`${look}`
const Dot = styled.span`
  position: absolute;
  inset-block-start: 22%;
  inset-inline-end: 22%;
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: ${token.brand.mark};
  box-shadow: 0 0 0 2px ${token.surface.canvas};
`

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, iconSize = 20, flip = false, size = 'auto', dot = false, type = 'button', ...rest },
  ref,
) {
  return (
    <Native ref={ref} type={type} aria-label={label} data-size={size} {...rest}>
      <Icon name={icon} size={size === 'table' ? 16 : iconSize} flip={flip} />
      {dot ? <Dot /> : null}
    </Native>
  )
})

export const IconLink = forwardRef<HTMLAnchorElement, IconLinkProps>(function IconLink(
  { icon, label, iconSize = 20, flip = false, size = 'auto', dot = false, ...rest },
  ref,
) {
  return (
    <NativeLink ref={ref} aria-label={label} data-size={size} {...rest}>
      <Icon name={icon} size={size === 'table' ? 16 : iconSize} flip={flip} />
      {dot ? <Dot /> : null}
    </NativeLink>
  )
})
