import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import styled from 'styled-components'
import { Button } from './button'
import { type KeyValue, KeyValueList } from './key-value-list'
import { token } from './token'

export interface ConfirmDialogProps {
  open: boolean
  /** A question: "Close EUR/USD long 0.20?" */
  title: ReactNode
  facts?: readonly KeyValue[]
  text?: ReactNode
  /** Verbs, never Yes and No. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'primary' | 'danger' | 'buy' | 'sell'
  busy?: boolean
  /** True until what the dialog asks for is there. */
  confirmDisabled?: boolean
  /** The same for a while, so that the button keeps the focus. */
  confirmLocked?: boolean
  /** Where the first focus is: on the safe button unless the person works by keys and can take it back. */
  focus?: 'cancel' | 'confirm'
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

const Scrim = styled(AlertDialog.Backdrop)`
  position: fixed;
  inset: 0;
  background: ${token.surface.scrim};
  z-index: ${token.layer.dialog};
  transition: opacity ${token.motion.move} ${token.motion.enter};
  &[data-starting-style], &[data-ending-style] { opacity: 0; }
`
const Viewport = styled(AlertDialog.Viewport)`
  position: fixed;
  inset: 0;
  z-index: ${token.layer.dialog};
  display: grid;
  place-items: center;
  padding: ${token.space[6]};
  overflow: auto;
`
const Popup = styled(AlertDialog.Popup)`
  background: ${token.surface.raised};
  border-radius: ${token.radius.lg};
  box-shadow: ${token.shadow.layer};
  padding: ${token.space[6]};
  width: min(420px, 100%);
  display: grid;
  gap: ${token.space[4]};
  outline: 0;
  transition: opacity ${token.motion.move} ${token.motion.enter}, transform ${token.motion.move} ${token.motion.enter};
  &[data-starting-style], &[data-ending-style] { opacity: 0; transform: translateY(8px); }
  &[data-ending-style] { transition-duration: 130ms; }
`
const Title = styled(AlertDialog.Title)`
  font-size: ${token.type.xl};
  line-height: 1.3;
  font-weight: 600;
  letter-spacing: -0.012em;
  overflow-wrap: anywhere;
`
const Text = styled.p`
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
`
const Actions = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(132px, 100%), 1fr));
  gap: ${token.space[2]};
  button { padding-inline: ${token.space[2]}; }
`

/** The first focus is on the safe button unless asked otherwise; while it works nothing closes it. */
export default function ConfirmDialogLayer(props: ConfirmDialogProps) {
  const { open, title, facts, text, confirmLabel, cancelLabel, tone = 'primary', busy = false, onConfirm, onCancel, children } = props
  const safe = useRef<HTMLButtonElement>(null)
  const act = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onCancel()
      }}
    >
      <AlertDialog.Portal>
        <Scrim />
        <Viewport>
          <Popup initialFocus={props.focus === 'confirm' ? act : safe}>
            <Title>{title}</Title>
            {facts?.length ? <KeyValueList rows={facts} /> : null}
            {text ? <AlertDialog.Description render={<Text />}>{text}</AlertDialog.Description> : null}
            {children}
            <Actions>
              <Button ref={safe} variant="secondary" size="lg" onClick={onCancel} disabled={busy}>
                {cancelLabel}
              </Button>
              <Button
                ref={act}
                variant={tone}
                size="lg"
                busy={busy}
                disabled={props.confirmDisabled}
                aria-disabled={props.confirmLocked || undefined}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </Actions>
          </Popup>
        </Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
