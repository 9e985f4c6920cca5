import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { DevelopersPage } from '~/features/developers/developers-page'
import { loadDevelopers } from '~/features/developers/load-developers.server'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['developers', 'public'], titleKey: 'developers:title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ context, request }: LoaderFunctionArgs) => loadDevelopers(context, new URL(request.url).searchParams.get('part'))

export default function Developers() {
  return <DevelopersPage data={useLoaderData<typeof loader>()} />
}
