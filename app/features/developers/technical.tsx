/** What is English and left to right whatever the language of the page: names, sentences of the contract, code. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { token } from '../../ui'

const Words = styled.bdi`
  overflow-wrap: anywhere;
`

export function Technical({ children, as = 'bdi' }: { children: ReactNode; as?: 'bdi' | 'p' }) {
  return (
    <Words as={as} lang="en" dir="ltr">
      {children}
    </Words>
  )
}

const Block = styled.pre`
  padding: ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  color: ${token.text.primary};
  font: ${token.type.xs}/1.5 ${token.font.mono};
  overflow-x: auto;
  position: relative;
  text-align: start;
  max-width: 100%;
`

/** Scrolls sideways, so it can be reached by the keyboard. */
export function Code({ children }: { children: string }) {
  return (
    <Block lang="en" dir="ltr" tabIndex={0}>
      {children}
    </Block>
  )
}
