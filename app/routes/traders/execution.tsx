import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { ExecutionPage } from '~/features/execution/execution-page'
import { loadExecution } from '~/features/execution/load-execution.server'
import { ProofFrame } from '~/features/proof/proof-frame'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = {
  i18n: ['execution', 'order', 'receipt', 'proof', 'public'],
  shell: 'plain',
  titleKey: 'execution:title',
  backTo: paths.proof(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  const loaded = await loadExecution(context, new URL(request.url).searchParams)
  return data(loaded, { status: loaded.shown === null ? 404 : 200 })
}

export default function Execution() {
  return (
    <ProofFrame>
      <ExecutionPage data={useLoaderData<typeof loader>()} />
    </ProofFrame>
  )
}
