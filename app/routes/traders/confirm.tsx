import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { giveCode, loadConfirm } from '~/features/security/confirm.server'
import { type ConfirmAnswer, ConfirmPage } from '~/features/security/confirm-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['account', 'public'], titleKey: 'account:confirm.title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadConfirm(context, new URL(request.url).searchParams.get('from'))

export const action = ({ request, context }: ActionFunctionArgs) => giveCode(context, request)

export default function Confirm() {
  const answer = useActionData() as ConfirmAnswer | undefined
  return <ConfirmPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
