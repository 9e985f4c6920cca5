import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { LoginPage } from '~/features/account/login-page'
import { loadLogin, signIn } from '~/features/account/sign-in.server'
import { pageTitle } from '~/platform/page-title'
import { paths } from '~/platform/paths'
import { requireTenant } from '~/platform/require-tenant.server'
import { safeReturnPath } from '~/platform/route-access'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['auth', 'public'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  const query = new URL(request.url).searchParams
  const from = safeReturnPath(query.get('from'))
  if ((await context.trader()) !== null) throw redirect(from ?? paths.home())
  return loadLogin(context, { from, kind: query.get('type') === 'mobile' ? 'mobile' : 'email' })
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  const outcome = await signIn(context, await request.formData())
  if (outcome instanceof Response) throw outcome
  return outcome
}

export default function Login() {
  return <LoginPage data={useLoaderData<typeof loader>()} failure={useActionData<typeof action>() ?? null} />
}
