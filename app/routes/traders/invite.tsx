import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { InvitePage } from '~/features/invite/invite-page'
import { loadInvite } from '~/features/invite/load-invite.server'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'user:invite' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadInvite(context)
}

export default function Invite() {
  return <InvitePage data={useLoaderData<typeof loader>()} />
}
