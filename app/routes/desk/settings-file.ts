/** A table of the settings, or the changes that were decided, as a file. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { exportedChanges } from '~/features/desk/settings/approvals.server'
import type { SheetName } from '~/features/desk/settings/setting-data'
import { exportedSheet } from '~/features/desk/settings/settings.server'
import { csvResponse } from '~/page/csv.server'

const SHEETS: readonly SheetName[] = ['networks', 'accounts', 'currencies', 'instruments']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const named = new URL(request.url).searchParams.get('sheet')
  const sheet = SHEETS.find((name) => name === named)
  if (sheet === undefined && named !== 'approvals') throw redirect(paths.desk.settings())
  const { name, columns, rows } =
    sheet === undefined ? await exportedChanges(request, context) : await exportedSheet(request, context, sheet)
  return csvResponse(name, columns, rows)
}
