/** The frame of every page of the desk but the sign-in: who works here, for which company, and what waits there. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
  useSubmit,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/addresses/paths'
import { BrandNotice } from '~/features/desk/shell/brand-notice'
import { DeskShell } from '~/features/desk/shell/desk-shell'
import { LiveCountsProvider } from '~/features/desk/shell/live-counts'
import { useIdleSignOut } from '~/features/desk/shell/use-idle-sign-out'
import { BrokenScreen } from '~/features/shell/broken-page'
import type { RouteHandle } from '~/page/route-handle'
import { deskCompany, requireOperator } from '~/visitor/desk-guards.server'
import { useSite } from '~/visitor/site'
import { listBrandProblems } from '../../../contract/desk/brand'
import { getDeskCounts } from '../../../contract/desk/counts'

export const handle: RouteHandle = { i18n: ['desk', 'public'] }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context)
  const company = deskCompany(request, operator)
  // A page is worth more than the numbers beside it.
  const { broker } = context.desk
  const [counts, problems] =
    company === null
      ? [null, null]
      : await Promise.all([
          broker.call(getDeskCounts, { company: company.id }, { initial: true }),
          company.permissions.includes('settings.read') ? broker.call(listBrandProblems, { company: company.id }, { initial: true }) : null,
        ])
  return {
    operator,
    company: company?.id ?? '',
    counts: counts?.ok ? counts.data : null,
    brandProblems: problems?.ok ? problems.data.data : [],
  }
}

// The navigation changes with the company and with what is done; the live counts come by the socket.
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, currentUrl, nextUrl, defaultShouldRevalidate }) => {
  if (formMethod !== undefined && formMethod !== 'GET') return defaultShouldRevalidate
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search
  return isSamePage || currentUrl.searchParams.get('company') !== nextUrl.searchParams.get('company')
}

function Desk({ data, children }: { readonly data: Awaited<ReturnType<typeof loader>>; readonly children: ReactNode }) {
  const { socketUrl } = useSite()
  const { operator, company, counts, brandProblems } = data
  const submit = useSubmit()
  const navigate = useNavigate()
  useIdleSignOut(() => submit({ why: 'idle' }, { method: 'post', action: paths.desk.logout() }))
  const shell = (
    <DeskShell operator={operator} company={company}>
      <BrandNotice problems={brandProblems} />
      {children}
    </DeskShell>
  )
  if (company === '') return shell
  return (
    <LiveCountsProvider
      company={company}
      first={counts}
      socketUrl={socketUrl}
      operator={operator.name}
      onSessionEnd={() => navigate(paths.desk.login(), { replace: true })}
    >
      {shell}
    </LiveCountsProvider>
  )
}

export default function DeskLayout() {
  return (
    <Desk data={useLoaderData<typeof loader>()}>
      <Outlet />
    </Desk>
  )
}

/** A page that failed keeps the navigation beside it. */
export function ErrorBoundary() {
  const error = useRouteError()
  const data = useRouteLoaderData<typeof loader>('routes/desk/desk')
  if (data === undefined) return <BrokenScreen error={error} />
  return (
    <Desk data={data}>
      <BrokenScreen error={error} />
    </Desk>
  )
}
