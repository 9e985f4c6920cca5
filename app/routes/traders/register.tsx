import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadRegister, openAccount } from '~/features/sign-in/register.server'
import { RegisterPage } from '~/features/sign-in/register-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['auth', 'public'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadRegister(request, context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return openAccount(request, context)
}

export default function Register() {
  return <RegisterPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
