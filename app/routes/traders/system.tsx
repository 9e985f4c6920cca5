import type { LoaderFunctionArgs } from '@remix-run/node'
import type { MetaFunction } from '@remix-run/react'
import { LogoutItem } from '~/features/account/logout-item'
import type { RouteHandle } from '~/page/route-handle'
import { requireTrader } from '~/visitor/guards.server'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['user', 'auth', 'public'], titleKey: 'user:system' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  await requireTrader(context)
  return loadTitle(context, 'user:system')
}

export default function System() {
  return <LogoutItem />
}
