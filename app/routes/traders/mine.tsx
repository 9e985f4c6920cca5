import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, type ShouldRevalidateFunction, useRouteError } from '@remix-run/react'
import { pagePath } from '~/addresses/route-access'
import { DEMO_RESTRICTED } from '~/broker-client/failure-reasons'
import { DemoNote } from '~/features/account/demo-note'
import { BrokenScreen } from '~/features/shell/broken-page'
import { PAGE_TITLES } from '~/page/page-titles'
import type { RouteHandle } from '~/page/route-handle'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

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
