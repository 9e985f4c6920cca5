import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadApprovals, sendDecision } from '~/features/desk/settings/approvals.server'
import { ApprovalsPage } from '~/features/desk/settings/approvals-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.approvals' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadApprovals(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendDecision(request, context)

export default function DeskApprovals() {
  return <ApprovalsPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
