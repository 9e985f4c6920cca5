import type { ConfirmDialogProps } from './confirm-dialog-layer'
import { laterLayer } from './later-layer'

/** The first focus is on the safe button unless asked otherwise; while it works nothing closes it. */
export const ConfirmDialog = laterLayer<ConfirmDialogProps>(() => import('./confirm-dialog-layer'))
