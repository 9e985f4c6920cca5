import { forwardRef, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react'
import styled from 'styled-components'
import { Affix, Control, controlFrame } from './field'
import { Icon, type IconName } from './icon'
import { token } from './token'

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'> {
  icon?: IconName
  prefix?: ReactNode
  suffix?: ReactNode
  /** A button or picture at the end, inside the frame. */
  end?: ReactNode
  /** Addresses and hashes: fixed-width, left-to-right. */
  mono?: boolean
  /** The number style: tabular digits, left-to-right, weight 600. */
  numeric?: boolean
  frameClassName?: string
}

const Input = styled.input`
  &[data-mono] { font-family: ${token.font.mono}; font-size: 0.94em; letter-spacing: -0.01em; direction: ltr; text-align: start; }
  &[data-numeric] { font-variant-numeric: tabular-nums lining-nums; direction: ltr; font-weight: 600; }
  [dir='rtl'] &[data-numeric], [dir='rtl'] &[data-mono] { text-align: end; }
`

export const TextInput = forwardRef<HTMLInputElement, TextInputProps>(function TextInput(
  { icon, prefix, suffix, end, mono = false, numeric = false, frameClassName, type = 'text', ...rest },
  ref,
) {
  const invalid = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true'
  return (
    <Control className={frameClassName} data-invalid={invalid ? '' : undefined}>
      {icon ? <Icon name={icon} size={16} /> : null}
      {prefix ? <Affix>{prefix}</Affix> : null}
      <Input ref={ref} type={type} data-mono={mono ? '' : undefined} data-numeric={numeric ? '' : undefined} {...rest} />
      {suffix ? <Affix>{suffix}</Affix> : null}
      {end}
    </Control>
  )
})

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  frameClassName?: string
}

const AreaFrame = styled.span`
  ${controlFrame}
  padding-block: 10px;
  textarea { resize: vertical; min-height: 72px; line-height: 1.45; }
`

export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea({ frameClassName, rows = 3, ...rest }, ref) {
  const invalid = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true'
  return (
    <AreaFrame className={frameClassName} data-invalid={invalid ? '' : undefined}>
      <textarea ref={ref} rows={rows} {...rest} />
    </AreaFrame>
  )
})
