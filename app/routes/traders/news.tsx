import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadNewsList } from '~/features/news/load-news.server'
import { NewsPage } from '~/features/news/news-page'
import { TAB_HANDLES } from '~/features/shell/tab-handles'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = TAB_HANDLES.news

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewsList(context, new URL(request.url))

export default function News() {
  return <NewsPage data={useLoaderData<typeof loader>()} />
}
