import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { HistoryPage } from '~/features/wallet/history/history-page'
import { loadHistory } from '~/features/wallet/history/load-history.server'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['wallet', 'user', 'public'], titleKey: 'user:accountDetail' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** What somebody has stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadHistory(context, new URL(request.url).searchParams)

export default function History() {
  return <HistoryPage data={useLoaderData<typeof loader>()} />
}
