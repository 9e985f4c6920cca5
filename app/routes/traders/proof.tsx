import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ProofFrame } from '~/features/proof/proof-frame'
import { ProofPage } from '~/features/proof/proof-page'
import type { RouteHandle } from '~/page/route-handle'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['proof', 'receipt', 'execution', 'public'], shell: 'plain', titleKey: 'proof:title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadTitle(context, 'proof:title')
}

export default function Proof() {
  return (
    <ProofFrame>
      <ProofPage />
    </ProofFrame>
  )
}
