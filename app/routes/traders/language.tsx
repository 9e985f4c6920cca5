import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { cameFrom } from '~/features/feedback/wording.server'
import { LanguageList } from '~/features/language/language-list'
import { WrongWord } from '~/features/language/wrong-word'
import type { RouteHandle } from '~/page/route-handle'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['user', 'account', 'public'], shell: 'page', titleKey: 'user:language' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { ...(await loadTitle(context, 'user:language')), from: cameFrom(request), hasCompany: context.tenant !== null }
}

export default function Language() {
  const { from, hasCompany } = useLoaderData<typeof loader>()
  return (
    <>
      <LanguageList />
      {hasCompany ? <WrongWord from={from} /> : null}
    </>
  )
}
