/** `/locales/<language>.<hash>.json`: all texts of a language in one file that never changes under its name. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { localeResource, localeUrl } from '~/language/i18n.server'
import { isLanguage } from '~/language/language'

const FILE = /^([a-z]{2,3})(?:\.([0-9a-f]{16}))?\.json$/

export function loader({ params, context }: LoaderFunctionArgs) {
  const [, language, hash] = FILE.exec(params.file ?? '') ?? []
  if (!isLanguage(language)) throw new Response('', { status: 404 })
  const resource = localeResource(language, context.tenant)
  // A page from before a deploy asks for an older hash: it is led to the texts of now, and nothing wrong is kept for ever.
  if (hash !== resource.hash) return redirect(localeUrl(language, context.tenant), { headers: { 'Cache-Control': 'no-store' } })
  return new Response(resource.json, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
