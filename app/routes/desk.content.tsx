import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadContent, sendContentForm } from '~/features/desk/content/content.server'
import { ContentPage } from '~/features/desk/content/content-page'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.content' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadContent(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendContentForm(request, context)

export default function DeskContent() {
  return <ContentPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
