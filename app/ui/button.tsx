import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { Anchor, type AnchorProps } from './anchor'
import { Icon, type IconName } from './icon'
import { thumbArea } from './thumb-area'
import { token } from './token'

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'ghost' | 'buy' | 'sell' | 'danger' | 'danger-text'

interface Look {
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  /** Full width of its container. */
  block?: boolean
  icon?: IconName
  iconEnd?: IconName
  /** The icon points forward or back and turns round in right-to-left pages. */
  iconFlip?: boolean
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  type?: 'button' | 'submit' | 'reset'
  /** A spinner takes the place of the icon; the label and the width stay. */
  busy?: boolean
  children: ReactNode
}

interface ButtonLinkProps extends Look, Omit<AnchorProps, 'type'> {
  children: ReactNode
}

const look = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${token.space[2]};
  min-height: ${token.size.control};
  padding: 6px ${token.space[4]};
  border-radius: ${token.radius.sm};
  border: 1px solid transparent;
  font-weight: 600;
  font-size: ${token.type.md};
  line-height: 1.25;
  text-align: center;
  user-select: none;
  transition: background ${token.motion.hover} ${token.motion.enter}, border-color ${token.motion.hover}, transform ${token.motion.press};
  &:active:not(:disabled, [aria-disabled='true']) { transform: translateY(1px); }
  &[data-size='sm'] { min-height: ${token.size.controlSm}; padding-inline: ${token.space[3]}; padding-block: 4px; font-size: ${token.type.sm}; }
  &[data-size='lg'] { min-height: ${token.size.controlLg}; font-size: ${token.type.lg}; }
  &[data-block] { display: flex; width: 100%; }
  &[data-size='sm'] { ${thumbArea} }

  &[data-variant='primary'] { background: ${token.brand.fill}; border-color: ${token.brand.mark}; color: ${token.brand.on}; }
  &[data-variant='primary']:hover { background: ${token.brand.hover}; }
  &[data-variant='primary']:active { background: ${token.brand.press}; }
  &[data-variant='secondary'] { background: ${token.surface.surface}; border-color: ${token.border.soft}; }
  &[data-variant='secondary']:hover { background: ${token.surface.hover}; }
  &[data-variant='soft'] { background: ${token.surface.active}; }
  &[data-variant='soft']:hover { background: ${token.border.soft}; }
  &[data-variant='ghost'] { color: ${token.text.secondary}; }
  &[data-variant='ghost']:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  &[data-variant='buy'] { background: ${token.direction.upFill}; color: ${token.direction.on}; }
  &[data-variant='sell'] { background: ${token.direction.downFill}; color: ${token.direction.on}; }
  &[data-variant='buy']:hover, &[data-variant='sell']:hover { filter: brightness(1.06); }
  &[data-variant='danger'] { background: ${token.status.danger.fill}; color: ${token.status.danger.on}; }
  &[data-variant='danger']:hover { filter: brightness(1.06); }
  &[data-variant='danger-text'] { color: ${token.status.danger.text}; }
  &[data-variant='danger-text']:hover { background: ${token.status.danger.soft}; }
  &:disabled, &[aria-disabled='true'] {
    background: ${token.surface.active};
    color: ${token.text.disabled};
    border-color: transparent;
    cursor: not-allowed;
    filter: none;
  }
  &[aria-busy='true'] { cursor: progress; }
`

const Native = styled.button`${look}`
const NativeLink = styled(Anchor)`${look}`
const SpinnerSlot = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`
const Label = styled.span`
  min-width: 0;
  &[data-covered] { opacity: 0; }
`

function Face({ icon, iconEnd, iconFlip, busy, size, children }: Look & { busy?: boolean | undefined; children: ReactNode }) {
  const iconSize = size === 'sm' ? 16 : 20
  return (
    <>
      {icon ? busy ? <Icon name="loader" size={iconSize} spin /> : <Icon name={icon} size={iconSize} flip={iconFlip ?? false} /> : null}
      {busy && !icon ? (
        <SpinnerSlot>
          <Icon name="loader" size={16} spin />
        </SpinnerSlot>
      ) : null}
      <Label data-covered={busy && !icon ? '' : undefined}>{children}</Label>
      {iconEnd ? <Icon name={iconEnd} size={16} flip={iconFlip ?? false} /> : null}
    </>
  )
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size = 'md', block = false, icon, iconEnd, iconFlip, busy = false, type = 'button', children, onClick, ...rest },
  ref,
) {
  const blocked = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  return (
    <Native
      ref={ref}
      type={type}
      data-variant={variant}
      data-size={size}
      data-block={block ? '' : undefined}
      aria-busy={busy || undefined}
      {...rest}
      onClick={(event) => {
        // A busy button keeps its focus and its place, so it is not disabled; it only ignores a second press.
        if (busy || blocked) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <Face icon={icon} iconEnd={iconEnd} iconFlip={iconFlip} busy={busy} size={size}>
        {children}
      </Face>
    </Native>
  )
})

/** A link that looks like a button. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant = 'secondary', size = 'md', block = false, icon, iconEnd, iconFlip, children, ...rest },
  ref,
) {
  return (
    <NativeLink ref={ref} data-variant={variant} data-size={size} data-block={block ? '' : undefined} {...rest}>
      <Face icon={icon} iconEnd={iconEnd} iconFlip={iconFlip} size={size}>
        {children}
      </Face>
    </NativeLink>
  )
})
