import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData } from '@remix-run/react'
import { freeze } from '~/features/security/not-me.server'
import type { NotMeAnswer } from '~/features/security/not-me-key'
import { NotMePage } from '~/features/security/not-me-page'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['account', 'public'], shell: 'page', titleKey: 'account:notMe.title' }

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageTitle(args, args.data?.title),
  { name: 'robots', content: 'noindex, nofollow' },
]

export const headers: HeadersFunction = () => ({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' })

export function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadTitle(context, 'account:notMe.title')
}

export function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return freeze(context, request)
}

export default function NotMe() {
  const answer = useActionData() as NotMeAnswer | undefined
  return <NotMePage answer={answer ?? null} />
}
