import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { bindMethod, loadBind } from '~/features/wallet/payout-methods/bind.server'
import { BindPage } from '~/features/wallet/payout-methods/bind-page'
import type { BindAnswer } from '~/features/wallet/payout-methods/method-data'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

/** Title and way back depend on what is added: they come with the data. */
export const handle: RouteHandle = { i18n: ['bank', 'withdraw', 'account', 'user', 'public'] }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Where somebody is paid stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadBind(context, new URL(request.url).searchParams)

export const action = ({ request, context }: ActionFunctionArgs) => bindMethod(context, request)

/** What was not sent is an answer too: everything stays as it is. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ texts, message }): BindAnswer => ({
      problems: {},
      message,
      values: texts,
      formKey: texts.form_key ?? '',
    }),
  )
}

export default function WithdrawWay() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as BindAnswer | undefined
  return <BindPage key={data.type} data={data} answer={answer ?? null} />
}
