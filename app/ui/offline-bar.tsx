import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { media, token } from './token'

export interface OfflineBarProps {
  state: 'online' | 'reconnecting' | 'offline' | 'back'
  /** "Reconnecting." */
  title: ReactNode
  /** "Prices from 14:38:02." */
  text?: ReactNode
  retryLabel: string
  onRetry: () => void
}

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 40px;
  padding: 4px ${token.space[4]};
  font-size: ${token.type.sm};
  background: ${token.status.warn.soft};
  color: ${token.text.primary};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  > svg { color: ${token.status.warn.text}; }
  > span { flex: 1; min-width: 0; }
  b { font-weight: 600; }
  button {
    min-height: 36px;
    padding-inline: 8px;
    margin-inline-end: -8px;
    white-space: nowrap;
    font-weight: 500;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  &[data-state='back'] { background: ${token.status.ok.soft}; }
  &[data-state='back'] > svg { color: ${token.status.ok.text}; }
`

/** Under the top bar while the connection is gone. The live region itself always exists, so its words are announced. */
export function OfflineBar({ state, title, text, retryLabel, onRetry }: OfflineBarProps) {
  return (
    <div role="status">
      {state === 'online' ? null : (
        <Bar data-state={state}>
          <Icon name={state === 'back' ? 'circle-check' : 'wifi-off'} size={16} />
          <span>
            <b>{title}</b> {text}
          </span>
          {state === 'back' ? null : (
            <button type="button" onClick={onRetry}>
              {retryLabel}
            </button>
          )}
        </Bar>
      )}
    </div>
  )
}
