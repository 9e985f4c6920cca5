import styled from 'styled-components'
import { token } from '../../ui'

/** A list with a line under each row: what it is at its start, what it comes to at its end. */
export const LineRows = styled.ul`
  display: grid;
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token.space[2]};
    min-height: 44px;
    border-block-end: 1px solid ${token.border.hairline};
    font-size: ${token.type.sm};
  }
`
