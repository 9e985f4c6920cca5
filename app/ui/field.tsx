import { type ReactNode, useId } from 'react'
import styled, { css } from 'styled-components'
import { Icon } from './icon'
import { media, token } from './token'

export interface FieldAria {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: ReactNode
  /** At the end of the label line: a link, a hint, a switch. */
  labelEnd?: ReactNode
  help?: ReactNode
  /** Text of what is wrong; icon, border and description follow. */
  error?: ReactNode
  /** Id of the control; made up when left out. */
  id?: string
  /** `live` announces an error that appears later, without a submit. */
  announce?: boolean
  children: ReactNode | ((aria: FieldAria) => ReactNode)
  className?: string
}

const FieldFrame = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
  align-content: start;
`
const LabelLine = styled.div`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: ${token.space[2]};
  min-height: 20px;
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  font-weight: 500;
`
const Help = styled.p`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  line-height: 1.45;
`
const Problem = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.45;
  color: ${token.status.danger.text};
  display: flex;
  gap: 6px;
  align-items: flex-start;
  overflow-wrap: anywhere;
  svg { margin-block-start: 2px; }
`

/** Label, control, help and error as one. The children get the ids that tie them together. */
export function Field({ label, labelEnd, help, error, id, announce = false, children, className }: FieldProps) {
  const made = useId()
  const control = id ?? made
  const described = [error ? `${control}-error` : '', help ? `${control}-help` : ''].filter(Boolean).join(' ')
  const aria: FieldAria = { id: control, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }
  return (
    <FieldFrame className={className}>
      <LabelLine>
        <label htmlFor={control}>{label}</label>
        {labelEnd}
      </LabelLine>
      {typeof children === 'function' ? children(aria) : children}
      <div role={announce ? 'alert' : undefined} style={{ display: error || announce ? undefined : 'none' }}>
        {error ? (
          <Problem id={`${control}-error`}>
            <Icon name="circle-alert" size={14} />
            <span>{error}</span>
          </Problem>
        ) : null}
      </div>
      {help ? <Help id={`${control}-help`}>{help}</Help> : null}
    </FieldFrame>
  )
}

/** The frame of every input: border, focus and error in one place. */
export const controlFrame = css`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  min-height: ${token.size.field};
  padding: 0 ${token.space[3]};
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  font-size: ${token.type.lg};
  min-width: 0;
  transition: border-color ${token.motion.hover}, box-shadow ${token.motion.hover};
  @media (min-width: 1024px) { font-size: ${token.type.md}; }
  input, textarea {
    flex: 1;
    min-width: 0;
    width: 100%;
    border: 0;
    background: none;
    outline: 0;
    padding: 0;
    text-overflow: ellipsis;
  }
  input { height: calc(${token.size.field} - 4px); }
  input::placeholder, textarea::placeholder { color: ${token.text.muted}; opacity: 1; }
  svg { color: ${token.text.muted}; }
  button svg { color: inherit; }
  &:focus-within { border-color: ${token.focus}; box-shadow: 0 0 0 1px ${token.focus}; }
  ${media.forced} { &:focus-within:not(:has(button:focus-visible)) { outline: 2px solid Highlight; } }
  &:has(button:focus-visible) { border-color: ${token.border.control}; box-shadow: none; }
  &[data-invalid] { border-color: ${token.status.danger.text}; box-shadow: 0 0 0 1px ${token.status.danger.text}; }
  &:has(input:disabled), &:has(textarea:disabled) { background: ${token.surface.active}; border-color: ${token.border.soft}; color: ${token.text.disabled}; }
  &:has(input:read-only:not(:disabled, [type='hidden'])) { background: ${token.surface.sunken}; border-color: ${token.border.soft}; }
`
export const Control = styled.span`${controlFrame}`
export const Affix = styled.span`
  color: ${token.text.secondary};
  font-size: ${token.type.sm};
  font-weight: 500;
  white-space: nowrap;
  flex: none;
`
