import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { sendWordingForm } from '~/features/feedback/send-wording-form'
import { loadWording, submitWording } from '~/features/feedback/wording.server'
import type { WordingAnswer } from '~/features/feedback/wording-data'
import { WordingPage } from '~/features/feedback/wording-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['account', 'auth', 'user', 'public'],
  titleKey: 'account:wording.title',
  backTo: paths.feedback(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Each visitor has an image and a key of their own. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadWording(context, request)

export const action = ({ request, context }: ActionFunctionArgs) => submitWording(context, request)

export const clientAction = sendWordingForm

export default function Wording() {
  const answer = useActionData() as WordingAnswer | undefined
  return <WordingPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
