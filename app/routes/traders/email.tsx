import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { CompanyEmail } from '~/features/account/company-email'
import { loadCompanyEmail } from '~/features/account/load-company-email.server'
import type { RouteHandle } from '~/page/route-handle'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'user:companyEmail' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadCompanyEmail(context)
}

export default function Email() {
  return <CompanyEmail complaintEmail={useLoaderData<typeof loader>().complaintEmail} />
}
