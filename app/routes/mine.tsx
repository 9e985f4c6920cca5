import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, type ShouldRevalidateFunction, useRouteError } from '@remix-run/react'
import { DemoNote } from '~/features/account/demo-note'
import { BrokenScreen } from '~/features/shell/broken-page'
import { DEMO_RESTRICTED } from '~/platform/failure-reasons'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import { PAGE_TITLES } from '~/platform/page-titles'
import { requireTenant } from '~/platform/require-tenant.server'
import { pagePath } from '~/platform/route-access'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['user', 'public'], shell: 'page' }

/** Of a page that says why it cannot be opened; every other brings its own. */
export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** The title is that of the page inside. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname || defaultShouldRevalidate

/** The frame of the account pages. Each page checks for itself who may open it: loaders run side by side. */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadTitle(context, PAGE_TITLES[pagePath(new URL(request.url).pathname)] ?? 'user:account')
}

export default function MineLayout() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.data?.reason === DEMO_RESTRICTED) return <DemoNote />
  return <BrokenScreen error={error} />
}
