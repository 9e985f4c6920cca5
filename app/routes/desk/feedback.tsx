import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadFeedback, sendFeedbackForm } from '~/features/desk/feedback/feedback.server'
import { FeedbackPage } from '~/features/desk/feedback/feedback-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.feedback' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadFeedback(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendFeedbackForm(request, context)

export default function DeskFeedback() {
  return <FeedbackPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
