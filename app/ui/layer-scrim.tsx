import { Dialog } from '@base-ui/react/dialog'
import styled from 'styled-components'
import { token } from './token'

/** What darkens the page behind a sheet or a drawer. */
export const LayerScrim = styled(Dialog.Backdrop)`
  position: fixed;
  inset: 0;
  background: ${token.surface.scrim};
  z-index: ${token.layer.sheet};
  transition: opacity ${token.motion.layer} ${token.motion.enter};
  &[data-starting-style], &[data-ending-style] { opacity: 0; }
  &[data-ending-style] { transition: opacity 190ms ${token.motion.leave}; }
`
