import type { ReactNode } from 'react'
import styled from 'styled-components'
import { media, token } from './token'

export type StatusTone = 'open' | 'wait' | 'off' | 'bad' | 'void'

interface StatusDotProps {
  tone: StatusTone
  /** The word for the status; the shape alone says nothing to most people. */
  label: ReactNode
  className?: string
}

const Dot = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  white-space: nowrap;
  &::before {
    content: '';
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: ${token.status.ok.fill};
    flex: none;
  }
  &[data-tone='wait']::before { background: ${token.status.warn.fill}; }
  &[data-tone='off']::before { background: transparent; box-shadow: inset 0 0 0 1.5px ${token.text.muted}; }
  &[data-tone='bad']::before { background: ${token.status.danger.fill}; border-radius: 1px; }
  &[data-tone='void']::before { background: ${token.text.muted}; height: 2px; border-radius: 0; }
  ${media.forced} {
    &&::before { background: CanvasText; }
    &&[data-tone='off']::before { background: Canvas; border: 1.5px solid CanvasText; }
  }
`

/** A shape for every status: disc, amber disc, ring, square, dash. */
export function StatusDot({ tone, label, className }: StatusDotProps) {
  return (
    <Dot data-tone={tone} className={className}>
      {label}
    </Dot>
  )
}
