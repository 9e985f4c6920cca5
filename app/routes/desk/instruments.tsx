import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadInstruments, sendSettingForm } from '~/features/desk/settings/settings.server'
import { InstrumentsPage } from '~/features/desk/settings/settings-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk', 'product'], titleKey: 'desk:shell.instruments' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadInstruments(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendSettingForm(request, context, 'instruments')

export default function DeskInstruments() {
  return <InstrumentsPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
