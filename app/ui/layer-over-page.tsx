import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { keepForToast } from './toast-region'
import { token } from './token'

const LayerScrim = styled(Dialog.Backdrop)`
  position: fixed;
  inset: 0;
  background: ${token.surface.scrim};
  z-index: ${token.layer.sheet};
  transition: opacity ${token.motion.layer} ${token.motion.enter};
  &[data-starting-style], &[data-ending-style] { opacity: 0; }
  &[data-ending-style] { transition: opacity 190ms ${token.motion.leave}; }
`

interface LayerOverPageProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A sheet or a drawer over the darkened page. A press on a toast does not close it. */
export const LayerOverPage = ({ open, onClose, children }: LayerOverPageProps) => (
  <Dialog.Root
    open={open}
    onOpenChange={(next, details) => {
      if (!next && !keepForToast(details)) onClose()
    }}
  >
    <Dialog.Portal>
      <LayerScrim />
      {children}
    </Dialog.Portal>
  </Dialog.Root>
)
