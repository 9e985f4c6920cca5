import type { LoaderFunctionArgs } from '@remix-run/node'
import type { MetaFunction } from '@remix-run/react'
import { CompanyEmail } from '~/features/account/company-email'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'user:companyEmail' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ context }: LoaderFunctionArgs) => loadTitle(context, 'user:companyEmail')

export default function Email() {
  return <CompanyEmail />
}
