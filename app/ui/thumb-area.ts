/** How what is drawn smaller than a thumb is hit on touch layouts: as if it were 44 pixels wide and high. */
import { css } from 'styled-components'
import { media } from './token'

/** Of an element that is positioned. Its neighbours want as much room as it is drawn too small, or they share the area. */
export const thumbArea = css`
  ${media.touch} {
    &::before {
      content: '';
      position: absolute;
      inset-block: min(0px, (100% - 44px) / 2);
      inset-inline: min(0px, (100% - 44px) / 2);
    }
  }
`
