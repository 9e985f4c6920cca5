import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { CompanyDirectory } from '~/features/companies/company-directory'
import { loadDirectory } from '~/features/companies/load-directory.server'
import { loadMarketSearch } from '~/features/market/load-search.server'
import { SEARCH_PARAMETER } from '~/features/market/search-data'
import { MarketSearchPage } from '~/features/market/search-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['product', 'public'], shell: 'plain' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Search: instruments on a company's own site, companies on the main one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.tenant !== null) {
    const markets = await loadMarketSearch(context)
    return { title: markets.title, markets, directory: null }
  }
  const directory = await loadDirectory(context, new URL(request.url).searchParams.get('name') ?? '', request.headers.get('cookie'))
  return { title: directory.title, markets: null, directory }
}

/** The instruments are all here: searching them asks nobody. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
  const without = (url: URL) => {
    const parameters = new URLSearchParams(url.search)
    parameters.delete(SEARCH_PARAMETER)
    return url.pathname + parameters.toString()
  }
  const isOnlySearch = currentUrl.search !== nextUrl.search && without(currentUrl) === without(nextUrl)
  return formMethod === undefined && isOnlySearch ? false : defaultShouldRevalidate
}

export default function Product() {
  const { directory, markets } = useLoaderData<typeof loader>()
  if (markets !== null) return <MarketSearchPage data={markets} />
  return directory === null ? null : <CompanyDirectory data={directory} />
}
