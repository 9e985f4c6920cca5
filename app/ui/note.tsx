import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon, type IconName } from './icon'
import { token } from './token'

export type NoteTone = 'neutral' | 'warn' | 'danger' | 'info' | 'ok'

interface NoteProps {
  tone?: NoteTone
  icon?: IconName
  /** `alert` for a problem that appears while the page is open. */
  role?: 'note' | 'alert' | 'status'
  children: ReactNode
  className?: string
}

const iconOf: Record<NoteTone, IconName> = {
  neutral: 'info',
  warn: 'triangle-alert',
  danger: 'circle-alert',
  info: 'info',
  ok: 'circle-check',
}

const NoteFrame = styled.div`
  display: flex;
  gap: 10px;
  padding: 12px;
  border-radius: ${token.radius.sm};
  font-size: ${token.type.sm};
  line-height: 1.45;
  background: ${token.surface.sunken};
  color: ${token.text.secondary};
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
  overflow-wrap: anywhere;
  > svg { margin-block-start: 1px; }
  > div { min-width: 0; flex: 1; }
  b { color: ${token.text.primary}; font-weight: 600; }
  &:not([data-tone='neutral']) { box-shadow: none; color: ${token.text.primary}; }
  &[data-tone='warn'] { background: ${token.status.warn.soft}; }
  &[data-tone='warn'] > svg { color: ${token.status.warn.text}; }
  &[data-tone='danger'] { background: ${token.status.danger.soft}; }
  &[data-tone='danger'] > svg { color: ${token.status.danger.text}; }
  &[data-tone='info'] { background: ${token.status.info.soft}; }
  &[data-tone='info'] > svg { color: ${token.status.info.text}; }
  &[data-tone='ok'] { background: ${token.status.ok.soft}; }
  &[data-tone='ok'] > svg { color: ${token.status.ok.text}; }
`

export function Note({ tone = 'neutral', icon, role = 'note', children, className }: NoteProps) {
  return (
    <NoteFrame role={role} data-tone={tone} className={className}>
      <Icon name={icon ?? iconOf[tone]} />
      <div>{children}</div>
    </NoteFrame>
  )
}
