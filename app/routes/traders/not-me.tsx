import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData } from '@remix-run/react'
import { freeze } from '~/features/security/not-me.server'
import type { NotMeAnswer } from '~/features/security/not-me-key'
import { NotMePage } from '~/features/security/not-me-page'
import type { RouteHandle } from '~/page/route-handle'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

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
