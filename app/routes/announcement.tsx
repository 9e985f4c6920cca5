import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { Announcement } from '~/features/account/announcement'
import { listOf, regionName } from '~/platform/intl'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['user', 'public'], titleKey: 'user:announcement' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  const { registration } = requireTenant(context)
  const { language } = context
  const { title } = await loadTitle(context, 'user:announcement')
  const names = registration.refusedCountries.map((code) => regionName(language, code))
  return { title, countries: listOf(language, names) }
}

export default function AnnouncementPage() {
  return <Announcement countries={useLoaderData<typeof loader>().countries} />
}
