import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon, type IconName } from './icon'
import { StatusDot, type StatusTone } from './status-dot'
import { media, token } from './token'

interface RecordRowProps {
  direction?: 'in' | 'out'
  /** Another picture than the arrow in or out. */
  icon?: IconName
  title: ReactNode
  time: ReactNode
  amount: ReactNode
  status?: { tone: StatusTone; label: ReactNode }
  /** Words of the reviewer: always visible, never a tooltip. */
  remark?: ReactNode
  /** `li` inside a list. */
  as?: 'div' | 'li'
  className?: string
}

const Row = styled.div`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  gap: 2px 12px;
  align-items: center;
  min-height: 64px;
  padding: 10px ${token.space[4]};
  ${media.desktop} { min-height: 58px; }
  & + & { border-block-start: 1px solid ${token.border.hairline}; }
`
const Disc = styled.span`
  width: 36px;
  height: 36px;
  border-radius: 50%;
  display: grid;
  place-items: center;
  background: ${token.surface.active};
  color: ${token.text.secondary};
`
const Main = styled.span`
  min-width: 0;
  b { display: block; font-weight: 600; font-size: ${token.type.md}; line-height: 1.3; overflow-wrap: anywhere; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; }
`
const Sum = styled.span`
  display: grid;
  justify-items: end;
  gap: 1px;
  b { font-weight: 600; font-size: ${token.type.md}; line-height: 1.3; font-variant-numeric: tabular-nums lining-nums; }
`
const Remark = styled.span`
  grid-column: 2 / 4;
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  background: ${token.surface.sunken};
  padding: 8px 10px;
  border-radius: ${token.radius.xs};
  margin-block-start: 4px;
  overflow-wrap: anywhere;
`

export function RecordRow({ direction = 'in', icon, title, time, amount, status, remark, as = 'div', className }: RecordRowProps) {
  return (
    <Row as={as} className={className}>
      <Disc aria-hidden="true">
        <Icon name={icon ?? (direction === 'in' ? 'arrow-down-to-line' : 'arrow-up-from-line')} size={16} />
      </Disc>
      <Main>
        <b>{title}</b>
        <small>{time}</small>
      </Main>
      <Sum>
        <b>{amount}</b>
        {status ? <StatusDot tone={status.tone} label={status.label} /> : null}
      </Sum>
      {remark ? <Remark>{remark}</Remark> : null}
    </Row>
  )
}
