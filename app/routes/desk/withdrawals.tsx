import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { sendReviewForm } from '~/features/desk/review/decide.server'
import { loadWithdrawals } from '~/features/desk/review/load-review.server'
import { ReviewPage } from '~/features/desk/review/review-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk'], titleKey: 'desk:shell.withdrawals', width: 'full' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ request, context }: LoaderFunctionArgs) => loadWithdrawals(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => sendReviewForm(request, context, 'withdrawals')

export default function DeskWithdrawals() {
  return <ReviewPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
