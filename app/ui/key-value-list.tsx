import type { ReactNode } from 'react'
import styled from 'styled-components'
import { token } from './token'

export interface KeyValue {
  key: string
  label: ReactNode
  value: ReactNode
  /** The sum: ruled off and larger. */
  total?: boolean
  /** `danger` marks the row that stops the order. */
  tone?: 'danger'
}

interface KeyValueListProps {
  rows: readonly KeyValue[]
  dense?: boolean
  className?: string
}

const List = styled.dl`
  display: grid;
  gap: 10px;
  font-size: ${token.type.sm};
  &[data-dense] { gap: 7px; }
  > div { display: flex; align-items: baseline; justify-content: space-between; gap: ${token.space[4]}; }
  dt { color: ${token.text.secondary}; }
  dd { font-variant-numeric: tabular-nums lining-nums; text-align: end; font-weight: 500; overflow-wrap: anywhere; }
  [data-total] { border-block-start: 1px solid ${token.border.hairline}; padding-block-start: 10px; }
  [data-total] dt { color: ${token.text.primary}; font-weight: 600; }
  [data-total] dd { font-size: ${token.type.lg}; font-weight: 600; }
  [data-tone='danger'] dt, [data-tone='danger'] dd { color: ${token.status.danger.text}; }
`

export function KeyValueList({ rows, dense = false, className }: KeyValueListProps) {
  return (
    <List className={className} data-dense={dense ? '' : undefined}>
      {rows.map((row) => (
        <div key={row.key} data-total={row.total ? '' : undefined} data-tone={row.tone}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </List>
  )
}
