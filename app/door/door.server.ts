/**
 * The door: every request passes here, in this order. Hearsay headers off → host → files → health, certificates → broker API →
 * origin gate → site. What is refused here is refused without naming a company.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import type { BrandProblem } from '../../contract/in-process'
import { NODE_ROLES, type NodeRole } from '../../contract/node-roles'
import { paths } from '../addresses/paths'
import { MAIN_SITE_PAGES, PAGE_ACCESS, pagePath } from '../addresses/route-access'
import { type AppIcons, isAppIconPath } from '../brand/app-icons.server'
import { webManifest } from '../brand/manifest.server'
import { SHARE_IMAGE_PATH, type ShareImages } from '../brand/share-image.server'
import { COOKIE, readCookie } from '../cookies/cookies'
import { readSessionToken } from '../cookies/session.server'
import { chooseLanguage } from '../language/language'
import { type Logger, loggedPath } from '../process/log.server'
import { answerDocument, isDocumentPath } from './api-documents.server'
import { asksForItself, CERTIFICATE_ASK_PATH, certificateStatus } from './certificate-ask.server'
import { isLoopback, isOwnMachine, isPassedOn, peerOf, takeClientAddress } from './forwarding.server'
import { type HostMap, namesTwoHosts, type Site } from './hosts.server'
import { isFormOrNothing } from './is-form.server'
import { type AnsweredRequest, areaOf } from './metrics.server'
import { NEUTRAL, sendNeutral } from './neutral-page.server'
import { type BodiesUnderWay, BodyBound, BodyTooLarge, sendWebResponse, toWebRequest } from './node-web.server'
import { mayRead, passesOriginGate } from './origin-gate.server'
import { PAGE_METHODS, rawPathOf, targetFault } from './request-target.server'
import { setBaseHeaders } from './security-headers.server'
import { BODY_LIMITS } from './server-limits'
import { newNonce, type SharedHome } from './shared-home.server'
import type { SiteHandler } from './site-handler.server'
import { askAnotherNode, type StandingBy, sendStandingBy } from './standing-by.server'
import type { FileHandler } from './static-files.server'

export interface DoorOptions {
  readonly hosts: HostMap
  readonly scheme: 'http' | 'https'
  readonly trustedProxies: ReadonlySet<string>
  readonly files: FileHandler
  readonly site: SiteHandler
  /** Answers with the home page that visitors share, where it is theirs. */
  readonly sharedHome?: SharedHome | undefined
  readonly shareImages: ShareImages
  /** Left out: no brand has pictures for a home screen. */
  readonly appIcons?: AppIcons | undefined
  /** The embedded broker; null when the broker is elsewhere. */
  readonly brokerFetch: ((request: Request, clientAddress: string) => Promise<Response>) | null
  /** Where a broker elsewhere answers; a company's own `brokerOrigin` goes before it. */
  readonly brokerOrigin?: string | undefined
  /** Leads to the broker's developer's outbox. */
  readonly hasDevTools?: boolean
  /** The outbox is shown to whoever asks from this machine, and to nobody else. */
  readonly isOutboxForMachine?: boolean
  readonly isReady: () => Promise<boolean>
  /** What this node does; left out: everything. */
  readonly roles?: readonly NodeRole[] | undefined
  /** Left out: this node always serves. */
  readonly standingBy?: StandingBy | undefined
  /** What keeps brands from being served as their folders say; told only to this machine. */
  readonly brandProblems?: () => readonly BrandProblem[]
  readonly isClosing: () => boolean
  readonly log: Logger
  /** Hears of every answer that was given. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined
}

/** The second takes both sides of a document at once, from a browser without scripts. */
const PICTURE_BODY_BYTES: ReadonlyMap<string, number> = new Map([
  [paths.action.uploadImage(), BODY_LIMITS.picture],
  [paths.mine.auth(), 2 * BODY_LIMITS.picture],
  [paths.mine.charge(), BODY_LIMITS.picture],
  [paths.feedback(), BODY_LIMITS.picture],
  [paths.mine.chat(), BODY_LIMITS.picture],
])

const isBrokerPath = (path: string, hasDevTools: boolean): boolean =>
  /^\/(api|v1)(\/|$)|^\/log\//.test(path) || path === '/.well-known/broker.json' || (hasDevTools && /^\/dev\/outbox(\.json)?$/.test(path))

