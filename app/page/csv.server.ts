/**
 * A table as a file that spreadsheets open.
 *
 * Invariant: a cell is data. One that a spreadsheet would run as a formula is marked as text, and nothing is cached. A number below zero is a
 * number.
 */
import { stringify } from 'csv-stringify/sync'

export function csvResponse(name: string, columns: readonly string[], rows: readonly (readonly string[])[]): Response {
  // The mark of byte order tells spreadsheets that this is UTF-8.
  const text = stringify(
    [columns, ...rows].map((row) => row.map(asData)),
    { bom: true, record_delimiter: 'windows' },
  )
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}

/** As spreadsheets begin them, also by the signs of the full width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const NUMBER = /^-\d+(?:\.\d+)?$/

function asData(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}
