/** Puts the demo account back to its start: positions are closed and the balance is the starting one again. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { safeReturnPath } from '~/addresses/route-access'
import { brokerErrorToast } from '~/broker-client/broker-error'
import { redirectWithToast } from '~/cookies/toast.server'
import { takeForm } from '~/forms/take-form.server'
import { requireTrader } from '~/visitor/guards.server'
import { resetDemoAccount } from '../../../contract/users'

export function loader() {
  throw redirect(paths.user())
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireTrader(context)
  const form = await takeForm(request)
  const back = safeReturnPath(String(form.get('back') ?? '')) ?? paths.user()
  const reset = await context.broker.call(resetDemoAccount, {})
  if (!reset.ok) return redirectWithToast(back, brokerErrorToast(reset.error), context)
  return redirectWithToast(back, { kind: 'success', textKey: 'user:demoResetDone' }, context)
}
