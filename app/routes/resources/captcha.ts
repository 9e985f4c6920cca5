/** A fresh image for the register form. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadCaptcha } from '~/features/sign-in/captcha.server'
import { requireTenant } from '~/visitor/require-tenant.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return Response.json({ captcha: await loadCaptcha(context, request.signal) }, { headers: { 'Cache-Control': 'no-store' } })
}
