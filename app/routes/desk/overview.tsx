import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadOverview } from '~/features/desk/overview/overview.server'
import { OverviewPage } from '~/features/desk/overview/overview-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.overview' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadOverview(request, context)

export default function DeskHome() {
  return <OverviewPage data={useLoaderData<typeof loader>()} />
}
