/** One tap to a demo account: signs in to the one this browser had before, or to a new one, and leads to the trade screen. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { safeReturnPath } from '~/addresses/route-access'
import { brokerErrorToast } from '~/broker-client/broker-error'
import { COOKIE, cookieLine, readCookie } from '~/cookies/cookies'
import { sessionCookie } from '~/cookies/session.server'
import { redirectWithToast } from '~/cookies/toast.server'
import { takeForm } from '~/forms/take-form.server'
import { requireTenant } from '~/visitor/require-tenant.server'
import { createDemoAccount } from '../../../contract/users'

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600

export function loader() {
  throw redirect(paths.login())
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  const form = await takeForm(request)
  const from = safeReturnPath(String(form.get('from') ?? ''))
  const known = readCookie(request.headers.get('cookie'), COOKIE.demoId)
  const made = await context.broker.as(null).call(createDemoAccount, known === null || known === '' ? {} : { demo_id: known })
  if (!made.ok) return redirectWithToast(paths.login(from === null ? {} : { from }), brokerErrorToast(made.error), context)
  const headers = new Headers()
  headers.append('Set-Cookie', sessionCookie(made.data.token, context.isSecure))
  // Readable by the page: the specification keeps the demo account's id in the browser.
  headers.append('Set-Cookie', cookieLine(COOKIE.demoId, made.data.demo_id, { secure: context.isSecure, maxAgeSeconds: TEN_YEARS_SECONDS }))
  return redirectWithToast(from ?? paths.trade(), { kind: 'success', textKey: 'auth:demoReady' }, context, { headers })
}
