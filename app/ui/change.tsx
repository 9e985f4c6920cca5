import styled from 'styled-components'
import { DASH, decimalParts, type Rounding, signOf } from './decimal-text'
import { token } from './token'

interface ChangeProps {
  /** Signed decimal string; null shows a dash. */
  value: string | null | undefined
  unit?: '%' | ''
  /** Digits after the point; as many as the value has when left out. */
  decimals?: number
  rounding?: Rounding
  stale?: boolean
  className?: string
}

const ChangeFrame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-variant-numeric: tabular-nums lining-nums;
  font-weight: 500;
  direction: ltr;
  unicode-bidi: isolate;
  white-space: nowrap;
  color: ${token.text.muted};
  &::before {
    content: '';
    width: 6px;
    height: 1.5px;
    background: currentColor;
  }
  &[data-direction='up']::before, &[data-direction='down']::before {
    width: 0;
    height: 0;
    background: none;
    border: 3.5px solid transparent;
  }
  &[data-direction='up'] { color: ${token.direction.upText}; }
  &[data-direction='up']::before { border-bottom: 5px solid currentColor; border-top: 0; }
  &[data-direction='down'] { color: ${token.direction.downText}; }
  &[data-direction='down']::before { border-top: 5px solid currentColor; border-bottom: 0; }
  &[data-direction='none']::before { content: none; }
  &[data-stale='true'], [data-stale='true'] & { color: ${token.text.muted}; }
`

/** Sign, triangle and colour together, so the direction never hangs on colour alone. */
export function Change({ value, unit = '%', decimals, rounding = 'half-up', stale = false, className }: ChangeProps) {
  const parts = value == null ? null : decimalParts(value, { signed: true, rounding, ...(decimals === undefined ? {} : { decimals }) })
  if (value == null || !parts) {
    return (
      <ChangeFrame data-direction="none" className={className}>
        {DASH}
      </ChangeFrame>
    )
  }
  const text = `${parts.sign}${parts.whole}${parts.fraction ? `.${parts.fraction}` : ''}${unit}`
  // The direction follows what is shown: a change that rounds to zero is flat.
  const direction = parts.sign === '' ? 'flat' : signOf(value) > 0 ? 'up' : 'down'
  return (
    <ChangeFrame data-direction={direction} data-stale={stale ? 'true' : undefined} className={className}>
      {text}
    </ChangeFrame>
  )
}
