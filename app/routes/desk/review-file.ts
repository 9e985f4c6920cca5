/** A review queue as it is filtered, as a file. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { exportedQueue } from '~/features/desk/review/load-review.server'
import { QUEUES } from '~/features/desk/review/review-data'
import { csvResponse } from '~/page/csv.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const named = new URL(request.url).searchParams.get('queue')
  const queue = QUEUES.find((known) => known === named)
  if (queue === undefined) throw redirect(paths.desk.home())
  const { name, columns, rows } = await exportedQueue(request, context, queue)
  return csvResponse(name, columns, rows)
}
