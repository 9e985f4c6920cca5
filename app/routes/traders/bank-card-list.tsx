import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { deleteMethod, loadMethods } from '~/features/wallet/payout-methods/methods.server'
import { MethodsPage } from '~/features/wallet/payout-methods/methods-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['bank', 'user', 'public'],
  titleKey: 'user:bankCards',
  backTo: paths.mine.wallet(),
  barAction: { icon: 'plus', labelKey: 'bank:addBank', href: paths.mine.withdrawWay('2'), needsReal: true },
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Where somebody is paid stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: LoaderFunctionArgs) => loadMethods(context, '2')

export const action = ({ request, context }: ActionFunctionArgs) => deleteMethod(context, request, '2')

export default function BankCards() {
  return <MethodsPage data={useLoaderData<typeof loader>()} />
}
