import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { ProofFrame } from '~/features/proof/proof-frame'
import { loadVerify } from '~/features/receipts/load-verify.server'
import { VerifyPage } from '~/features/receipts/verify-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['receipt', 'proof', 'wallet', 'order', 'user', 'public'],
  shell: 'plain',
  titleKey: 'receipt:title',
  backTo: paths.proof(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ context }: LoaderFunctionArgs) => loadVerify(context)

export default function Verify() {
  return (
    <ProofFrame>
      <VerifyPage data={useLoaderData<typeof loader>()} />
    </ProofFrame>
  )
}
