/** Small parts that the cards of the risk page share. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Card, token } from '../../../ui'
import type { LimitLevel } from './risk-data'

const Frame = styled(Card)`
  overflow: hidden;
  > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    min-height: 44px;
    padding: 6px ${token.space[4]};
    border-block-end: 1px solid ${token.border.hairline};
    h2 { font-size: ${token.type.md}; font-weight: 600; }
    > span { color: ${token.text.muted}; }
    > :last-child:not(h2) { margin-inline-start: auto; }
  }
  > p { padding: ${token.space[5]} ${token.space[4]}; color: ${token.text.muted}; text-align: center; }
  table { width: 100%; }
  td, th { padding-inline: 8px; }
  /* A long word of a language may take two lines rather than push a column out. */
  thead th { white-space: normal; line-height: 1.25; }
  small { display: block; font-size: ${token.type.xs}; line-height: 1.35; color: ${token.text.muted}; font-weight: 400; }
`

interface RiskCardProps {
  readonly title: string
  /** After the heading. */
  readonly note?: ReactNode
  /** At the end of the head. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

export function RiskCard({ title, note, end, children }: RiskCardProps) {
  return (
    <Frame aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note === undefined ? null : <span>{note}</span>}
        {end}
      </header>
      {children}
    </Frame>
  )
}

/** Numbers that read from left to right in every language. */
export const Num = styled.bdi.attrs({ dir: 'ltr' })`
  font-variant-numeric: tabular-nums lining-nums;
  white-space: nowrap;
  &[data-level='near'] { color: ${token.status.warn.text}; font-weight: 600; }
  &[data-level='over'] { color: ${token.status.danger.text}; font-weight: 600; }
  &[data-sign='1'] { color: ${token.direction.upText}; }
  &[data-sign='-1'] { color: ${token.direction.downText}; }
  [data-stale] & { color: ${token.text.muted}; }
`

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
