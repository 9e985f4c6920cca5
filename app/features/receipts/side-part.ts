/** The body of a card in the narrow column beside the checks. */
import styled from 'styled-components'
import { token } from '../../ui'

export const SidePart = styled.div`
  padding: 0 ${token.space[4]} ${token.space[4]};
`
