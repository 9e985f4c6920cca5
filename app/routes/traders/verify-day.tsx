import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { ProofFrame } from '~/features/proof/proof-frame'
import { VerifyDayPage } from '~/features/receipts/day/verify-day-page'
import { loadVerify } from '~/features/receipts/load-verify.server'
import { fixedT } from '~/language/i18n.server'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['proof', 'receipt', 'order', 'public'],
  shell: 'plain',
  titleKey: 'proof:day.title',
  backTo: paths.proof(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  const [t, known] = await Promise.all([fixedT(context), loadVerify(context)])
  return { ...known, title: t('proof:day.title'), today: new Date(context.now()).toISOString().slice(0, 10) }
}

export default function VerifyDay() {
  return (
    <ProofFrame>
      <VerifyDayPage data={useLoaderData<typeof loader>()} />
    </ProofFrame>
  )
}
