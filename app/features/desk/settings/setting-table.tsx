/** A table of settings with its search and its export; the form of a row opens under its own address. */
import { Form } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, Button, ButtonLink, Card, DataTable, EmptyState, Link, media, SearchField, token } from '../../../ui'
import type { RowState, SheetColumn, SheetRow } from './setting-data'

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  > form { flex: 1 1 220px; display: flex; gap: ${token.space[2]}; max-width: 420px; > div { flex: 1; } }
  > span { margin-inline-start: auto; display: flex; gap: ${token.space[2]}; }
  ${media.touch} { > span { margin-inline-start: 0; } }
`
const Scroll = styled(Card)`
  overflow-x: auto;
  table { width: 100%; }
  [data-mono] { font-family: ${token.font.mono}; font-size: ${token.type.xs}; }
  td > bdi { direction: ltr; unicode-bidi: isolate; }
  &:focus-visible { outline: 2px solid ${token.focus}; outline-offset: 2px; }
`

const TONE = { on: 'ok', 'close-only': 'warn', off: 'neutral' } as const satisfies Record<RowState, string>

export interface SettingTableProps {
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
  const [words, setWords] = useState(search)
  return (
    <>
      <Tools>
        <Form method="get" role="presentation">
          {Object.entries(keeps).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SearchField
            name="q"
            value={words}
            onChange={setWords}
            label={t('settings.search')}
            placeholder={t('settings.search')}
            clearLabel={t('settings.clear')}
            shortcut="/"
            density="dense"
          />
          <Button type="submit" size="sm">
            {t('settings.find')}
          </Button>
        </Form>
        <span>
          <ButtonLink size="sm" icon="download" href={csvHref} reloadDocument download>
            {t('settings.csv')}
          </ButtonLink>
          {addHref === undefined ? null : (
            <ButtonLink size="sm" variant="primary" icon="plus" href={addHref}>
              {t('settings.addNew')}
            </ButtonLink>
          )}
        </span>
      </Tools>
      {rows.length === 0 ? (
        <Card>
          <EmptyState title={t(total === 0 ? 'settings.none' : 'settings.notFound')} />
        </Card>
      ) : (
        <Scroll tabIndex={0} aria-label={label}>
          <DataTable label={label} rowHeight={40}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" data-n={column.isNumber ? '' : undefined}>
                    {column.label}
                  </th>
                ))}
                <th scope="col">{t('settings.field.state')}</th>
                {editHref === null ? null : (
                  <th scope="col">
                    <span className="sr-only">{t('settings.change')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <SettingRow key={row.id} row={row} columns={columns} editHref={editHref} />
              ))}
            </tbody>
          </DataTable>
        </Scroll>
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
