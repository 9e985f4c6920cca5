import type { ReactNode, ThHTMLAttributes } from 'react'
import styled from 'styled-components'
import { token } from './token'

interface DataTableProps {
  /** Name of the table; read, not drawn. */
  label: string
  /** Rows of 48, 44 or 40 px. */
  rowHeight?: 48 | 44 | 40
  /** `TableHead`, tbody and, where something is summed, tfoot; numeric cells carry `data-n`. */
  children: ReactNode
  className?: string
}

const Table = styled.table`
  /* What only a screen reader finds in a cell is placed by the table: placed by the page, it would let the page scroll sideways. */
  position: relative;
  font-size: ${token.type.sm};
  --mark-ring: ${token.surface.surface};
  th {
    font-weight: 500;
    font-size: ${token.type.xs};
    color: ${token.text.muted};
    text-align: start;
    padding: 0 ${token.space[3]};
    height: 36px;
    white-space: nowrap;
    border-block-end: 1px solid ${token.border.hairline};
    background: ${token.surface.surface};
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
  }
  tbody th, tfoot th { position: static; font-size: inherit; color: inherit; background: none; font-weight: 600; }
  td, tbody th, tfoot th {
    padding: 0 ${token.space[3]};
    height: var(--cell);
    border-block-end: 1px solid ${token.border.hairline};
    white-space: nowrap;
  }
  [data-n] { text-align: end; font-variant-numeric: tabular-nums lining-nums; }
  tbody tr:last-child > * { border-block-end: 0; }
  tfoot td, tfoot th { height: 40px; border-block: 1px solid ${token.border.soft}; border-block-end: 0; font-weight: 600; }
  tbody tr:hover { background: ${token.surface.hover}; --mark-ring: ${token.surface.hover}; }
  tr[aria-selected='true'] { background: ${token.brand.soft}; --mark-ring: ${token.brand.soft}; }
  tr > :first-child { padding-inline-start: ${token.space[4]}; }
  tr > :last-child { padding-inline-end: ${token.space[4]}; }
  th[aria-sort] { color: ${token.text.primary}; }
  th button { font-weight: inherit; display: inline-flex; align-items: center; gap: 4px; min-height: 32px; }
  tr:focus-visible { outline-offset: -2px; }
`

interface TableColumn extends Pick<ThHTMLAttributes<HTMLTableCellElement>, 'aria-sort'> {
  readonly label: string
  /** Its cells carry `data-n`. */
  readonly isNumber?: boolean
  /** Read, not drawn. */
  readonly isSilent?: boolean
  /** What its cells carry, too: by it a style leaves the column out where there is no room. */
  readonly [data: `data-${string}`]: string | undefined
}

/** @param columns their names in order; a text alone is the name of a column that holds no numbers */
export function TableHead({ columns }: { readonly columns: readonly (string | TableColumn)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { label, isNumber = false, isSilent = false, ...rest } = typeof column === 'string' ? { label: column } : column
          return (
            <th key={label} scope="col" data-n={isNumber ? '' : undefined} {...rest}>
              {isSilent ? <span className="sr-only">{label}</span> : label}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

export function DataTable({ label, rowHeight = 44, children, className }: DataTableProps) {
  return (
    <Table aria-label={label} className={className} style={{ '--cell': `${rowHeight}px` } as React.CSSProperties}>
      {children}
    </Table>
  )
}
