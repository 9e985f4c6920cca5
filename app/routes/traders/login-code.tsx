import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadLoginCode, signInWithCode } from '~/features/sign-in/login-code.server'
import { LoginCodePage } from '~/features/sign-in/login-code-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['auth', 'public'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadLoginCode(request, context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return signInWithCode(request, context)
}

export default function LoginCode() {
  return <LoginCodePage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
