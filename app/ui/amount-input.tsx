import styled from 'styled-components'
import { compareDecimals, decimalText, fixDecimal } from './decimal-text'
import { Affix, Control } from './field'
import { ReadBack, type ReadBackText } from './read-back'
import { token } from './token'
import { typedDecimal } from './typed-number'

interface AmountInputProps {
  /** The text of the field as it stands there. What it means is read from it (`readTypedNumber`) and kept nowhere else. */
  value: string
  onChange: (text: string) => void
  currency: string
  /** What the Max button enters. */
  max?: string
  maxLabel?: string
  /** Decimals kept when Max is pressed, and written at least when the field is left. */
  decimals?: number
  label?: string
  id?: string
  name?: string
  placeholder?: string
  disabled?: boolean
  /** Large figure, for the one amount of a screen. */
  large?: boolean
  /** What to say while a text may be read in two ways. */
  readBack?: ReadBackText | undefined
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

/**
 * An amount of money. Group separators appear when the field is left and go when it is entered; a text that is no number
 * stays as it was typed. The text is the only state: a form that is sent without scripts sends it, too.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, currency, max, maxLabel, decimals = 2 } = props
  const read = typedDecimal(value, currency)
  const isOver = max !== undefined && read !== '' && compareDecimals(read, max) > 0
  const isInvalid = props['aria-invalid'] === true
  const write = (text: string) => {
    if (text !== value) onChange(text)
  }
  return (
    <ReadBack text={value} decimals={decimals} say={props.readBack} className={props.className}>
      <Control data-invalid={isInvalid ? '' : undefined} data-over={isOver ? '' : undefined}>
        <Input
          id={props.id}
          name={props.name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={props.label}
          aria-describedby={props['aria-describedby']}
          aria-invalid={isInvalid || undefined}
          disabled={props.disabled}
          placeholder={props.placeholder}
          data-large={props.large ? '' : undefined}
          value={value}
          onFocus={() => {
            if (read !== '') write(read)
          }}
          onBlur={() => {
            if (read !== '') write(decimalText(inFull(read, decimals)))
          }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Affix>{currency}</Affix>
        {max !== undefined && maxLabel ? (
          <MaxButton type="button" disabled={props.disabled} onClick={() => onChange(decimalText(max, { decimals, rounding: 'down' }))}>
            {maxLabel}
          </MaxButton>
        ) : null}
      </Control>
    </ReadBack>
  )
}

/** With at least so many decimals, and all that were typed. */
function inFull(value: string, decimals: number): string {
  return fixDecimal(value, Math.max(decimals, value.split('.')[1]?.length ?? 0))
}
