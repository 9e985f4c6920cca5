import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon, type IconName } from './icon'
import { token } from './token'

interface WitnessRowProps {
  name: string
  /** What kind of party it is. */
  party: string
  outcome: 'signed' | 'none' | 'refused'
  /** The outcome in words. */
  said: string
  time?: ReactNode
}

const ICONS: Readonly<Record<WitnessRowProps['outcome'], IconName>> = { signed: 'check', none: 'minus', refused: 'x' }

const Row = styled.li`
  display: grid;
  grid-template-columns: 18px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${token.space[2]};
  min-height: 46px;
  padding-block: 4px;
  font-size: ${token.type.sm};
  & + & { border-block-start: 1px solid ${token.border.hairline}; }
  svg { color: ${token.status.ok.text}; }
  &[data-outcome='none'] svg { color: ${token.text.muted}; }
  &[data-outcome='refused'] svg { color: ${token.status.danger.text}; }
  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small { display: block; font-size: ${token.type.xs}; line-height: 1.3; color: ${token.text.muted}; }
  > :last-child { max-width: 18ch; font-size: ${token.type.xs}; color: ${token.text.secondary}; font-variant-numeric: tabular-nums; text-align: end; }
`

/** A party that signs what a log states, and whether it did. Stands in a list. */
export function WitnessRow({ name, party, outcome, said, time }: WitnessRowProps) {
  return (
    <Row data-outcome={outcome}>
      <Icon name={ICONS[outcome]} size={16} />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>{party}</small>
      </span>
      <span>
        {said}
        {time === undefined ? null : (
          <>
            <br />
            {time}
          </>
        )}
      </span>
    </Row>
  )
}
