import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadForgot, setNewPassword } from '~/features/sign-in/forgot.server'
import { ForgotPage } from '~/features/sign-in/forgot-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['auth', 'forgot', 'public'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadForgot(request, context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return setNewPassword(request, context)
}

export default function Forgot() {
  return <ForgotPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
