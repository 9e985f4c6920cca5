import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadAudit } from '~/features/desk/audit/audit.server'
import { AuditPage } from '~/features/desk/audit/audit-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.audit' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAudit(request, context)

export default function DeskAudit() {
  return <AuditPage data={useLoaderData<typeof loader>()} />
}
