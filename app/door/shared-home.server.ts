/**
 * The home page of whoever is not signed in, rendered once a second for everybody who would see the same (decision 024).
 *
 * Invariants: the shared page is rendered from a request that is made here, of nothing but the host, the language and two
 * preferences, so nothing of a visitor's own request can be in it. It is at most a second older than the answer it is sent with.
 * No two answers carry the same nonce. Whatever is not recognised (a query, a cookie, a failed call) goes the ordinary way.
 */
import { randomFillSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Tenant } from '../../contract/tenant'
import { COOKIE, readCookie } from '../cookies/cookies'
import { type Preferences, preferenceDefaults, readPreferences } from '../cookies/preferences'
import { chooseLanguage, type Language } from '../language/language'
import type { Site } from './hosts.server'
import { NonceTemplate, type PageEncoding } from './nonce-template.server'
import { companyCookie, type SiteHandler } from './site-handler.server'

type TenantSite = Extract<Site, { kind: 'tenant' }>

interface SharedPage {
  readonly headers: readonly (readonly [string, string])[]
  /** Those that carry the nonce. */
  readonly headersOfNonce: readonly (readonly [string, string])[]
  readonly standIn: string
  readonly page: NonceTemplate
}

interface Kept {
  readonly tenant: Tenant
  /** Null: what came out is for this visitor alone. */
  readonly rendered: Promise<SharedPage | null>
}

interface SharedHomeOptions {
  readonly site: SiteHandler
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number
}

export interface SharedHomeVisit {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly site: TenantSite
  readonly origin: string
}

/** Answers the visit and says so, or leaves it alone. */
export type SharedHome = (visit: SharedHomeVisit) => Promise<boolean>

const FRESH_MS = 1_000
/** About 50 MB of pages, and more than one processor renders in a second. */
const KEPT_MOST = 200
/** Cookies that decide what is seen and are read here, and those that the home page does not look at. Any other: not shared. */
const KNOWN_COOKIES: ReadonlySet<string> = new Set([
  COOKIE.language,
  COOKIE.mode,
  COOKIE.priceColours,
  COOKIE.company,
  COOKIE.demoId,
  COOKIE.tradeCode,
  COOKIE.tradePeriod,
])

const NONCE_BYTES = 16
/** Asking the system for a few bytes at a time costs more than the bytes. */
const pool = Buffer.alloc(256 * NONCE_BYTES)
let used = pool.length

/** 128 bits that nobody can foretell, as base64; none of them is used twice. */
export function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += NONCE_BYTES
  return pool.toString('base64', used - NONCE_BYTES, used)
}

const hasOnlyKnownCookies = (header: string): boolean =>
  header.split(';').every((part) => part.trim() === '' || KNOWN_COOKIES.has(part.split('=', 1)[0]?.trim() ?? ''))

/** What of a visitor decides how the page is written; null when the page is not shared. */
function readerOf({ req, site }: SharedHomeVisit): { language: Language; preferences: Preferences } | null {
  if (req.method !== 'GET' || req.url !== '/' || req.headers.authorization !== undefined) return null
  const cookies = req.headers.cookie ?? ''
  if (!hasOnlyKnownCookies(cookies)) return null
  const wish = { query: null, cookie: readCookie(cookies, COOKIE.language), acceptLanguage: req.headers['accept-language'] ?? null }
  const language = chooseLanguage(wish, site.tenant)
  return { language, preferences: readPreferences(cookies, preferenceDefaults(site.tenant)) }
}

/** Whether gzip is taken; a browser that takes brotli takes it, too. */
export function encodingOf(accepted: string | string[] | undefined): PageEncoding {
  const isTaken = String(accepted ?? '')
    .split(',')
    .some((offer) => {
      // A weight has three digits at most (RFC 9110 §12.4.2).
      const weight = /^gzip\s{0,8}(?:;\s{0,8}q=([01]?(?:\.\d{0,3})?))?$/i.exec(offer.trim())
      return weight !== null && Number(weight[1] ?? 1) > 0
    })
  return isTaken ? 'gzip' : 'identity'
}

export function createSharedHome({ site: handle, monotonic }: SharedHomeOptions): SharedHome {
  const kept = new LRUCache<string, Kept>({ max: KEPT_MOST, ttl: FRESH_MS, ttlResolution: 0, perf: { now: monotonic } })

  const render = async (visit: SharedHomeVisit, language: Language, { mode, updown }: Preferences): Promise<SharedPage | null> => {
    const { site, origin } = visit
    const standIn = newNonce()
    const cookie = [
      [COOKIE.language, language],
      [COOKIE.mode, mode],
      [COOKIE.priceColours, updown],
      [COOKIE.company, site.tenant.id],
    ]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    let hasFailed = false
    const response = await handle({
      request: new Request(`${origin}/`, { headers: { accept: 'text/html', cookie } }),
      siteKind: 'tenant',
      tenant: site.tenant,
      origin,
      requestId: randomUUID(),
      nonce: standIn,
      // In nobody's name: the budget of the first visitor must not decide what the others see.
      clientAddress: '',
      onBrokerFailure: () => {
        hasFailed = true
      },
    })
    const html = await response.text()
    const isPage = response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('text/html')
    if (!isPage || hasFailed || response.headers.getSetCookie().length > 0) return null
    const headers = [...response.headers]
    return {
      headers: headers.filter(([, value]) => !value.includes(standIn)),
      headersOfNonce: headers.filter(([, value]) => value.includes(standIn)),
      standIn,
      page: new NonceTemplate(html, standIn),
    }
  }

  const sharedPage = (visit: SharedHomeVisit, language: Language, preferences: Preferences): Promise<SharedPage | null> => {
    const { site } = visit
    const key = [site.host, language, preferences.mode, preferences.updown].join(' ')
    const known = kept.get(key)
    // A brand whose file was read anew is another object: what was written for the old one is not sent any more.
    if (known?.tenant === site.tenant) return known.rendered
    kept.purgeStale()
    const rendered = render(visit, language, preferences)
    kept.set(key, { tenant: site.tenant, rendered })
    return rendered
  }

  return async (visit) => {
    const reader = readerOf(visit)
    if (reader === null) return false
    // A render that failed is reported by the visitor's own one, which follows.
    const shared = await sharedPage(visit, reader.language, reader.preferences).catch(() => null)
    if (shared === null) return false
    await send(visit, shared)
    return true
  }
}

async function send({ req, res, site, origin }: SharedHomeVisit, { headers, headersOfNonce, standIn, page }: SharedPage): Promise<void> {
  const nonce = newNonce()
  const encoding = encodingOf(req.headers['accept-encoding'])
  const body = await page.withNonce(nonce, encoding)
  if (res.destroyed) return
  for (const [name, value] of headers) res.setHeader(name, value)
  for (const [name, value] of headersOfNonce) res.setHeader(name, value.replaceAll(standIn, nonce))
  if (encoding === 'gzip') res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  const company = companyCookie(req.headers.cookie ?? null, site.tenant, origin)
  if (company !== null) res.setHeader('Set-Cookie', company)
  res.end(body)
}
