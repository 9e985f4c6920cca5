import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { ProofFrame } from '~/features/proof/proof-frame'
import { loadSolvency } from '~/features/solvency/load-solvency.server'
import { SolvencyPage } from '~/features/solvency/solvency-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['proof', 'receipt', 'order', 'public'],
  shell: 'plain',
  titleKey: 'proof:solvency.title',
  backTo: paths.proof(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** What somebody has stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: LoaderFunctionArgs) => loadSolvency(context)

export default function Solvency() {
  return (
    <ProofFrame>
      <SolvencyPage data={useLoaderData<typeof loader>()} />
    </ProofFrame>
  )
}
