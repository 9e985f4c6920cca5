import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadReconciliation, sendReconciliation } from '~/features/desk/reconcile/reconcile.server'
import { ReconcilePage } from '~/features/desk/reconcile/reconcile-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.reconciliation' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadReconciliation(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) => Response.json(await sendReconciliation(request, context))

export default function DeskReconcile() {
  return <ReconcilePage data={useLoaderData<typeof loader>()} />
}
