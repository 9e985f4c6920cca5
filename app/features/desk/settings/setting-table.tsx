/** A table of settings with its search and its export; the form of a row opens under its own address. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, ButtonLink, Card, DataTable, EmptyState, Link, TableHead, token } from '../../../ui'
import { Scroll } from '../list-parts'
import { ListFile, ListSearch } from '../list-search'
import type { RowState, SheetColumn, SheetRow } from './setting-data'

const Rows = styled(Scroll)`
  [data-mono] { font-family: ${token.font.mono}; font-size: ${token.type.xs}; }
  td > bdi { direction: ltr; unicode-bidi: isolate; }
`

const TONE = { on: 'ok', 'close-only': 'warn', off: 'neutral' } as const satisfies Record<RowState, string>

interface SettingTableProps {
  readonly label: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly SheetRow[]
  /** How many there are without the search. */
  readonly total: number
  readonly search: string
  /** What the address of the page says besides the search: kept when it is searched. */
  readonly keeps: Readonly<Record<string, string>>
  readonly csvHref: string
  readonly editHref: ((id: string) => string) | null
  readonly addHref?: string | undefined
}

export function SettingTable({ label, columns, rows, total, search, keeps, csvHref, editHref, addHref }: SettingTableProps) {
  const { t } = useTranslation('desk')
  return (
    <>
      <ListSearch label={t('settings.search')} search={search} keeps={keeps} isLandmark={false}>
        <ListFile href={csvHref} />
        {addHref === undefined ? null : (
          <ButtonLink size="sm" variant="primary" icon="plus" href={addHref}>
            {t('settings.addNew')}
          </ButtonLink>
        )}
      </ListSearch>
      {rows.length === 0 ? (
        <Card>
          <EmptyState title={t(total === 0 ? 'settings.none' : 'settings.notFound')} />
        </Card>
      ) : (
        <Rows tabIndex={0} aria-label={label}>
          <DataTable label={label} rowHeight={40}>
            <TableHead
              columns={[
                ...columns.map(({ label: name, isNumber }) => ({ label: name, isNumber })),
                t('settings.field.state'),
                ...(editHref === null ? [] : [{ label: t('settings.change'), isSilent: true }]),
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <SettingRow key={row.id} row={row} columns={columns} editHref={editHref} />
              ))}
            </tbody>
          </DataTable>
        </Rows>
      )}
    </>
  )
}

function SettingRow({ row, columns, editHref }: { readonly row: SheetRow } & Pick<SettingTableProps, 'columns' | 'editHref'>) {
  const { t } = useTranslation('desk')
  return (
    <tr>
      {columns.map((column, index) => (
        <td key={column.key} data-n={column.isNumber ? '' : undefined} data-mono={column.isMono ? '' : undefined}>
          <bdi>{row.cells[index]}</bdi>
        </td>
      ))}
      <td>
        <Badge tone={TONE[row.state]}>{row.stateLabel}</Badge> {row.isWaiting ? <Badge tone="info">{t('settings.waiting')}</Badge> : null}
      </td>
      {editHref === null ? null : (
        <td data-n="">
          <Link href={editHref(row.id)} aria-label={`${t('settings.change')}: ${row.cells.slice(0, 2).join(' ')}`}>
            {t('settings.change')}
          </Link>
        </td>
      )}
    </tr>
  )
}
