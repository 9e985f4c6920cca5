import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { paths } from '~/addresses/paths'
import { ArticlePage } from '~/features/news/article-page'
import { loadNewsArticle } from '~/features/news/load-news.server'
import type { NewsArticle } from '~/features/news/news-data'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['news', 'public'],
  shell: 'tabs',
  bar: 'title',
  titleKey: 'tabbar:news',
  hasHeading: true,
  backTo: paths.news(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, (args.data as NewsArticle | undefined)?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewsArticle(context, new URL(request.url))

export default function NewsDetail() {
  const data = useLoaderData<typeof loader>() as NewsArticle
  const seeds = useMemo(() => (data.instrument === null ? [] : [data.instrument]), [data.instrument])
  return <ArticlePage data={data} seeds={seeds} />
}
