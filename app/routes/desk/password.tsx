import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { DeskPasswordPage } from '~/features/desk/shell/desk-password-page'
import { replaceOwnPassword } from '~/features/desk/shell/sign-in.server'
import { fixedT } from '~/language/i18n.server'
import type { RouteHandle } from '~/page/route-handle'
import { requireOperator } from '~/visitor/desk-guards.server'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['desk', 'auth'], titleKey: 'desk:shell.password' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  const [{ name }, t] = await Promise.all([requireOperator(context), fixedT(context)])
  return { title: t('desk:shell.password'), name }
}

export const action = ({ request, context }: ActionFunctionArgs) => replaceOwnPassword(request, context)

export default function DeskPassword() {
  return <DeskPasswordPage operator={useLoaderData<typeof loader>().name} answer={useActionData<typeof action>()} />
}
