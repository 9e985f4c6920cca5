import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { giveCode, loadConfirm } from '~/features/security/confirm.server'
import { type ConfirmAnswer, ConfirmPage } from '~/features/security/confirm-page'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['account', 'public'], titleKey: 'account:confirm.title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadConfirm(context, new URL(request.url).searchParams.get('from'))

export const action = ({ request, context }: ActionFunctionArgs) => giveCode(context, request)

export default function Confirm() {
  const answer = useActionData() as ConfirmAnswer | undefined
  return <ConfirmPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
