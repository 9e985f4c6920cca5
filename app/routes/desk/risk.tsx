import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadRisk, sendBrake } from '~/features/desk/risk/risk.server'
import { RiskPage } from '~/features/desk/risk/risk-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.risk' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadRisk(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) => Response.json(await sendBrake(request, context))

export default function DeskRisk() {
  return <RiskPage data={useLoaderData<typeof loader>()} />
}
