import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadNewsList } from '~/features/news/load-news.server'
import { NewsPage } from '~/features/news/news-page'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['news', 'public'], shell: 'tabs', bar: 'title', titleKey: 'tabbar:news' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewsList(context, new URL(request.url))

export default function News() {
  return <NewsPage data={useLoaderData<typeof loader>()} />
}
