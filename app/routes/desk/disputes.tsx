import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadDisputes, sendDecision } from '~/features/desk/disputes/disputes.server'
import { DisputesPage } from '~/features/desk/disputes/disputes-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk', 'proof', 'receipt', 'order'], titleKey: 'desk:shell.disputes' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadDisputes(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendDecision(request, context)

export default function DeskDisputes() {
  return <DisputesPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
