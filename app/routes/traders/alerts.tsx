import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { changeAlerts, loadAlerts } from '~/features/alerts/alerts.server'
import type { AlertAnswer } from '~/features/alerts/alerts-data'
import { AlertsPage } from '~/features/alerts/alerts-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['notice', 'bank', 'public'], titleKey: 'notice:alerts.title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAlerts(context, request)

export const action = ({ request, context }: ActionFunctionArgs) => changeAlerts(context, request)

export default function Alerts() {
  const answer = useActionData() as AlertAnswer | undefined
  return <AlertsPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
