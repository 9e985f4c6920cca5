import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { loadPassword, replacePassword } from '~/features/sign-in/password.server'
import { PasswordPage } from '~/features/sign-in/password-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['auth', 'forgot', 'user', 'public'], titleKey: 'user:changePassword', backTo: paths.user() }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPassword(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => replacePassword(request, context)

export default function Password() {
  const answer = useActionData<typeof action>()
  return <PasswordPage data={useLoaderData<typeof loader>()} answer={answer} />
}
