import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react'
import { DemoNote } from '~/features/account/demo-note'
import { BrokenScreen } from '~/features/shell/broken-page'
import { DEMO_RESTRICTED } from '~/platform/failure-reasons'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['user', 'public'], shell: 'page' }

/** The frame of the account pages. Each page checks for itself who may open it: loaders run side by side. */
export function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return null
}

export default function MineLayout() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.data?.reason === DEMO_RESTRICTED) return <DemoNote />
  return <BrokenScreen error={error} />
}
