import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { ChallengesPage } from '~/features/disputes/challenges-page'
import type { ChallengeAnswer } from '~/features/disputes/dispute-data'
import { changeChallenge, loadChallenges } from '~/features/disputes/disputes.server'
import { ProofFrame } from '~/features/proof/proof-frame'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['proof', 'receipt', 'order', 'account', 'withdraw', 'public'],
  shell: 'plain',
  titleKey: 'proof:challenge.all',
  backTo: paths.proof(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** What somebody says of their own fill stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadChallenges(context, request)

export const action = ({ request, context }: ActionFunctionArgs) => changeChallenge(context, request)

export default function ChallengesRoute() {
  const answer = useActionData() as ChallengeAnswer | undefined
  return (
    <ProofFrame>
      <ChallengesPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
    </ProofFrame>
  )
}
