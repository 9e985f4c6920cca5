import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { ChatPage } from '~/features/chat/chat-page'
import { loadChat } from '~/features/chat/load-chat.server'
import { submitFeedback } from '~/features/feedback/feedback.server'
import type { FeedbackAnswer } from '~/features/feedback/feedback-data'
import { sendFeedbackForm } from '~/features/feedback/send-feedback-form'
import { HonestyLine } from '~/features/honesty/honesty-line'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = {
  i18n: ['account', 'auth', 'financial', 'user', 'public'],
  titleKey: 'user:customerService',
  noFooter: true,
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Where the form stands here, each visitor has an image and a key of their own. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadChat(context, new URL(request.url).searchParams)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return submitFeedback(context, request)
}

export const clientAction = sendFeedbackForm

export default function Chat() {
  const answer = useActionData() as FeedbackAnswer | undefined
  return (
    <>
      <ChatPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
      {/* The frame takes the footer's place, but not that of what every page ends with. */}
      <HonestyLine />
    </>
  )
}
