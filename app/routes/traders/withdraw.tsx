import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { loadWithdraw } from '~/features/wallet/withdraw/load-withdraw.server'
import { actOnWithdrawals } from '~/features/wallet/withdraw/submit-withdrawal.server'
import type { WithdrawAnswer } from '~/features/wallet/withdraw/withdraw-data'
import { WithdrawPage } from '~/features/wallet/withdraw/withdraw-page'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['withdraw', 'bank', 'account', 'user', 'public'],
  titleKey: 'user:withdraw',
  backTo: paths.mine.wallet(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Where somebody is paid stays in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadWithdraw(context, new URL(request.url).searchParams)

export const action = ({ request, context }: ActionFunctionArgs) => actOnWithdrawals(context, request)

/** What was not sent is an answer too: everything stays as it is. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ text, message }): WithdrawAnswer => ({
      problems: {},
      message,
      amount: text('number'),
      memo: text('memo'),
      currency: text('draw_currency_id'),
      method: text('draw_method_id'),
      formKey: text('form_key'),
    }),
  )
}

export default function Withdraw() {
  const answer = useActionData() as WithdrawAnswer | undefined
  return <WithdrawPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
