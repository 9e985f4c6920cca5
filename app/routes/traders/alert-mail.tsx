import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadAlertMail, turnOffMail } from '~/features/alerts/alert-mail.server'
import { AlertMailPage } from '~/features/alerts/alert-mail-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['notice', 'public'], shell: 'page', titleKey: 'notice:alertMail.title' }

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageTitle(args, args.data?.title),
  { name: 'robots', content: 'noindex, nofollow' },
]

export const headers: HeadersFunction = () => ({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' })

export function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadAlertMail(context, request)
}

export function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return turnOffMail(context, request)
}

export default function AlertMail() {
  const answer = useActionData() as { problem: string } | undefined
  return <AlertMailPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
