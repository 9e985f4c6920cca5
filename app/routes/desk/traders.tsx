import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadTraders } from '~/features/desk/people/people.server'
import { TradersPage } from '~/features/desk/people/traders-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.traders' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadTraders(request, context)

export default function DeskTraders() {
  const data = useLoaderData<typeof loader>()
  return <TradersPage key={`${data.company}/${data.search}`} data={data} />
}
