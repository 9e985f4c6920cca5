/**
 * Where an open page goes when its session was ended elsewhere: to the login page with the way back, or straight back when the
 * session lives after all. It ends nothing itself, so any link may lead here.
 */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { redirectToLogin } from '~/platform/guards.server'
import { paths } from '~/platform/paths'
import { requireTenant } from '~/platform/require-tenant.server'
import { safeReturnPath } from '~/platform/route-access'

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  const from = safeReturnPath(new URL(request.url).searchParams.get('from')) ?? paths.home()
  // A broker that cannot be asked signs nobody out.
  const isSignedIn = await context.trader().then(
    (trader) => trader !== null,
    () => true,
  )
  throw isSignedIn ? redirect(from) : redirectToLogin({ ...context, page: from })
}
