/** A decision that a page's script sends once the time to take it back is over. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { decideReview } from '~/features/desk/review/decide.server'
import { QUEUES } from '~/features/desk/review/review-data'
import { takeForm } from '~/forms/take-form.server'

export const loader = () => redirect(paths.desk.home())

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await takeForm(request)
  const queue = QUEUES.find((known) => known === form.get('queue'))
  if (queue === undefined) return new Response(null, { status: 400 })
  return Response.json(await decideReview(request, context, queue, form))
}
