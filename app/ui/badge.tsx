import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon, type IconName } from './icon'
import { token } from './token'

export type BadgeTone = 'neutral' | 'up' | 'down' | 'ok' | 'warn' | 'danger' | 'info' | 'brand' | 'demo'

interface BadgeProps {
  tone?: BadgeTone
  icon?: IconName
  /** Always text: a badge never speaks by colour alone. */
  children: ReactNode
  className?: string
}

const BadgeFrame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 20px;
  padding: 1px 6px;
  border-radius: ${token.radius.xs};
  font-size: ${token.type.xxs};
  line-height: 16px;
  font-weight: 600;
  letter-spacing: 0.01em;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  background: ${token.surface.active};
  color: ${token.text.secondary};
  &[data-tone='up'] { background: ${token.direction.upSoft}; color: ${token.direction.upText}; }
  &[data-tone='down'] { background: ${token.direction.downSoft}; color: ${token.direction.downText}; }
  &[data-tone='ok'] { background: ${token.status.ok.soft}; color: ${token.status.ok.text}; }
  &[data-tone='warn'] { background: ${token.status.warn.soft}; color: ${token.status.warn.text}; }
  &[data-tone='danger'] { background: ${token.status.danger.soft}; color: ${token.status.danger.text}; }
  &[data-tone='info'] { background: ${token.status.info.soft}; color: ${token.status.info.text}; }
  &[data-tone='brand'] { background: ${token.brand.soft}; color: ${token.brand.text}; }
  &[data-tone='demo'] { background: ${token.status.danger.fill}; color: ${token.status.danger.on}; }
`

export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <BadgeFrame data-tone={tone} className={className}>
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </BadgeFrame>
  )
}
