/** The numbered steps of a deposit: one below the other, on a desk joined by a line. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { media, token } from '../../../ui'

export const Steps = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[6]};
  ${media.desktop} { gap: ${token.space[5]}; }
`
const Item = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  ${media.desktop} {
    padding-inline-start: 36px;
    &:not(:last-child)::after {
      content: '';
      position: absolute;
      inset-inline-start: 11px;
      inset-block: 32px -12px;
      width: 1px;
      background: ${token.border.soft};
    }
  }
`
const StepHead = styled.h2`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 24px;
  font-size: ${token.type.md};
  font-weight: 600;
  ${media.desktop} { margin-inline-start: -36px; gap: 12px; }
  > span {
    flex: none;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border-radius: 50%;
    font-size: ${token.type.xs};
    color: ${token.text.secondary};
    background: ${token.surface.active};
  }
`

export function Step({ number, title, children }: { number: 1 | 2 | 3; title: ReactNode; children: ReactNode }) {
  return (
    <Item>
      <StepHead>
        <span aria-hidden="true">{number}</span>
        {title}
      </StepHead>
      {children}
    </Item>
  )
}

export const Halves = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  ${media.desktop} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
`
