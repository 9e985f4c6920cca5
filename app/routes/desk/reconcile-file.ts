/** A day of reconciliation as a file: what differs, then what is equal. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportedReconciliation } from '~/features/desk/reconcile/reconcile-file.server'
import { csvResponse } from '~/page/csv.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, columns, rows } = await exportedReconciliation(request, context)
  return csvResponse(name, columns, rows)
}
