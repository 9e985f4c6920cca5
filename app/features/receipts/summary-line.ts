import { css } from 'styled-components'
import { token } from '../../ui'

/** The line of what can be opened, with an arrow that turns. */
export const summaryLine = css`
  summary {
    display: flex;
    align-items: center;
    gap: ${token.space[2]};
    min-height: 44px;
    font-size: ${token.type.sm};
    font-weight: 500;
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker { display: none; }
  &[open] summary svg { transform: rotate(180deg); }
`
