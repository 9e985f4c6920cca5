/** The audit trail as it is filtered, as a file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportedTrail } from '~/features/desk/audit/audit.server'
import { csvResponse } from '~/page/csv.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, columns, rows } = await exportedTrail(request, context)
  return csvResponse(name, columns, rows)
}
