import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadWallet } from '~/features/wallet/overview/load-wallet.server'
import { WalletPage } from '~/features/wallet/overview/wallet-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['wallet', 'financial', 'user', 'proof', 'public'], titleKey: 'user:wallet' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** What somebody has stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: LoaderFunctionArgs) => loadWallet(context)

export default function Wallet() {
  return <WalletPage data={useLoaderData<typeof loader>()} />
}
