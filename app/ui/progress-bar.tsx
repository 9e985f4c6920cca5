import styled from 'styled-components'
import { media, token } from './token'

interface ProgressBarProps {
  value: number
  max: number
  label: string
  /** What it has come to, in words. */
  valueText: string
}

const Bar = styled.div`
  block-size: 8px;
  overflow: hidden;
  border-radius: ${token.radius.full};
  background: ${token.surface.active};
  ${media.forced} { border: 1px solid CanvasText; }
  span {
    display: block;
    block-size: 100%;
    inline-size: var(--share);
    border-radius: inherit;
    background: ${token.brand.mark};
    ${media.forced} { background: Highlight; }
  }
`

/** Work with a known end: it moves only as far as work was done. */
export function ProgressBar({ value, max, label, valueText }: ProgressBarProps) {
  const share = max === 0 ? 0 : Math.min(1, value / max)
  return (
    <Bar role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={max} aria-valuenow={value} aria-valuetext={valueText}>
      <span style={{ '--share': `${share * 100}%` } as React.CSSProperties} />
    </Bar>
  )
}
