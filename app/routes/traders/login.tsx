import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadLogin, signIn } from '~/features/sign-in/login.server'
import { LoginPage } from '~/features/sign-in/login-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['auth', 'public'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadLogin(request, context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return signIn(request, context)
}

export default function Login() {
  return <LoginPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
