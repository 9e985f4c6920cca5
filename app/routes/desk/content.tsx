import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadContent, sendContentForm } from '~/features/desk/content/content.server'
import { ContentPage } from '~/features/desk/content/content-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.content' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadContent(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendContentForm(request, context)

export default function DeskContent() {
  return <ContentPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
