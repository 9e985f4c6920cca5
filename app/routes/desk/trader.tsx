import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadTrader, sendPersonAction } from '~/features/desk/people/people.server'
import { TraderPage } from '~/features/desk/people/trader-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk', 'order', 'public'], titleKey: 'desk:shell.traders' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadTrader(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendPersonAction(request, context)

export default function DeskTrader() {
  return <TraderPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