interface Visit {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly path: string
  readonly requestId: string
  readonly clientAddress: string
  /** The connection comes from this machine, and no proxy says that it asks for another one. */
  readonly isFromHere: boolean
  /** Asked from this machine itself, past every proxy. */
  readonly isOwnMachine: boolean
  /** Asked by this machine or a proxy of ours for itself, not for a visitor. */
  readonly asksForItself: boolean
  readonly bodies: BodiesUnderWay
  /** From here on the answer is compressed as it is written. The home page that visitors share comes with its own gzip. */
  compress(): void
}

function sendJson(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  res.end(JSON.stringify(body))
}

async function answerHealth(options: DoorOptions, { path, res, isOwnMachine }: Visit): Promise<boolean> {
  if (path === '/healthz') {
    sendJson(res, 200, { ok: true })
    return true
  }
  if (path !== '/readyz') return false
  const standsBy = options.standingBy?.isNow() === true
  const isReady = !standsBy && !options.isClosing() && (await options.isReady().catch(() => false))
  // A brand that could not be changed is still served: whoever looks after the machine is told, and nobody else learns who is here.
  const problems = isOwnMachine ? (options.brandProblems?.() ?? []) : []
  const roles = isOwnMachine && options.roles !== undefined && options.roles.length < NODE_ROLES.length ? { roles: options.roles } : {}
  sendJson(
    res,
    isReady ? 200 : 503,
    { ok: isReady, ...(standsBy ? { state: 'standing by' } : {}), ...roles, ...(problems.length === 0 ? {} : { brands: problems }) },
    isReady ? {} : { 'Retry-After': '5' },
  )
  return true
}

async function answerFromBroker(options: DoorOptions, visit: Visit, origin: string): Promise<void> {
  if (options.brokerFetch === null) return sendNeutral(visit.res, NEUTRAL.notFound)
  const request = toWebRequest(visit.req, visit.res, origin, new BodyBound(BODY_LIMITS.picture, visit.bodies))
  request.headers.set('x-request-id', visit.requestId)
  await sendWebResponse(visit.res, await options.brokerFetch(request, visit.clientAddress))
}

