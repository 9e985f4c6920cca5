/** Hands a checked request to Remix with everything a loader may need, and adds the headers of a page. */
import type { ServerBuild } from '@remix-run/node'
import type { Tenant, ThemeFile } from '../../contract/tenant'
import { paths } from '../addresses/paths'
import { pageHandler, takesForms } from '../addresses/route-table.server'
import type { BoundBroker, BrokerClient } from '../broker-client/broker.server'
import { COOKIE, cookieLine, readCookie } from '../cookies/cookies'
import { deskCookie, deskCookieName } from '../cookies/desk-session.server'
import { SENDING } from '../line/sending-headers'
import type { Clock } from '../process/clock.server'
import type { Logger } from '../process/log.server'
import { endSession } from '../visitor/guards.server'
import { leaveBeforeLoading } from '../visitor/leave-company.server'
import { createLoadContext, type SiteContext } from '../visitor/load-context.server'
import type { SiteKind } from '../visitor/site'
import { NEUTRAL, pageHtml } from './neutral-page.server'
import { contentSecurityPolicy } from './security-headers.server'

export interface SiteRequest {
  readonly request: Request
  readonly siteKind: SiteKind
  readonly tenant: Tenant | null
  readonly origin: string
  readonly requestId: string
  readonly nonce: string
  /** Empty: asked in nobody's name. */
  readonly clientAddress: string
  /** Told as soon as it is known that a signed-in trader asks. */
  readonly onTrader?: () => void
  /** Hears of each call to the broker that did not come back with data. */
  readonly onBrokerFailure?: () => void
}

interface SiteHandlerOptions {
  readonly build: ServerBuild | (() => Promise<ServerBuild>)
  readonly broker: BrokerClient
  readonly clock: Clock
  readonly log: Logger
  /** Origin of a broker elsewhere; its socket is there too. A company's own `brokerOrigin` goes before it. */
  readonly brokerOrigin: string | undefined
  /** What the sites of no company are painted with now. */
  readonly housePalette: () => ThemeFile
  readonly paperMarkOf?: ((tenant: Tenant) => Promise<Uint8Array | null>) | undefined
  readonly hasDevTools: boolean
  readonly isDev: boolean
}

export type SiteHandler = (request: SiteRequest) => Promise<Response>

const THREE_YEARS_SECONDS = 3 * 365 * 24 * 3600

export function createSiteHandler(options: SiteHandlerOptions): SiteHandler {
  const handle = pageHandler(options.build, options.isDev ? 'development' : 'production')
  return async ({ request, siteKind, tenant, origin, requestId, nonce, clientAddress, onTrader, onBrokerFailure }) => {
    const socketUrl = socketUrlOf(tenant, options.brokerOrigin, origin)
    const context = createLoadContext({
      request,
      siteKind,
      tenant,
      housePalette: options.housePalette(),
      origin,
      socketUrl,
      broker: onBrokerFailure === undefined ? options.broker : heardOf(options.broker, onBrokerFailure),
      requestId,
      nonce,
      clientAddress,
      now: () => options.clock.now(),
      hasDevTools: options.hasDevTools,
      report: (error, note) => options.log.error({ requestId, tenant: tenant?.id, err: error }, note),
      onSessionInvalid: endSession,
      paperMarkOf: options.paperMarkOf,
      onTrader,
    })
    const refused = request.method === 'POST' && !(await takesForms(options.build, request)) ? notAllowed(nonce) : null
    const response = refused ?? (await leaveBeforeLoading(context, request)) ?? (await handle(request, { ...context }))
    const headers = new Headers(response.headers)
    const isSecure = origin.startsWith('https:')
    // The service page may be moved at the desk, within the hosts that the company's file allows.
    const frame = (tenant?.linkHosts ?? []).map((host) => `https://${host}`)
    headers.set(
      'Content-Security-Policy',
      contentSecurityPolicy({ nonce, socketOrigin: new URL(socketUrl).origin, frameOrigins: frame, isSecure, isDev: options.isDev }),
    )
    headers.set('Cache-Control', cacheControlOf(headers.get('Cache-Control'), context))
    headers.append('Vary', 'Cookie, Accept-Language')
    if (context.sending?.isNotKnown) headers.set(SENDING.notKnown, '1')
    renewDeskCookie(headers, context)
    const company = tenant === null || request.method !== 'GET' ? null : companyCookie(request.headers.get('cookie'), tenant, origin)
    if (company !== null) headers.append('Set-Cookie', company)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}

function notAllowed(nonce: string): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Allow: 'GET, HEAD' }
  return new Response(pageHtml({ ...NEUTRAL.notAllowed, language: 'en', direction: 'ltr', retrySeconds: 0, reloads: false, nonce }), {
    status: NEUTRAL.notAllowed.status,
    headers,
  })
}

/** What is written for somebody who is signed in is kept nowhere; only what is the same for everybody may be. */
function cacheControlOf(chosen: string | null, { siteKind, session, desk }: SiteContext): string {
  if (chosen?.startsWith('public')) return chosen
  const isSomebodys = siteKind === 'desk' || session.token !== null || desk.token !== null
  return isSomebodys ? 'no-store' : (chosen ?? 'private, no-cache')
}

/** A hint of which company was visited last, for whoever does not carry it yet; it never decides who may do what. */
export function companyCookie(cookieHeader: string | null, tenant: Pick<Tenant, 'id'>, origin: string): string | null {
  if (readCookie(cookieHeader, COOKIE.company) === tenant.id) return null
  return cookieLine(COOKIE.company, tenant.id, { secure: origin.startsWith('https:'), maxAgeSeconds: THREE_YEARS_SECONDS })
}

/** The same broker, with an ear for what does not come back with data. */
function heardOf(broker: BrokerClient, onFailure: () => void): BrokerClient {
  const hear = <Answer extends { readonly ok: boolean }>(answer: Answer): Answer => {
    if (!answer.ok) onFailure()
    return answer
  }
  const heard = (bound: BoundBroker): BoundBroker => ({
    ...bound,
    call: async (...call) => hear(await bound.call(...call)),
    statement: async () => hear(await bound.statement()),
    as: (...name) => heard(bound.as(...name)),
  })
  return { bind: (scope) => heard(broker.bind(scope)) }
}

/**
 * The socket is where the company's broker is: its own, everybody's, or the one of this process on the site's own host. Only that host
 * says which company it is, so elsewhere the address does: a visitor without a session hears prices there, too.
 */
export function socketUrlOf(tenant: Pick<Tenant, 'id' | 'brokerOrigin'> | null, brokerOrigin: string | undefined, origin: string): string {
  const elsewhere = tenant?.brokerOrigin ?? brokerOrigin
  const socket = `${(elsewhere ?? origin).replace(/^http/, 'ws')}/v1/ws`
  return elsewhere === undefined || tenant === null ? socket : `${socket}?company_id=${tenant.id}`
}

/** While somebody works at the desk their cookie lives on; what a page does by itself (its socket) does not count as work. */
function renewDeskCookie(headers: Headers, { desk, page, isSecure }: SiteContext): void {
  const isByItself = page.split('?')[0] === paths.desk.ticket()
  const isSet = headers.getSetCookie().some((line) => line.startsWith(`${deskCookieName(isSecure)}=`))
  if (desk.token !== null && !desk.isEnded && !isSet && !isByItself) headers.append('Set-Cookie', deskCookie(desk.token, isSecure))
}
