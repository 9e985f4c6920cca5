/** Puts the demo account back to its start: positions are closed and the balance is the starting one again. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { brokerErrorToast } from '~/platform/broker-error'
import { requireTrader } from '~/platform/guards.server'
import { paths } from '~/platform/paths'
import { redirectWithToast } from '~/platform/toast.server'
import { resetDemoAccount } from '../../contract/users'

export function loader() {
  throw redirect(paths.user())
}

export async function action({ context }: ActionFunctionArgs) {
  await requireTrader(context)
  const reset = await context.broker.call(resetDemoAccount, {}, { idempotencyKey: context.requestId })
  if (!reset.ok) return redirectWithToast(paths.user(), brokerErrorToast(reset.error), context)
  return redirectWithToast(paths.user(), { kind: 'success', textKey: 'user:demoResetDone' }, context)
}
