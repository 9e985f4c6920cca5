import styled from 'styled-components'
import { token } from './token'

/** The 560 px column of the account pages. */
export const Narrow = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  max-width: 560px;
`
