/** `/offline`: what the browser keeps to show when no page can come. The same for every visitor of a brand with the same wishes. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { offlineDocument } from '~/features/shell/offline-document.server'
import { fixedT } from '~/language/i18n.server'

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.tenant === null) throw redirect(paths.home())
  const t = await fixedT(context)
  return new Response(offlineDocument(context, t), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
