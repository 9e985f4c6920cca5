import type { LoaderFunctionArgs } from '@remix-run/node'
import type { MetaFunction } from '@remix-run/react'
import { LanguageList } from '~/features/language/language-list'
import type { RouteHandle } from '~/page/route-handle'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = { i18n: ['user', 'public'], shell: 'page', titleKey: 'user:language' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ context }: LoaderFunctionArgs) => loadTitle(context, 'user:language')

export default function Language() {
  return <LanguageList />
}
