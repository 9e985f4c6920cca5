/** A decision about a difference that the page's script sends once the time to take it back is over. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { sendReconciliation } from '~/features/desk/reconcile/reconcile.server'

export const loader = () => redirect(paths.desk.reconcile())

export const action = async ({ request, context }: ActionFunctionArgs) => Response.json(await sendReconciliation(request, context))
