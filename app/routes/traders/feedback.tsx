import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadFeedback, submitFeedback } from '~/features/feedback/feedback.server'
import type { FeedbackAnswer } from '~/features/feedback/feedback-data'
import { FeedbackPage } from '~/features/feedback/feedback-page'
import { sendFeedbackForm } from '~/features/feedback/send-feedback-form'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['account', 'auth', 'financial', 'user', 'public'], titleKey: 'user:feedback' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Each visitor has an image and a key of their own. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadFeedback(context, new URL(request.url).searchParams)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return submitFeedback(context, request)
}

export const clientAction = sendFeedbackForm

export default function Feedback() {
  const answer = useActionData() as FeedbackAnswer | undefined
  return <FeedbackPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