async function answerFromSite(options: DoorOptions, visit: Visit, site: Exclude<Site, { kind: 'api' }>, origin: string): Promise<void> {
  const { req, res } = visit
  if (!PAGE_METHODS.has(req.method ?? 'GET')) return sendNeutral(res, NEUTRAL.notAllowed)
  const secFetchSite = req.headers['sec-fetch-site']
  const isOurs = passesOriginGate({
    method: req.method ?? 'GET',
    origin: req.headers.origin ?? null,
    secFetchSite: typeof secFetchSite === 'string' ? secFetchSite : null,
    siteOrigin: origin,
  })
  if (!isOurs || (site.kind === 'desk' && !mayRead(req))) return sendNeutral(res, NEUTRAL.refusedOrigin)
  // Pictures are taken from signed-in visitors only: more than a form is read once the session is known to live.
  const hasSession = readSessionToken(req.headers.cookie ?? null, options.scheme === 'https') !== null
  const maxBytes = (hasSession ? PICTURE_BODY_BYTES.get(visit.path) : undefined) ?? BODY_LIMITS.form
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return sendNeutral(res, NEUTRAL.tooLarge)
  if (!isFormOrNothing(req)) return sendNeutral(res, NEUTRAL.noForm)
  if (site.kind === 'tenant' && (await options.sharedHome?.({ req, res, site, origin }))) return
  visit.compress()
  const body = new BodyBound(BODY_LIMITS.form, visit.bodies, BODY_LIMITS.fields)
  const response = await options.site({
    request: toWebRequest(req, res, origin, body),
    siteKind: site.kind,
    tenant: site.kind === 'tenant' ? site.tenant : null,
    origin,
    requestId: visit.requestId,
    nonce: newNonce(),
    clientAddress: visit.clientAddress,
    onTrader: () => {
      // Only files make a form long; what a form without one could hold is bounded for everybody.
      if (/^multipart\//i.test(req.headers['content-type'] ?? '')) body.maxBytes = maxBytes
    },
  })
  if (body.broken !== null) {
    // Whoever is still sending reads no answer: the rest is let run by, unread.
    req.resume()
    await response.body?.cancel()
    return sendNeutral(res, body.broken === 'too-many' ? NEUTRAL.busy : NEUTRAL.tooLarge)
  }
  await sendWebResponse(res, response)
}

function answerManifest(site: Site, { req, res }: Visit): void {
  if (site.kind !== 'tenant') {
    sendNeutral(res, NEUTRAL.notFound)
    return
  }
  const cookie = readCookie(req.headers.cookie ?? null, COOKIE.language)
  const wish = { query: null, cookie, acceptLanguage: req.headers['accept-language'] ?? null }
  const language = chooseLanguage(wish, site.tenant)
  sendJson(res, 200, webManifest(site.tenant, language), {
    'Content-Type': 'application/manifest+json',
    'Cache-Control': 'private, max-age=300',
  })
}

/** Search engines read what anybody may; desk and API hold nothing for them, and personal pages only lead to the login. */
function answerRobots({ kind }: Site, { res }: Visit): void {
  const isPublic = kind === 'tenant' || kind === 'main'
  const rules = isPublic
    ? ['Allow: /mine/announcement', 'Disallow: /mine/', 'Disallow: /api/', 'Disallow: /v1/', 'Disallow: /dev/']
    : ['Disallow: /']
  res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' })
  res.end(['User-agent: *', ...rules, ''].join('\n'))
}

/** The picture of a link and those of a home screen: drawn by us, each in the colours of its brand. */
async function answerPicture({ shareImages, appIcons }: DoorOptions, site: Site, { req, res, path }: Visit): Promise<void> {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (site.kind !== 'tenant' || !isRead) return sendNeutral(res, NEUTRAL.notFound)
  const picture = await (path === SHARE_IMAGE_PATH ? shareImages(site.tenant) : appIcons?.(site.tenant, path))
  if (picture == null) return sendNeutral(res, NEUTRAL.notFound)
  res.writeHead(200, { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600', 'Content-Length': picture.byteLength })
  res.end(picture)
}

async function route(options: DoorOptions, visit: Visit): Promise<void> {
  const { req, res, path } = visit
  if (namesTwoHosts(req)) return sendNeutral(res, NEUTRAL.badRequest)
  const fault = targetFault(req)
  if (fault !== null) return sendNeutral(res, fault)
  // Health checks come from inside and ask by address, so they are answered before the host is looked at.
  if (await answerHealth(options, visit)) return
  if (path === CERTIFICATE_ASK_PATH && visit.asksForItself) {
    const status = certificateStatus(req.url ?? '', options.hosts)
    return sendJson(res, status, { ok: status === 200 })
  }
  const site = options.hosts.siteOf(req.headers.host)
  if (site === null) return sendNeutral(res, NEUTRAL.unknownHost)
  if (options.isClosing()) return sendNeutral(res, NEUTRAL.closing)
  if (path === '/robots.txt') return answerRobots(site, visit)
  const origin = `${options.scheme}://${site.host}`
  const elsewhere = 'tenant' in site ? site.tenant?.brokerOrigin : undefined
  if (options.standingBy?.isNow() === true && elsewhere === undefined) {
    askAnotherNode(req, res)
    // A call is refused by the broker itself, in the words of the contract.
    if (!isBrokerPath(path, options.hasDevTools === true)) return sendStandingBy(req, res, site, options.standingBy)
  }
  const role = isBrokerPath(path, options.hasDevTools === true) ? 'api' : 'site'
  if (options.roles?.includes(role) === false) {
    askAnotherNode(req, res)
    return sendNeutral(res, NEUTRAL.elsewhere)
  }
  if (site.kind !== 'desk' && isDocumentPath(path)) return answerDocument(req, res, path, elsewhere ?? options.brokerOrigin ?? origin)
  if (isBrokerPath(path, options.hasDevTools === true)) {
    if (options.isOutboxForMachine === true && path.startsWith('/dev/') && !visit.isFromHere) return sendNeutral(res, NEUTRAL.notFound)
    return elsewhere === undefined ? answerFromBroker(options, visit, origin) : sendNeutral(res, NEUTRAL.notFound)
  }
  const spelled = otherSpelling(site, visit)
  if (spelled !== null) return redirectTo(res, spelled)
  if (site.kind === 'api' || (site.kind === 'desk' && !isOfDesk(options, visit))) return sendNeutral(res, NEUTRAL.notFound)
  if (site.kind === 'desk' && path === '/') return redirectTo(res, paths.desk.home())
  // Elsewhere the desk's addresses are those of no page: they lead home.
  if (site.kind !== 'desk' && isDeskPath(path)) return redirectTo(res, paths.home())
  if (site.kind === 'main' && !MAIN_SITE_PAGES.has(path) && Object.hasOwn(PAGE_ACCESS, path)) return redirectTo(res, paths.home())
  if (path === '/manifest.json') return answerManifest(site, visit)
  if (path === SHARE_IMAGE_PATH || isAppIconPath(path)) return answerPicture(options, site, visit)
  await answerFromSite(options, visit, site, origin)
}

/** The one spelling of a page that was asked for in another (`/Order`, `/order/`), with its query; null for every other address. */
function otherSpelling({ kind }: Site, { req, path }: Visit): string | null {
  if (kind === 'api' || (req.method !== 'GET' && req.method !== 'HEAD')) return null
  // What the table holds is safe to send; a path of the desk is sent as it came, but for its case.
  const spelled = isDeskPath(path.toLowerCase()) ? path.toLowerCase() : pagePath(path)
  if (spelled === path || !(isDeskPath(spelled) || Object.hasOwn(PAGE_ACCESS, spelled))) return null
  const query = (req.url ?? '').indexOf('?')
  return query < 0 ? spelled : spelled + (req.url ?? '').slice(query)
}

const isDeskPath = (path: string): boolean => /^\/desk(?:\.data$|\/|$)/.test(path)

/** The desk's host has the desk's pages, what they are made of, and nothing of a company's site. With a broker elsewhere the desk is there. */
function isOfDesk({ brokerFetch }: DoorOptions, { path }: Visit): boolean {
  if (brokerFetch === null) return false
  return path === '/' || isDeskPath(path) || path.startsWith('/locales/') || /^\/preferences(?:\.data)?$/.test(path)
}

function redirectTo(res: ServerResponse, location: string): void {
  res.writeHead(302, { Location: location, 'Cache-Control': 'no-store' })
  res.end()
}

function logWhenDone({ log, hosts, onAnswered }: DoorOptions, { req, res, path: asked, requestId }: Visit): void {
  const started = process.hrtime.bigint()
  const path = loggedPath(req.url ?? '/')
  res.once('close', () => {
    const ms = Number((process.hrtime.bigint() - started) / 10_000n) / 100
    const level = res.statusCode >= 500 ? 'error' : 'info'
    log[level]({ requestId, method: req.method, host: req.headers.host?.slice(0, 100), path, status: res.statusCode, ms }, 'request')
    const site = onAnswered === undefined ? null : hosts.siteOf(req.headers.host)
    onAnswered?.({
      area: areaOf(asked, site?.kind ?? null),
      method: req.method ?? '',
      status: res.statusCode,
      tenantId: site?.kind === 'tenant' ? site.tenant.id : '',
      seconds: ms / 1000,
    })
  })
}

export function createDoor(options: DoorOptions): RequestListener {
  const compress = compression({
    flush: constants.Z_SYNC_FLUSH,
    // Half the work of the usual 4 and 6 for a twentieth more bytes: what is packed here is packed for one reader.
    level: 3,
    // A window as long as our longest page: the usual one is four megabytes, made and thrown away for each answer.
    brotli: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 },
    },
  } as Parameters<typeof compression>[0])
  const isSecure = options.scheme === 'https'
  const bodies: BodiesUnderWay = { most: BODY_LIMITS.together, bytes: 0 }

  return (req, res) => {
    const isHere = isOwnMachine(req, options.trustedProxies)
    const isFromHere = isLoopback(peerOf(req)) && !isPassedOn(req)
    const isForItself = asksForItself(req, options.hosts, options.trustedProxies)
    const clientAddress = takeClientAddress(req, options.trustedProxies)
    const path = rawPathOf(req)
    let isCompressed = false
    const visit: Visit = {
      req,
      res,
      path,
      requestId: randomUUID(),
      clientAddress,
      isFromHere,
      isOwnMachine: isHere,
      bodies,
      asksForItself: isForItself,
      compress() {
        if (isCompressed) return
        isCompressed = true
        // Types of `compression` speak Express; it only needs Node's own request and response, and goes on at once.
        compress(req as never, res as never, () => undefined)
      },
    }
    if (path !== paths.home()) visit.compress()
    res.setHeader('X-Request-Id', visit.requestId)
    setBaseHeaders(res, isSecure)
    const isFileHost = targetFault(req) === null && options.hosts.siteOf(req.headers.host) !== null && !namesTwoHosts(req)
    const answer = (): void => {
      logWhenDone(options, visit)
      route(options, visit).catch((error: unknown) => {
        if (error instanceof BodyTooLarge) return sendNeutral(res, NEUTRAL.tooLarge)
        if (res.destroyed || req.destroyed) return
        options.log.error({ requestId: visit.requestId, err: error }, 'request failed')
        sendNeutral(res, NEUTRAL.failed)
      })
    }
    if (isFileHost) options.files(req, res, answer)
    else answer()
  }
}
