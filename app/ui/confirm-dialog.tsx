import type { ReactNode } from 'react'
import type { KeyValue } from './key-value-list'
import { laterLayer } from './later-layer'

export interface ConfirmDialogProps {
  open: boolean
  /** A question: "Close EUR/USD long 0.20?" */
  title: ReactNode
  facts?: readonly KeyValue[]
  text?: ReactNode
  /** Verbs, never Yes and No. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'primary' | 'danger'
  busy?: boolean
  /** Where the first focus is: on the safe button unless the person works by keys and can take it back. */
  focus?: 'cancel' | 'confirm'
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

/** The first focus is on the safe button unless asked otherwise; while it works nothing closes it. */
export const ConfirmDialog = laterLayer<ConfirmDialogProps>(() => import('./confirm-dialog-layer'))
