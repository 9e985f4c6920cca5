import styled from 'styled-components'
import { token } from './token'

/** The room that opens over a list which is pulled down. */
export const Puller = styled.div`
  display: grid;
  place-items: center;
  height: var(--pulled, 0);
  overflow: hidden;
  color: ${token.text.muted};
  transition: height ${token.motion.hover} ${token.motion.enter};
`
