/**
 * What a node answers while another one serves: it has no book, no price and no session, so it shows nobody anything and asks to be
 * tried again. A proxy in front is told by a header that another node may be asked; nobody else reads that header.
 *
 * Invariant: a call that is answered from here has not been carried out, so it can be sent to another node as it is.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { COOKIE, readCookie } from '../cookies/cookies'
import { chooseLanguage, directionOf, type Language, languageFacts } from '../language/language'
import type { Site } from './hosts.server'
import { htmlText, sendPage } from './neutral-page.server'

export interface StandingBy {
  readonly isNow: () => boolean
  /** What is said to a visitor. */
  readonly text: (language: Language) => string
}

/** nginx goes on in the location of this name (deploy/nginx/site.conf). */
export const ANOTHER_NODE = { name: 'X-Accel-Redirect', value: '@another_node' } as const
/** The proxy says which nodes it has asked already. */
const ASKED = 'x-candor-asked'
/** More than there are nodes; below the ten redirects after which nginx gives up. */
const MOST_ASKED = 8
const RETRY_SECONDS = 2

export function mayAskAnother({ headers }: IncomingMessage): boolean {
  return String(headers[ASKED] ?? '').split(/[,:] /).length < MOST_ASKED
}

export function askAnotherNode(req: IncomingMessage, res: ServerResponse): void {
  if (mayAskAnother(req)) res.setHeader(ANOTHER_NODE.name, ANOTHER_NODE.value)
}

/** In the visitor's language, under the company's name, with nothing of the site in it. */
export function sendStandingBy(req: IncomingMessage, res: ServerResponse, site: Site, { text }: StandingBy): void {
  const tenant = site.kind === 'tenant' ? site.tenant : null
  const cookie = readCookie(req.headers.cookie ?? null, COOKIE.language)
  const query = new URLSearchParams((req.url ?? '').split('?')[1] ?? '').get('lng')
  const language = chooseLanguage({ query, cookie, acceptLanguage: req.headers['accept-language'] ?? null }, tenant)
  sendPage(res, {
    status: 503,
    language: languageFacts(language).tag,
    direction: directionOf(language),
    title: htmlText(tenant?.name ?? site.host),
    text: htmlText(text(language)),
    retrySeconds: RETRY_SECONDS,
    // For whoever only reads, the page comes by itself as soon as somebody serves.
    reloads: req.method === 'GET',
  })
}

/** The site's own words for a broker that cannot be used now. */
export function standingByTexts(localesDir: string): StandingBy['text'] {
  const known = new Map<Language, string>()
  const read = (language: Language): string => {
    const file = JSON.parse(readFileSync(path.join(localesDir, language, 'public.json'), 'utf8')) as {
      error: { SERVICE_UNAVAILABLE: string }
    }
    return file.error.SERVICE_UNAVAILABLE
  }
  return (language) => {
    const text = known.get(language) ?? read(language)
    known.set(language, text)
    return text
  }
}
