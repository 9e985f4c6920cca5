/** What a page is sent: a form, or nothing at all. Anything else would fail in the middle of whichever page reads it. */
import type { IncomingMessage } from 'node:http'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const URL_ENCODED = 'application/x-www-form-urlencoded'
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const BOUNDARY = /;\s*boundary=\S/i

/** A request without a type and without a body is made an empty form: some buttons have nothing to say but that they were pressed. */
export function isFormOrNothing(req: IncomingMessage): boolean {
  if (SAFE_METHODS.has(req.method ?? 'GET')) return true
  const type = req.headers['content-type']
  if (type !== undefined) return FORM.test(type) && (!/^multipart/i.test(type) || BOUNDARY.test(type))
  const isEmpty = Number(req.headers['content-length'] ?? 0) === 0 && req.headers['transfer-encoding'] === undefined
  if (isEmpty) req.headers['content-type'] = URL_ENCODED
  return isEmpty
}
