import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { Announcement } from '~/features/account/announcement'
import { dateTimeFormat, listOf, regionName } from '~/language/intl'
import type { RouteHandle } from '~/page/route-handle'
import { readBrokerStatement } from '~/terms/broker-statement'
import { readCompanyTerms } from '~/terms/company'
import { inOwnNames } from '~/terms/own-names'
import { loadTitle } from '~/visitor/load-title.server'
import { pageTitle } from '~/visitor/page-title'
import { requireTenant } from '~/visitor/require-tenant.server'
import { getBasicInfo } from '../../../contract/companies'
import { listAnnouncements } from '../../../contract/news'
import { DAY_TIME_ZONE } from '../../../rules/candles'

export const handle: RouteHandle = { i18n: ['user', 'public'], titleKey: 'user:announcement' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  const { registration } = requireTenant(context)
  const visitor = context.broker.as(null)
  const [present, told, stated] = await Promise.all([
    visitor.call(getBasicInfo, {}, { initial: true }),
    visitor.call(listAnnouncements, {}, { initial: true }),
    visitor.statement(),
  ])
  const refused = (present.ok ? readCompanyTerms(present.data).refusedCountries : undefined) ?? registration.refusedCountries
  const { language } = context
  const { title } = await loadTitle(context, 'user:announcement')
  const names = refused.map((code) => regionName(language, code))
  const day = dateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: DAY_TIME_ZONE })
  // What the company tells is an extra: the fixed text is always there.
  const announcements = (told.ok ? told.data : [])
    .map((one) => inOwnNames(one))
    .map(({ id, title: head, content, createdAt, language: written, languages }) => ({
      id,
      title: head,
      content,
      language: written,
      languages,
      day: { iso: new Date(createdAt).toISOString(), text: day.format(createdAt) },
    }))
  return { title, countries: listOf(language, names), announcements, statement: stated.ok ? readBrokerStatement(stated.data) : null }
}

export default function AnnouncementPage() {
  return <Announcement {...useLoaderData<typeof loader>()} />
}
