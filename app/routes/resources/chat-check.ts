/** What the server sees of the chat provider's page, for the page that shows it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { checkChat } from '~/features/chat/load-chat.server'
import { requireTenant } from '~/visitor/require-tenant.server'

export async function loader({ context }: LoaderFunctionArgs) {
  requireTenant(context)
  return Response.json({ verdict: await checkChat(context) }, { headers: { 'Cache-Control': 'no-store' } })
}
