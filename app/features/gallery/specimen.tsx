/** A component in one of its states, under the name of the state. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { token } from '../../ui'
import type { GroupName } from './gallery-look'

const SpecimenFrame = styled.section`
  display: grid;
  gap: ${token.space[4]};
  padding: ${token.space[4]};
  background: ${token.surface.canvas};
  > h2 { font-size: ${token.type.xl}; }
`
const Shelf = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${token.space[3]};
`
const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[1]};
  align-content: start;
  padding: ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  box-shadow: ${token.shadow.card};
  max-width: 100%;
  > h3 { font-size: ${token.type.xxs}; font-weight: 500; color: ${token.text.muted}; }
  &[data-width='full'] { width: 100%; }
  &[data-width='half'] { width: min(100%, 396px); }
`

export function Group({ name, children }: { name: GroupName; children: ReactNode }) {
  return (
    <SpecimenFrame data-gallery-group={name} aria-labelledby={`gallery-${name}`}>
      <h2 id={`gallery-${name}`} lang="en" dir="ltr">
        {name}
      </h2>
      <Shelf>{children}</Shelf>
    </SpecimenFrame>
  )
}

interface SpecimenProps {
  /** Component and states, as components.md names them. */
  readonly of: string
  /** `auto`: as wide as what it shows. */
  readonly width?: 'auto' | 'half' | 'full'
  readonly children: ReactNode
}

export function Specimen({ of, width = 'auto', children }: SpecimenProps) {
  return (
    <Frame data-width={width} data-specimen={of}>
      <h3 lang="en" dir="ltr">
        {of}
      </h3>
      {children}
    </Frame>
  )
}

/** Several of one kind beside each other. */
export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
`
