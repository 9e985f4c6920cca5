import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { HomePage } from '~/features/market/home-page'
import { loadHome } from '~/features/market/load-home.server'
import { TAB_HANDLES } from '~/features/shell/tab-handles'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = TAB_HANDLES.home

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  // The main site trades nothing; it lists the companies.
  if (context.tenant === null) throw redirect(paths.product())
  return loadHome(context, new URL(request.url))
}

/** Choosing a category only filters what is here; everything else on the way to this screen reads the market anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
  const without = (url: URL) => {
    const parameters = new URLSearchParams(url.search)
    parameters.delete('category')
    return url.pathname + parameters.toString()
  }
  const isOnlyCategory = currentUrl.search !== nextUrl.search && without(currentUrl) === without(nextUrl)
  return formMethod === undefined && isOnlyCategory ? false : defaultShouldRevalidate
}

export default function Home() {
  return <HomePage data={useLoaderData<typeof loader>()} />
}
