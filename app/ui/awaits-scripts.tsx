import type { ReactNode } from 'react'
import styled from 'styled-components'
import { useHydrated } from './use-hydrated'

const Held = styled.fieldset`
  display: contents;
  &:disabled { visibility: hidden; }
  @media (scripting: none) { display: none; }
`

/**
 * Around what only scripts can do. Its room is kept from the first HTML on, so that nothing below it moves when the scripts are
 * there; until then it is not seen, not reached and not sent with a form. In a browser without scripts it takes no room.
 */
export function AwaitsScripts({ children }: { children: ReactNode }) {
  return (
    <Held role="presentation" disabled={!useHydrated()}>
      {children}
    </Held>
  )
}
