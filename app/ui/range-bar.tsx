import styled from 'styled-components'
import { decimalText, shareOf } from './decimal-text'
import { media, token } from './token'

interface RangeBarProps {
  low: string | null
  high: string | null
  last: string | null
  precision: number
  className?: string
}

const Bar = styled.span`
  display: grid;
  grid-template-columns: auto minmax(24px, 1fr) auto;
  align-items: center;
  gap: 8px;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  font-variant-numeric: tabular-nums lining-nums;
  direction: ltr;
  i {
    position: relative;
    height: 3px;
    border-radius: 2px;
    background: ${token.border.soft};
    display: block;
  }
  i::after {
    content: '';
    position: absolute;
    left: var(--at);
    top: -3px;
    width: 3px;
    height: 9px;
    margin-left: -1px;
    border-radius: 1.5px;
    background: ${token.text.primary};
  }
  &[data-empty] i::after { content: none; }
  ${media.forced} { i { background: GrayText; } i::after { background: CanvasText; } }
`

/** The day's low and high as text; the bar between them only draws where the last price stands. */
export function RangeBar({ low, high, last, precision, className }: RangeBarProps) {
  const known = low !== null && high !== null && last !== null
  const at = known ? shareOf(last, low, high) : 0
  return (
    <Bar className={className} data-empty={known ? undefined : ''}>
      <span>{decimalText(low, { decimals: precision })}</span>
      <i aria-hidden="true" style={{ '--at': `${at}%` } as React.CSSProperties} />
      <span>{decimalText(high, { decimals: precision })}</span>
    </Bar>
  )
}
