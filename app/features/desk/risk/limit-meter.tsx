/** How full a limit is, as a bar. */
import styled from 'styled-components'
import { token } from '../../../ui'
import type { LimitLevel } from './risk-data'

const Track = styled.span`
  position: relative;
  display: block;
  height: 6px;
  min-width: 48px;
  border-radius: 3px;
  overflow: hidden;
  background: ${token.surface.active};
  &::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: min(var(--share), 100%);
    border-radius: 3px;
    background: ${token.text.muted};
  }
  &[data-level='near']::before { background: ${token.status.warn.fill}; }
  &[data-level='over']::before { background: ${token.status.danger.text}; }
  &::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: var(--warn);
    width: 1px;
    background: ${token.surface.surface};
  }
  [data-stale] &::before { background: ${token.text.muted}; }
`

interface LimitMeterProps {
  readonly share: string
  readonly level: LimitLevel
  readonly warnPercent: number
  readonly label: string
}

/** How full a limit is, with a notch where the warning begins. The percentage stands beside it as text. */
export function LimitMeter({ share, level, warnPercent, label }: LimitMeterProps) {
  const now = Math.min(100, Number(share))
  return (
    <Track
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={now}
      aria-valuetext={`${share}%`}
      data-level={level}
      style={{ '--share': `${now}%`, '--warn': `${warnPercent}%` } as React.CSSProperties}
    />
  )
}
