import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { endSessions, loadSessions } from '~/features/security/load-sessions.server'
import { SessionsPage } from '~/features/security/sessions-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'account:sessions.title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ context }: LoaderFunctionArgs) => loadSessions(context)

export const action = ({ request, context }: ActionFunctionArgs) => endSessions(context, request)

export default function Sessions() {
  return <SessionsPage data={useLoaderData<typeof loader>()} />
}
