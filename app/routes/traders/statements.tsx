import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { ProofFrame } from '~/features/proof/proof-frame'
import { loadStatements } from '~/features/wallet/statement/load-statements.server'
import { StatementsPage } from '~/features/wallet/statement/statements-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['wallet', 'financial', 'proof', 'receipt', 'user', 'public'],
  shell: 'plain',
  titleKey: 'wallet:statement.all',
  backTo: paths.proof(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** What somebody has stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadStatements(context, new URL(request.url).searchParams)

export default function StatementsRoute() {
  return (
    <ProofFrame>
      <StatementsPage data={useLoaderData<typeof loader>()} />
    </ProofFrame>
  )
}
