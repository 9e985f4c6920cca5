import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { loadStatement } from '~/features/wallet/statement/load-statement.server'
import { StatementPage } from '~/features/wallet/statement/statement-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['wallet', 'user', 'public'], titleKey: 'wallet:statement.title', backTo: paths.mine.history() }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** What somebody has stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadStatement(context, new URL(request.url).searchParams)

export default function StatementRoute() {
  return <StatementPage data={useLoaderData<typeof loader>()} />
}
