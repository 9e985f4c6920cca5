import type { ReactNode } from 'react'
import styled from 'styled-components'
import { media, token } from './token'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The visible label; with `labelHidden` it stays as the name only. */
  label: string
  labelHidden?: boolean
  /** Something else than plain text as the visible label. */
  children?: ReactNode
  disabled?: boolean
  name?: string
  id?: string
  className?: string
}

const SwitchFrame = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]};
  min-height: 24px;
  text-align: start;
  &:disabled { color: ${token.text.disabled}; }
`
const Track = styled.span`
  width: 40px;
  height: 24px;
  border-radius: 12px;
  background: ${token.border.control};
  position: relative;
  flex: none;
  transition: background ${token.motion.hover};
  &::after {
    content: '';
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    width: 18px;
    height: 18px;
    border-radius: 50%;
    background: ${token.surface.surface};
    transition: inset-inline-start ${token.motion.hover} ${token.motion.enter};
  }
  [aria-checked='true'] > & { background: ${token.brand.mark}; }
  [aria-checked='true'] > &::after { inset-inline-start: 19px; background: ${token.brand.on}; }
  :disabled > & { background: ${token.border.soft}; }
  :disabled > &::after { background: ${token.surface.active}; }
  ${media.forced} {
    && { outline: 1px solid CanvasText; outline-offset: -1px; }
    &&::after { background: CanvasText; }
    [aria-checked='true'] > && { background: Highlight; }
    [aria-checked='true'] > &&::after { background: HighlightText; }
    :disabled > &&::after { background: GrayText; }
  }
`

export function Switch({ checked, onChange, label, labelHidden = false, children, disabled = false, name, id, className }: SwitchProps) {
  return (
    <>
      <SwitchFrame
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-label={labelHidden || children ? label : undefined}
        disabled={disabled}
        className={className}
        onClick={() => onChange(!checked)}
      >
        {labelHidden ? null : <span>{children ?? label}</span>}
        <Track />
      </SwitchFrame>
      {name ? <input type="hidden" name={name} value={checked ? '1' : '0'} /> : null}
    </>
  )
}
