import type { LoaderFunctionArgs } from '@remix-run/node'
import type { MetaFunction } from '@remix-run/react'
import { ComingScreen } from '~/features/shell/coming-screen'
import { requireAccess } from '~/platform/guards.server'
import { fixedT } from '~/platform/i18n.server'
import { pageTitle } from '~/platform/page-title'
import { PAGE_TITLES } from '~/platform/page-titles'
import { requireTenant } from '~/platform/require-tenant.server'
import { pagePath } from '~/platform/route-access'
import type { RouteHandle } from '~/platform/route-handle'

/** The page has its address, its guard and its place in the navigation; what it will show comes with its own issue. */
export const handle: RouteHandle = { i18n: ['public', 'user'], shell: 'page' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  await requireAccess(context)
  const path = pagePath(new URL(context.page, context.origin).pathname)
  const t = await fixedT(context)
  return { title: t(PAGE_TITLES[path] ?? 'public:comingTitle') }
}

export default function Coming() {
  return <ComingScreen />
}
