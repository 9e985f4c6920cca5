import type { LoaderFunctionArgs } from '@remix-run/node'
import type { MetaFunction } from '@remix-run/react'
import { LogoutItem } from '~/features/account/logout-item'
import { requireTrader } from '~/platform/guards.server'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['user', 'auth', 'public'], titleKey: 'user:system' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  await requireTrader(context)
  return loadTitle(context, 'user:system')
}

export default function System() {
  return <LogoutItem />
}
