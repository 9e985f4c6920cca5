import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import type { IdentityAnswer } from '~/features/identity/identity-data'
import { IdentityPage } from '~/features/identity/identity-page'
import { loadIdentity } from '~/features/identity/load-identity.server'
import { submitIdentity } from '~/features/identity/submit-identity.server'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'user:verification' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Papers stay in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: LoaderFunctionArgs) => loadIdentity(context)

export const action = ({ request, context }: ActionFunctionArgs) => submitIdentity(context, request)

/** What was not sent is an answer too: pictures and fields stay as they are. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ text, message }): IdentityAnswer => ({
      problems: {},
      message,
      name: text('name'),
      cardId: text('card_id'),
      urls: { front: text('front_pic'), reverse: text('reverse_pic') },
      formKey: text('form_key'),
    }),
  )
}

export default function Identity() {
  const answer = useActionData() as IdentityAnswer | undefined
  return <IdentityPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
