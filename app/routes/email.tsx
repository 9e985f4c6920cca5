import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { CompanyEmail } from '~/features/account/company-email'
import { loadCompanyEmail } from '~/features/account/load-company-email.server'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'user:companyEmail' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadCompanyEmail(context)
}

export default function Email() {
  return <CompanyEmail complaintEmail={useLoaderData<typeof loader>().complaintEmail} />
}
