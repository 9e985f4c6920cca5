/** The line that takes the last decision back while it has not been sent. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, media, token } from '../../ui'
import { type HeldDecision, UNDO_MS } from './use-decisions'

const Line = styled.div`
  position: fixed;
  z-index: ${token.layer.toast};
  inset-inline: 0;
  inset-block-end: 84px;
  margin-inline: auto;
  width: fit-content;
  max-width: calc(100% - 32px);
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  padding: ${token.space[2]} ${token.space[2]} ${token.space[2]} ${token.space[4]};
  padding-inline: ${token.space[4]} ${token.space[2]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.inverse};
  color: ${token.text.inverse};
  box-shadow: ${token.shadow.layer};
  && button { color: inherit; background: none; border-color: currentColor; }
  ${media.phone} { inset-block-end: 180px; }
`

interface TakeBackProps {
  /** Null: nothing waits. */
  readonly decision: HeldDecision | null
  onUndo(): void
}

export function TakeBack({ decision, onUndo }: TakeBackProps) {
  const { t } = useTranslation('desk')
  if (decision === null) return null
  return (
    <Line role="status">
      <span>{t('review.sending', { what: decision.label, seconds: UNDO_MS / 1_000 })}</span>
      <Button size="sm" onClick={onUndo}>
        {t('review.undo')}
      </Button>
    </Line>
  )
}
