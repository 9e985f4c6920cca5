import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadRanking } from '~/features/ranking/load-ranking.server'
import type { ProfileAnswer } from '~/features/ranking/ranking-data'
import { RankingPage } from '~/features/ranking/ranking-page'
import { saveRankingProfile } from '~/features/ranking/save-ranking-profile.server'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['documentary', 'public'], shell: 'tabs', bar: 'own', titleKey: 'documentary:title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadRanking(context, new URL(request.url))
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return saveRankingProfile(context, request)
}

/** A broken network is an answer too: what was typed stays. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    const answer: ProfileAnswer = { done: false, message: '' }
    return Response.json(answer, { status: 503 })
  }
}

export default function Rank() {
  return <RankingPage data={useLoaderData<typeof loader>()} />
}
