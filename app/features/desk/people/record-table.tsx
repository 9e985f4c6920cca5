/** A table of a trader's records: columns, rows of cells, and a sentence where there is nothing. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Card, DataTable, TableHead, token } from '../../../ui'
import { Scroll } from '../list-parts'

const Nothing = styled(Card)`
  padding: ${token.space[4]};
  color: ${token.text.muted};
`

export interface RecordColumn {
  readonly label: string
  /** Stands at the end of its cell, like its head. */
  readonly isNumber?: boolean
  /** May be long. */
  readonly isWide?: boolean
}

interface RecordTableProps {
  readonly label: string
  readonly columns: readonly RecordColumn[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

export function RecordTable({ label, columns, rows }: RecordTableProps) {
  const { t } = useTranslation('desk')
  if (rows.length === 0) return <Nothing as="p">{t('people.nothing')}</Nothing>
  return (
    <Scroll tabIndex={0} role="region" aria-label={label}>
      <DataTable label={label} rowHeight={40}>
        <TableHead columns={columns.map(({ label: name, isNumber }) => ({ label: name, isNumber }))} />
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, index) => (
                <td key={column.label} data-n={column.isNumber ? '' : undefined} data-wide={column.isWide ? '' : undefined}>
                  {typeof cells[index] === 'string' ? <bdi>{cells[index] || '–'}</bdi> : cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
