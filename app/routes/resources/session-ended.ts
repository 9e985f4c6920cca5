/**
 * Where an open page goes when its session was ended elsewhere: to the login page with the way back, or straight back when the
 * session lives after all. It ends nothing itself, so any link may lead here.
 */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { safeReturnPath } from '~/addresses/route-access'
import { redirectToLogin } from '~/visitor/guards.server'
import { requireTenant } from '~/visitor/require-tenant.server'

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
