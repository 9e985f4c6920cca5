import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { loadTwoStep, runTwoStep } from '~/features/security/two-step.server'
import type { TwoStepAnswer } from '~/features/security/two-step-data'
import { TwoStepPage } from '~/features/security/two-step-page'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['account', 'auth', 'user', 'public'], titleKey: 'account:twoStep.title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Secrets and recovery codes stay in no cache. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: LoaderFunctionArgs) => loadTwoStep(context)

export const action = ({ request, context }: ActionFunctionArgs) => runTwoStep(context, request)

export default function TwoStep() {
  const answer = useActionData() as TwoStepAnswer | undefined
  return <TwoStepPage data={useLoaderData<typeof loader>()} answer={answer ?? null} />
}
