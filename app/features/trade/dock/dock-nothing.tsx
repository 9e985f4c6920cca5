import styled from 'styled-components'
import { token } from '../../../ui'

/** In the place of orders that are not there. */
export const Nothing = styled.div`
  display: grid;
  place-items: center;
  gap: ${token.space[3]};
  min-height: 100%;
  padding: ${token.space[4]};
  font-size: ${token.type.sm};
  color: ${token.text.muted};
`
