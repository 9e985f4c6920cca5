/** What every loader and action is given: the site that was asked, the visitor's session and wishes, and the broker bound to them. */
import { data } from '@remix-run/node'
import { getOperator, type OperatorInfo } from '../../contract/desk/session'
import type { OutputOf } from '../../contract/endpoint'
import type { Tenant, ThemeFile } from '../../contract/tenant'
import { getTrader } from '../../contract/users'
import { type Calendar, type CalendarName, calendarNamed } from '../../rules/market-calendars'
import type { ArrivedSending, BoundBroker, BrokerClient, CallOptions } from '../broker-client/broker.server'
import { BROKER_UNREACHABLE } from '../broker-client/failure-reasons'
import { COOKIE, readCookie } from '../cookies/cookies'
import { readDeskToken } from '../cookies/desk-session.server'
import { type Preferences, preferenceDefaults, readPreferences } from '../cookies/preferences'
import { withChosenTexts } from '../cookies/pseudo-locale.server'
import { readSessionToken } from '../cookies/session.server'
import { chooseLanguage, type Language } from '../language/language'
import { type DrawPaper, drawPaper } from '../paper/paper-maker.server'
import { SIGNED_OUT_HEADER } from '../worker/kept'
import { readSending } from './arrived-sending.server'
import { redirectToDeskLogin } from './desk-login.server'
import type { SiteKind } from './site'

export type TraderInfo = OutputOf<typeof getTrader>

export interface SiteSession {
  readonly token: string | null
  /** The broker said that the token is no longer valid; the answer takes the cookie away. */
  isEnded: boolean
}

/** What the desk's pages have instead of a trader's session. */
export interface SiteDesk {
  /** Null for whoever is not signed in, and on every other host. */
  readonly token: string | null
  /** In the operator's name; code 999 leads to the desk's sign-in page. */
  readonly broker: BoundBroker
  /** The signed-in operator or null, asked once per request; throws a 503 when the broker cannot be asked. */
  readonly operator: () => Promise<OperatorInfo | null>
  /** The broker said that the token is no longer valid. */
  isEnded: boolean
}

export interface SiteContext {
  readonly siteKind: SiteKind
  /** The company of this host; null on the main site. */
  readonly tenant: Tenant | null
  /** What its pages are painted with. */
  readonly palette: ThemeFile
  /** Origin of this site, e.g. `http://aurora.localhost:3000`. */
  readonly origin: string
  readonly isSecure: boolean
  /** Scheme, host and path of the realtime socket for this site. */
  readonly socketUrl: string
  readonly language: Language
  readonly preferences: Preferences
  readonly session: SiteSession
  readonly desk: SiteDesk
  readonly broker: BoundBroker
  /** What a page of scripts sends along with a form; null for everything else. */
  readonly sending: ArrivedSending | null
  readonly requestId: string
  readonly nonce: string
  readonly clientAddress: string
  /** A whole page is asked for, not only what one that stands needs anew. */
  readonly isDocument: boolean
  /** Path and query of the page this request belongs to. */
  readonly page: string
  /** Unix milliseconds of the server's clock (START_AT shifts it). */
  readonly now: () => number
  /** The market hours that this server keeps. */
  readonly calendarNamed: (name: CalendarName) => Calendar
  readonly hasDevTools: boolean
  /** Draws a statement; here, because the site's own bundle does not know where threads are. */
  readonly drawPaper: DrawPaper
  /** The company's sign for paper, a PNG in black on white; null where there is none that can be drawn. */
  readonly paperMark: () => Promise<Uint8Array | null>
  /** The signed-in trader or null, asked once per request; throws a 503 for the error boundary when the broker cannot be asked. */
  readonly trader: () => Promise<TraderInfo | null>
  readonly report: (error: unknown, note: string) => void
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends SiteContext {}
}

interface ContextFacts {
  readonly request: Request
  /** Left out: the company's site, or the main one where there is none. */
  readonly siteKind?: SiteKind
  readonly tenant: Tenant | null
  /** For the sites of no company. */
  readonly housePalette: ThemeFile
  readonly origin: string
  readonly socketUrl: string
  readonly broker: BrokerClient
  readonly requestId: string
  readonly nonce: string
  readonly clientAddress: string
  readonly now: () => number
  readonly hasDevTools: boolean
  readonly report: SiteContext['report']
  readonly onSessionInvalid: (context: SiteContext, options: CallOptions) => void
  /** Left out: no company has a sign. */
  readonly paperMarkOf?: ((tenant: Tenant) => Promise<Uint8Array | null>) | undefined
  /** Told as soon as it is known that a signed-in trader asks. */
  readonly onTrader?: (() => void) | undefined
}

