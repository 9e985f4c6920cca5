import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadUserCenter } from '~/features/account/load-user-center.server'
import { UserCenter } from '~/features/account/user-center'
import { TAB_HANDLES } from '~/features/shell/tab-handles'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = TAB_HANDLES.user

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadUserCenter(context)
}

export default function User() {
  return <UserCenter data={useLoaderData<typeof loader>()} />
}
