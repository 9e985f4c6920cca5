import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { ChatPage } from '~/features/chat/chat-page'
import { loadChat } from '~/features/chat/load-chat.server'
import { HonestyLine } from '~/features/honesty/honesty-line'
import { pageTitle } from '~/platform/page-title'
import { requireTenant } from '~/platform/require-tenant.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['account', 'user', 'public'], titleKey: 'user:customerService', noFooter: true }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return loadChat(context)
}

export default function Chat() {
  return (
    <>
      <ChatPage data={useLoaderData<typeof loader>()} />
      {/* The frame takes the footer's place, but not that of what every page ends with. */}
      <HonestyLine />
    </>
  )
}
