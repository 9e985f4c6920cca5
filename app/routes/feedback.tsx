import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadFeedback, submitFeedback } from '~/features/feedback/feedback.server'
import { type FeedbackAnswer, KINDS } from '~/features/feedback/feedback-data'
import { FeedbackPage } from '~/features/feedback/feedback-page'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'
import { sendForm } from '~/platform/send-form'

export const handle: RouteHandle = { i18n: ['account', 'auth', 'financial', 'user', 'public'], titleKey: 'user:feedback' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Each visitor has an image and a key of his own. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadFeedback(context, new URL(request.url).searchParams)
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireTenant(context)
  return submitFeedback(context, request)
}

/** A broken network is an answer too: everything stays as it is, and the same key makes sending it again safe. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ text }): FeedbackAnswer => ({
      kind: KINDS.find((kind) => kind === text('kind')) ?? null,
      text: text('text'),
      email: text('email'),
      picture: text('proofImg'),
      problems: {},
      message: '',
      messageKey: 'account:feedback.networkFailed',
      refusal: 'NETWORK_ERROR',
      formKey: text('form_key'),
    }),
  )
}

export default function Feedback() {
  const answer = useActionData() as FeedbackAnswer | undefined
  return <FeedbackPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
