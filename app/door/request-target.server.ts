/**
 * What is refused of a request's first line, before anything reads it: methods that nothing here answers, and addresses that one
 * reader takes for another path than the next. Every decision after this one is made on the path as it came.
 */
import type { IncomingMessage } from 'node:http'
import { NEUTRAL, type NeutralPage } from './neutral-page.server'

/** Longer than any path of ours; what a router does with a path may grow faster than its length. */
const LONGEST_PATH = 2_048
/** A page is read or sent a form. */
export const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
/** What the web's own Request cannot carry, and nobody needs. */
const UNSPEAKABLE: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])
/** `new URL` would take these away, and a backslash for a slash: the door would judge another path than the router. */
const MOVED = /\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

/** How the framework was once asked for the data of one route: it still answers, and tells of it as a failure. */
const OLD_DATA = /[?&](?:_|%5f)(?:d|%64)(?:a|%61)(?:t|%74)(?:a|%61)(?:=|&|$)/i

/** The path of a request, with nothing of its query. */
export const rawPathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '/'

/** What to answer at once; null for a request that may go on. */
export function targetFault(req: Pick<IncomingMessage, 'method' | 'url'>): NeutralPage | null {
  if (UNSPEAKABLE.has(req.method ?? 'GET')) return NEUTRAL.notAllowed
  // `OPTIONS *` asks about the server as a whole, of which there is nothing to say.
  if (req.url === '*') return NEUTRAL.badRequest
  const path = rawPathOf(req)
  if (path.length > LONGEST_PATH) return NEUTRAL.longAddress
  return MOVED.test(path) || OLD_DATA.test(req.url ?? '') ? NEUTRAL.badRequest : null
}
