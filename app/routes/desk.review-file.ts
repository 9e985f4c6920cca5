/** A review queue as it is filtered, as a file. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { exportedQueue } from '~/features/desk/review/load-review.server'
import { QUEUES } from '~/features/desk/review/review-data'
import { csvResponse } from '~/platform/csv.server'
import { paths } from '~/platform/paths'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const named = new URL(request.url).searchParams.get('queue')
  const queue = QUEUES.find((known) => known === named)
  if (queue === undefined) throw redirect(paths.desk.home())
  const { name, columns, rows } = await exportedQueue(request, context, queue)
  return csvResponse(name, columns, rows)
}
