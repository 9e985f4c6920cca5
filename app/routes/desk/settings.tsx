import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadSettings, sendSettingForm } from '~/features/desk/settings/settings.server'
import { SettingsPage } from '~/features/desk/settings/settings-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.settings' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSettings(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendSettingForm(request, context, 'settings')

export default function DeskSettings() {
  return <SettingsPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
