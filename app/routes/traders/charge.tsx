import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import type { DepositAnswer } from '~/features/wallet/deposit/deposit-data'
import { DepositPage } from '~/features/wallet/deposit/deposit-page'
import { loadDeposit } from '~/features/wallet/deposit/load-deposit.server'
import { submitDeposit } from '~/features/wallet/deposit/submit-deposit.server'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = {
  i18n: ['financial', 'user', 'public'],
  titleKey: 'user:deposit',
  backTo: paths.mine.wallet(),
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** An address that was changed at the desk must not be shown out of a cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ request, context }: LoaderFunctionArgs) => loadDeposit(context, new URL(request.url).searchParams)

export const action = ({ request, context }: ActionFunctionArgs) => submitDeposit(context, request)

/** What was not sent is an answer too: everything stays as it is. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ text, message }): DepositAnswer => ({
      problems: {},
      message,
      amount: text('number'),
      confirm: text('confirmed'),
      place: text('place'),
      proof: text('proofImg'),
      formKey: text('form_key'),
    }),
  )
}

export default function Charge() {
  const answer = useActionData() as DepositAnswer | undefined
  return <DepositPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
