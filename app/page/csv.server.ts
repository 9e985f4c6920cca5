/**
 * A table as a file that spreadsheets open.
 *
 * Invariant: a cell is data. One that a spreadsheet would run as a formula is marked as text, and nothing is cached.
 */
import { stringify } from 'csv-stringify/sync'

export function csvResponse(name: string, columns: readonly string[], rows: readonly (readonly string[])[]): Response {
  // The mark of byte order tells spreadsheets that this is UTF-8.
  const text = stringify([[...columns], ...rows.map((row) => [...row])], { bom: true, escape_formulas: true, record_delimiter: 'windows' })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
