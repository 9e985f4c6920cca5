import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { token } from './token'

interface CheckboxProps {
  /** Controlled value; without it the box keeps its own (forms without scripts). */
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (checked: boolean) => void
  label: ReactNode
  name?: string
  value?: string
  id?: string
  required?: boolean
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  className?: string
}

const CheckboxFrame = styled.label`
  display: flex;
  gap: 10px;
  align-items: flex-start;
  min-height: 44px;
  padding-block: 10px;
  font-size: ${token.type.sm};
  line-height: 24px;
  color: ${token.text.secondary};
  cursor: pointer;
  position: relative;
  input {
    position: absolute;
    width: 24px;
    height: 24px;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  &:has(:disabled) { color: ${token.text.disabled}; cursor: not-allowed; }
`
const Box = styled.span`
  width: 24px;
  height: 24px;
  border-radius: ${token.radius.xs};
  border: 1.5px solid ${token.border.control};
  display: inline-grid;
  place-items: center;
  flex: none;
  svg { visibility: hidden; stroke-width: 2.6; }
  input:checked + & { background: ${token.brand.mark}; border-color: ${token.brand.mark}; color: ${token.brand.on}; }
  input:checked + & svg { visibility: visible; }
  input:focus-visible + & { outline: 2px solid ${token.focus}; outline-offset: 2px; }
  input[aria-invalid='true'] + & { border-color: ${token.status.danger.text}; }
`

/** A real checkbox under a drawn one: it is part of its form with or without scripts. */
export function Checkbox({ checked, defaultChecked, onChange, label, invalid = false, describedBy, className, ...field }: CheckboxProps) {
  return (
    <CheckboxFrame className={className}>
      <input
        type="checkbox"
        {...(checked === undefined ? { defaultChecked } : { checked })}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        {...field}
      />
      <Box aria-hidden="true">
        <Icon name="check" size={16} />
      </Box>
      <span>{label}</span>
    </CheckboxFrame>
  )
}
