import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { ComingScreen } from '~/features/shell/coming-screen'
import { requireAccess } from '~/platform/guards.server'
import { fixedT } from '~/platform/i18n.server'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import { pagePath } from '~/platform/route-access'
import type { RouteHandle } from '~/platform/route-handle'

/** The page has its address, its guard and its place in the navigation; what it will show comes with its own issue. */
export const handle: RouteHandle = { i18n: ['public', 'user'], shell: 'page' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

const TITLE_KEYS: Readonly<Record<string, string>> = {
  '/news': 'tabbar:news',
  '/news/detail': 'tabbar:news',
  '/rank': 'tabbar:ranking',
  '/feedback': 'user:feedback',
  '/register': 'auth:openAnAccount',
  '/forgot': 'auth:forgotPassword',
  '/mine/auth': 'user:verification',
  '/mine/invite': 'user:invite',
  '/mine/email': 'user:companyEmail',
  '/mine/password': 'user:changePassword',
  '/mine/history': 'user:accountDetail',
  '/mine/charge': 'user:deposit',
  '/mine/withdraw': 'user:withdraw',
  '/mine/chat': 'user:customerService',
  '/mine/wallet': 'user:wallet',
  '/mine/bank-card-list': 'user:bankCards',
  '/mine/coin-address-list': 'user:coinAddresses',
  '/mine/withdraw-way': 'user:withdraw',
}

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  await requireAccess(context)
  const path = pagePath(new URL(context.page, context.origin).pathname)
  const t = await fixedT(context.language)
  return { title: t(TITLE_KEYS[path] ?? 'public:comingTitle') }
}

export default function Coming() {
  return <ComingScreen title={useLoaderData<typeof loader>().title} />
}
