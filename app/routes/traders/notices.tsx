import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadNotices, markRead } from '~/features/notices/load-notices.server'
import { NoticesPage } from '~/features/notices/notices-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['notice', 'public'], titleKey: 'notice:page.title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNotices(context, new URL(request.url).searchParams)

export const action = ({ request, context }: ActionFunctionArgs) => markRead(context, request)

export default function Notices() {
  return <NoticesPage data={useLoaderData<typeof loader>()} />
}
