import type { ReactNode } from 'react'
import styled from 'styled-components'
import { compareDecimals, DASH, decimalText } from './decimal-text'
import { media, token } from './token'

export type RiskLevel = 'low' | 'warn' | 'bad'

interface RiskGaugeProps {
  /** Percent as the server gives it; null when no margin is used. It is shown as it is, never computed here. */
  value: string | null
  label: string
  /** The word for each level: "Low", "Elevated", "High, positions may be closed". */
  levelLabels: Record<RiskLevel, string>
  /** Text a screen reader hears, given the value and the word: "8 percent, Low". */
  valueText: (value: string, level: string) => string
  /** `bar` draws the meter alone; `line` puts label, bar, value in one line; `block` sets the words above the bar. */
  layout?: 'bar' | 'line' | 'block'
  stale?: boolean
  className?: string
}

const Gauge = styled.div`
  min-width: 0;
  &[data-layout='block'] { display: grid; gap: 6px; }
  &[data-layout='line'] { display: flex; align-items: center; gap: ${token.space[2]}; }
`
const Words = styled.div`
  display: flex;
  justify-content: space-between;
  align-items: baseline;
  gap: ${token.space[3]};
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
`
const Name = styled.span`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  white-space: nowrap;
`
const Value = styled.span`
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  b { font-weight: 500; color: ${token.text.primary}; }
`
const Meter = styled.div`
  position: relative;
  flex: 1;
  min-width: 40px;
  height: 6px;
  border-radius: 3px;
  overflow: hidden;
  background: linear-gradient(
    to right,
    ${token.border.soft} 0 49.6%,
    transparent 49.6% 50.4%,
    ${token.border.soft} 50.4% 79.6%,
    transparent 79.6% 80.4%,
    ${token.border.soft} 80.4%
  );
  --ink: ${token.status.ok.text};
  &[data-level='warn'] { --ink: ${token.status.warn.fill}; }
  &[data-level='bad'] { --ink: ${token.status.danger.text}; }
  &[data-stale='true'] { --ink: ${token.text.muted}; }
  [dir='rtl'] & { transform: scaleX(-1); }
  span {
    position: absolute;
    inset-block: 0;
    left: 0;
    width: var(--share);
    background: var(--ink);
    border-radius: 3px 0 0 3px;
    transition: width ${token.motion.move} ${token.motion.enter};
  }
  ${media.forced} { border: 1px solid CanvasText; span { background: Highlight; } }
`

/** Under 50 low, 50 to 80 a warning, above 80 bad. */
export function riskLevel(value: string): RiskLevel {
  if (compareDecimals(value, '80') > 0) return 'bad'
  return compareDecimals(value, '50') >= 0 ? 'warn' : 'low'
}

export function RiskGauge({ value, label, levelLabels, valueText, layout = 'block', stale = false, className }: RiskGaugeProps) {
  const level = value === null ? 'low' : riskLevel(value)
  const word = value === null ? '' : levelLabels[level]
  // The meter ends at 100; the number beside it does not.
  const now = value === null ? 0 : Math.min(100, Math.max(0, Number(value)))
  const figure: ReactNode = value === null ? DASH : `${decimalText(value)}%`
  const meter = (
    <Meter
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={now}
      aria-valuetext={value === null ? DASH : valueText(value, word)}
      data-level={level}
      data-stale={stale ? 'true' : undefined}
      style={{ '--share': `${now}%` } as React.CSSProperties}
    >
      <span />
    </Meter>
  )
  const reading = (
    <Value aria-hidden="true">
      <b data-num="">{figure}</b> {word}
    </Value>
  )
  return (
    <Gauge data-layout={layout} className={className}>
      {layout === 'block' ? (
        <Words>
          <Name>{label}</Name>
          {reading}
        </Words>
      ) : null}
      {layout === 'line' ? <Name>{label}</Name> : null}
      {meter}
      {layout === 'line' ? reading : null}
    </Gauge>
  )
}