function languageOf(request: Request, tenant: Tenant | null): Language {
  const wish = {
    query: new URL(request.url).searchParams.get('lng'),
    cookie: readCookie(request.headers.get('cookie'), COOKIE.language),
    acceptLanguage: request.headers.get('accept-language'),
  }
  return chooseLanguage(wish, tenant)
}

/** The page that a data request or a form post belongs to, without the parts that only the framework reads. */
function pageOf(request: Request): string {
  const url = new URL(request.url)
  url.searchParams.delete('_routes')
  url.searchParams.delete('index')
  const pathname = url.pathname === '/_root.data' ? '/' : url.pathname.replace(/\.data$/, '')
  return pathname + url.search
}

export function createLoadContext(facts: ContextFacts): SiteContext {
  const { request, tenant, origin } = facts
  const cookies = request.headers.get('cookie')
  const isSecure = origin.startsWith('https:')
  const isForNobody = request.headers.get(SIGNED_OUT_HEADER) === '1'
  const session: SiteSession = { token: isForNobody ? null : readSessionToken(cookies, isSecure), isEnded: false }
  const language = languageOf(request, tenant)
  const sending = readSending(request)
  const broker = facts.broker.bind({
    token: session.token,
    language,
    tenantId: tenant?.id ?? null,
    siteOrigin: origin,
    requestId: facts.requestId,
    clientAddress: facts.clientAddress,
    sending,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    onSessionInvalid: (options) => facts.onSessionInvalid(context, options),
  })
  const siteKind = facts.siteKind ?? (tenant === null ? 'main' : 'tenant')
  let asked: Promise<TraderInfo | null> | undefined
  const context: SiteContext = {
    siteKind,
    tenant: withChosenTexts(tenant, cookies, facts.hasDevTools),
    palette: tenant?.palette ?? facts.housePalette,
    origin,
    isSecure,
    socketUrl: facts.socketUrl,
    language,
    preferences: readPreferences(cookies, preferenceDefaults(tenant)),
    session,
    desk: deskOf(siteKind === 'desk' ? readDeskToken(cookies, isSecure) : null, broker, () => context),
    broker,
    sending,
    requestId: facts.requestId,
    nonce: facts.nonce,
    clientAddress: facts.clientAddress,
    isDocument: !new URL(request.url).pathname.endsWith('.data'),
    page: pageOf(request),
    now: facts.now,
    calendarNamed,
    hasDevTools: facts.hasDevTools,
    drawPaper,
    paperMark: async () => (tenant === null ? null : ((await facts.paperMarkOf?.(tenant)) ?? null)),
    report: facts.report,
    trader: () => {
      if (session.token === null || tenant === null) return Promise.resolve(null)
      asked ??= broker.call(getTrader, {}, { initial: true }).then((answer) => {
        if (answer.ok) facts.onTrader?.()
        if (answer.ok) return answer.data
        if (answer.error.name === 'SESSION_INVALID') return null
        // Nobody is signed out because the broker could not be asked.
        throw data({ reason: BROKER_UNREACHABLE, code: answer.error.name, message: answer.error.msg }, { status: 503 })
      })
      return asked
    },
  }
  return context
}

function deskOf(token: string | null, broker: BoundBroker, context: () => SiteContext): SiteDesk {
  let asked: Promise<OperatorInfo | null> | undefined
  const desk: SiteDesk = {
    token,
    isEnded: false,
    broker: broker.as(token, {
      onSessionInvalid: (options) => {
        desk.isEnded = true
        if (!options.initial) throw redirectToDeskLogin(context())
      },
    }),
    operator: () => {
      if (token === null) return Promise.resolve(null)
      asked ??= desk.broker.call(getOperator, {}, { initial: true }).then((answer) => {
        if (answer.ok) return answer.data
        if (answer.error.name === 'SESSION_INVALID') return null
        throw data({ reason: BROKER_UNREACHABLE, code: answer.error.name, message: answer.error.msg }, { status: 503 })
      })
      return asked
    },
  }
  return desk
}
