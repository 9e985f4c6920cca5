import type { LoaderFunctionArgs } from '@remix-run/node'
import type { MetaFunction } from '@remix-run/react'
import { Announcement } from '~/features/account/announcement'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['user', 'public'], titleKey: 'user:announcement' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export const loader = ({ context }: LoaderFunctionArgs) => loadTitle(context, 'user:announcement')

export default function AnnouncementPage() {
  return <Announcement />
}
