import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { DeskLoginPage } from '~/features/desk/shell/desk-login-page'
import { loadDeskLogin, signInAtDesk } from '~/features/desk/shell/sign-in.server'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk', 'auth'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadDeskLogin(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => signInAtDesk(request, context)

export default function DeskLogin() {
  return <DeskLoginPage from={useLoaderData<typeof loader>().from} answer={useActionData<typeof action>()} />
}
