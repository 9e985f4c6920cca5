import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadAudit } from '~/features/desk/audit/audit.server'
import { AuditPage } from '~/features/desk/audit/audit-page'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.audit' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAudit(request, context)

export default function DeskAudit() {
  return <AuditPage data={useLoaderData<typeof loader>()} />
}
