import { useState } from 'react'
import styled from 'styled-components'
import { compareDecimals, decimalText, typedDecimal } from './decimal-text'
import { Affix, Control } from './field'
import { token } from './token'

export interface AmountInputProps {
  /** Plain decimal string as the wire takes it; '' is empty. */
  value: string
  onChange: (value: string) => void
  currency: string
  /** Most that can be entered by the Max button. */
  max?: string
  maxLabel?: string
  /** Decimals kept when Max is pressed and grouping is shown. */
  decimals?: number
  label?: string
  id?: string
  name?: string
  placeholder?: string
  disabled?: boolean
  /** Large figure, for the one amount of a screen. */
  large?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  className?: string
}

const Input = styled.input`
  direction: ltr;
  font-variant-numeric: tabular-nums lining-nums;
  font-weight: 600;
  &[data-large] { font-size: 24px; letter-spacing: -0.02em; }
  [dir='rtl'] & { text-align: end; }
`
const MaxButton = styled.button`
  color: ${token.brand.text};
  font-weight: 600;
  font-size: ${token.type.sm};
  min-height: 32px;
  padding: 0 ${token.space[2]};
  border-radius: ${token.radius.xs};
  flex: none;
  &:hover { background: ${token.brand.soft}; }
  &:disabled { color: ${token.text.disabled}; background: none; }
`

/** An amount of money. Group separators appear when the field is left and go when it is entered. */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, currency, max, maxLabel, decimals = 2 } = props
  const [draft, setDraft] = useState<string | null>(null)
  const grouped = value === '' ? '' : decimalText(value, {})
  const over = max !== undefined && value !== '' && compareDecimals(value, max) > 0
  const invalid = props['aria-invalid'] === true
  return (
    <Control data-invalid={invalid ? '' : undefined} data-over={over ? '' : undefined} className={props.className}>
      <Input
        id={props.id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={props.label}
        aria-describedby={props['aria-describedby']}
        aria-invalid={invalid || undefined}
        disabled={props.disabled}
        placeholder={props.placeholder}
        data-large={props.large ? '' : undefined}
        value={draft ?? grouped}
        onFocus={() => setDraft(value)}
        onBlur={() => setDraft(null)}
        onChange={(event) => {
          const text = event.currentTarget.value
          setDraft(text)
          const read = typedDecimal(text)
          if (text.trim() === '') onChange('')
          else if (read) onChange(read)
        }}
      />
      {props.name ? <input type="hidden" name={props.name} value={value} /> : null}
      <Affix>{currency}</Affix>
      {max !== undefined && maxLabel ? (
        <MaxButton
          type="button"
          disabled={props.disabled}
          onClick={() => {
            setDraft(null)
            onChange(decimalText(max, { decimals, rounding: 'down' }).replace(/,/g, ''))
          }}
        >
          {maxLabel}
        </MaxButton>
      ) : null}
    </Control>
  )
}
