/** The list of traders as it is searched, as a file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportedTraders } from '~/features/desk/people/people.server'
import { csvResponse } from '~/page/csv.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, columns, rows } = await exportedTraders(request, context)
  return csvResponse(name, columns, rows)
}
