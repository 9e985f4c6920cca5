/** A card of the desk that holds a table or figures, with its head; and how figures stand in it. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Card, token } from '../../ui'

const Frame = styled(Card)`
  overflow: hidden;
  > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    min-height: 44px;
    padding: 6px ${token.space[4]};
    border-block-end: 1px solid ${token.border.hairline};
    h2 { font-size: ${token.type.md}; font-weight: 600; }
    > span { color: ${token.text.muted}; }
    > :last-child:not(h2) { margin-inline-start: auto; }
  }
  > p { padding: ${token.space[5]} ${token.space[4]}; color: ${token.text.muted}; text-align: center; }
  table { width: 100%; }
  td, th { padding-inline: 8px; }
  /* A long word of a language may take two lines rather than push a column out. */
  thead th { white-space: normal; line-height: 1.25; }
  small { display: block; font-size: ${token.type.xs}; line-height: 1.35; color: ${token.text.muted}; font-weight: 400; }
`

interface TableCardProps {
  readonly title: string
  /** After the heading. */
  readonly note?: ReactNode
  /** At the end of the head. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

export function TableCard({ title, note, end, children }: TableCardProps) {
  return (
    <Frame aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note === undefined ? null : <span>{note}</span>}
        {end}
      </header>
      {children}
    </Frame>
  )
}

/** A table that is wider than its card goes sideways in it. */
export const TableScroll = styled.div`
  overflow-x: auto;
  position: relative;
`

/** Numbers that read from left to right in every language. */
export const Num = styled.bdi.attrs({ dir: 'ltr' })`
  font-variant-numeric: tabular-nums lining-nums;
  white-space: nowrap;
  &[data-level='near'] { color: ${token.status.warn.text}; font-weight: 600; }
  &[data-level='over'] { color: ${token.status.danger.text}; font-weight: 600; }
  &[data-sign='1'] { color: ${token.direction.upText}; }
  &[data-sign='-1'] { color: ${token.direction.downText}; }
  [data-stale] & { color: ${token.text.muted}; }
`
