import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadRanking } from '~/features/ranking/load-ranking.server'
import type { ProfileAnswer } from '~/features/ranking/ranking-data'
import { RankingPage } from '~/features/ranking/ranking-page'
import { saveRankingProfile } from '~/features/ranking/save-ranking-profile.server'
import { TAB_HANDLES } from '~/features/shell/tab-handles'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = TAB_HANDLES.rank

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadRanking(context, new URL(request.url))
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return saveRankingProfile(context, request)
}

/** What was not sent is an answer too: what was typed stays. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, ({ message }): ProfileAnswer => ({ done: false, message }))
}

export default function Rank() {
  return <RankingPage data={useLoaderData<typeof loader>()} />
}
