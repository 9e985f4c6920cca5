/**
 * The door of the house: reads the environment, loads the brands, opens the broker, and serves site, API and socket on one
 * port until it is told to stop.
 */

import { createServer } from 'node:http'
import path from 'node:path'
import { appIcons } from './app/brand/app-icons.server'
import { paperMarks } from './app/brand/paper-mark.server'
import { shareImages } from './app/brand/share-image.server'
import { openBrandHistory } from './app/brand-files/brand-history.server'
import { describeCalendarEnd, MEND_CALENDAR, readCalendarFile } from './app/brand-files/calendar-file.server'
import { type LiveBrands, openLiveBrands } from './app/brand-files/live-brands.server'
import { createBrokerClient } from './app/broker-client/broker.server'
import type { BrokerHandle } from './app/broker-client/broker-handle'
import { type BrokerConnection, connectBroker } from './app/broker-client/connect-broker.server'
import { isDeskChange, shareAnswers } from './app/broker-client/shared-answers.server'
import { createDoor } from './app/door/door.server'
import { liveHostMap } from './app/door/hosts.server'
import type { Metrics } from './app/door/metrics.server'
import { SERVER_LIMITS } from './app/door/server-limits'
import { createSharedHome } from './app/door/shared-home.server'
import { loadSiteBuild } from './app/door/site-build.server'
import { createSiteHandler } from './app/door/site-handler.server'
import { standingByTexts } from './app/door/standing-by.server'
import { staticFiles } from './app/door/static-files.server'
import { acceptUpgrades } from './app/door/upgrades.server'
import { type Clock, createClock } from './app/process/clock.server'
import { type Env, readEnv } from './app/process/env.server'
import { createLog, type Logger } from './app/process/log.server'
import { stopCleanly } from './app/process/shutdown.server'
import { judgeBrand } from './broker/brands/judge-brand'
import { ROOT_FOLDER as root } from './broker/ground/root-folder'
import { deskHost } from './contract/house-hosts'
import type { BrandUpdate } from './contract/in-process'
import type { Tenant } from './contract/tenant'
import { describeProblem } from './contract/tenant/problem'
import { putInForce } from './rules/market-calendars'

const isDev = process.argv.includes('--dev')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function refuse(lines: readonly string[]): never {
  process.stderr.write(`Candor does not start:\n${lines.map((line) => `  - ${line}`).join('\n')}\n`)
  process.exit(1)
}

async function loadBrands(env: Env, clock: Clock, log: Logger, mayRecord: () => boolean): Promise<LiveBrands> {
  const brands = await openLiveBrands({
    clock,
    logger: log,
    history: openBrandHistory(path.resolve(root, env.DATA_DIR)),
    mayRecord,
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    themesDir: path.resolve(root, env.THEMES_DIR),
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    takesRealMoney: env.MODE === 'real',
    judge: judgeBrand,
    thread: new URL(import.meta.url.endsWith('.ts') ? './scripts/read-brands-thread.mjs' : './read-brands-thread.js', import.meta.url),
  })
  const { tenants, problems } = brands
  if (tenants.length === 0) refuse([`no usable brand in ${env.TENANTS_DIR}/`, ...problems.map(describeProblem)])
  const served = new Set(tenants.map(({ id }) => id))
  for (const problem of problems)
    say(`This brand is ${served.has(problem.tenantId) ? 'served without its news' : 'not served'}: ${describeProblem(problem)}`)
  return brands
}

/** Before anything asks whether a market is open. */
function keepMarketHours(env: Env, clock: Clock): void {
  const reading = readCalendarFile(path.resolve(root, env.TENANTS_DIR))
  if (!reading.ok) refuse(reading.problems.map(describeProblem))
  putInForce(reading.value.calendars)
  const ending = describeCalendarEnd(reading.value.calendars, clock.now())
  if (ending !== null) say(`${ending}; ${MEND_CALENDAR}`)
}

/** The first words of a node that stands by; where everything is, it says when it serves. */
function announceStandingBy(env: Env): void {
  say('')
  say(`Candor stands by on port ${env.PORT}: another node serves this database. It takes over by itself when that one is gone.`)
}

function announce(env: Env, tenants: readonly Tenant[], demoLogins: ReturnType<BrokerConnection['demoLogins']>): void {
  say('')
  say('Candor is ready.')
  say(`  ${'Companies'.padEnd(18)} ${env.PUBLIC_SCHEME}://${env.BASE_DOMAIN}`)
  for (const tenant of tenants) say(`  ${tenant.name.padEnd(18)} ${tenant.siteOrigin}`)
  say('')
  say('To trade at once: open a brand, choose "Log in", then "Create a demo account". No email is needed.')
  if (env.MODE === 'demo') say('Mode: demo. All money is simulated.')
  if (env.BROKER_ORIGIN === undefined) announceDesk(env, demoLogins)
  if (env.BROKER_ORIGIN === undefined) say(`Mails: ${whereMailsGo(env)}.`)
}

function announceDesk(env: Env, demoLogins: ReturnType<BrokerConnection['demoLogins']>): void {
  say('')
  say(`Operator's desk: ${env.PUBLIC_SCHEME}://${deskHost(env.BASE_DOMAIN)}`)
  for (const { name, password } of demoLogins) {
    say(`  ${name.padEnd(10)} password ${password ?? 'as you changed it'}, code: npm run operator -- code ${name}`)
  }
  if (demoLogins.length > 0) say('  To fill a company with traders, deposits, withdrawals and papers: npm run seed -- --tenant aurora')
  if (demoLogins.length === 0) say('  who may sign in there: npm run operator -- add <name> --display "…" --role … --tenant …')
  say('')
}

function whereMailsGo(env: Env): string {
  // The address holds a password: only the host is said.
  if (env.SMTP_URL !== undefined) return `sent by ${new URL(env.SMTP_URL).host}`
  if (env.DEV_TOOLS) return `not sent, shown at ${env.PUBLIC_SCHEME}://${env.BASE_DOMAIN}/dev/outbox`
  return 'not sent, they wait in the queue until SMTP_URL is set'
}

async function openEmbeddedBroker(env: Env, brands: LiveBrands, clock: Clock, log: Logger): Promise<BrokerHandle> {
  // Loaded only here: with a broker elsewhere no database is opened.
  const { openBroker } = await import('./broker/open-broker')
  return openBroker({
    env,
    tenants: brands.tenants,
    clock,
    log,
    onUnfit: (error) => refuse([error.message]),
    lookAtBrands: () => void brands.settle(),
  })
}

/** Numbers for whoever watches this machine, on a port of their own. */
async function watch({ METRICS_PORT: port = 0, METRICS_HOST: host }: Env, metrics: Metrics, brands: LiveBrands): Promise<void> {
  const { serveMetrics } = await import('./app/door/metrics.server')
  const server = await serveMetrics(metrics, { port, host })
  server.unref()
  metrics.brandProblems(brands.problems)
}

async function listen(env: Env, log: Logger): Promise<void> {
  const clock = createClock(env.START_AT)
  keepMarketHours(env, clock)
  // Brands are read before the broker is there; nothing of them is written down before it serves.
  let isServing = () => false
  const brands = await loadBrands(env, clock, log, () => isServing())
  const { tenants } = brands
  const hosts = liveHostMap(tenants, env.BASE_DOMAIN)
  // Before the broker: reading it keeps the process busy for seconds, and a node that serves has to answer for its lock.
  const build = await loadSiteBuild({ root, isDev })
  const broker = await connectBroker(env, () => openEmbeddedBroker(env, brands, clock, log))
  isServing = broker.isServing
  const standsBy = () => !broker.isServing()
  let isClosing = false
  const watched = { figures: broker.figures, isServing, dataDir: path.resolve(root, env.DATA_DIR), log }
  // Loaded only where somebody watches.
  const metrics = env.METRICS_PORT === undefined ? null : (await import('./app/door/metrics.server')).createMetrics(watched)
  const calls = createBrokerClient({
    send: (request) => broker.send(request).finally(() => hasChanged(request)),
    timeoutMs: env.BROKER_TIMEOUT_MS,
    ...(env.BROKER_ORIGIN === undefined ? {} : { origin: env.BROKER_ORIGIN }),
    originOf: (id) => (id === null ? undefined : brands.byId(id)?.brokerOrigin),
  })
  const shared = shareAnswers(calls)
  const hasChanged = (request: Request): void => {
    if (isDeskChange(request)) shared.forget()
  }
  const { answer } = broker
  const pictureAt = (id: string, address: string) => brands.picture(id, path.basename(address.split('?')[0] ?? ''))?.content
  const site = createSiteHandler({
    build: build.serverBuild,
    broker: shared.broker,
    clock,
    log,
    brokerOrigin: env.BROKER_ORIGIN,
    housePalette: () => brands.housePalette,
    paperMarkOf: paperMarks(
      ({ id, logoPath }) => pictureAt(id, logoPath),
      (error) => log.warn({ err: error }, 'a logo could not be drawn for paper'),
    ),
    hasDevTools: env.DEV_TOOLS,
    isDev,
  })
  const door = createDoor({
    hosts,
    scheme: env.PUBLIC_SCHEME,
    trustedProxies: new Set(env.TRUSTED_PROXIES),
    files: staticFiles({
      clientDir: path.join(root, 'build/client'),
      publicDir: path.join(root, 'public'),
      brandFile: (id, name) => brands.picture(id, name),
      isDev,
    }),
    site,
    // In development a page follows the source from one moment to the next.
    sharedHome: isDev ? undefined : createSharedHome({ site, monotonic: () => clock.monotonic() }),
    shareImages: shareImages(path.join(root, 'public')),
    appIcons: appIcons(({ id, iconPath }) => pictureAt(id, iconPath)),
    brokerFetch: answer === null ? null : (request, address) => answer(request, address).finally(() => hasChanged(request)),
    brokerOrigin: env.BROKER_ORIGIN,
    hasDevTools: env.DEV_TOOLS,
    isOutboxForMachine: env.OUTBOX_FOR === 'machine',
    isReady: broker.isReady,
    roles: env.ROLES,
    standingBy: { isNow: standsBy, text: standingByTexts(path.join(root, 'locales')) },
    brandProblems: () => brands.problems,
    isClosing: () => isClosing,
    log,
    onAnswered: metrics?.onAnswered,
  })
  const server = createServer(SERVER_LIMITS, build.middleware === null ? door : build.middleware(door))
  const upgrades = {
    hosts,
    handle: broker.handleUpgrade,
    isClosing: () => isClosing,
    standsBy,
    takesSockets: env.ROLES.includes('sockets'),
    trustedProxies: new Set(env.TRUSTED_PROXIES),
  }
  acceptUpgrades(server, upgrades)
  stopCleanly({
    server,
    log,
    close: [() => brands.close(), () => build.close(), () => broker.close()],
    onClosing: () => (isClosing = true),
  })
  if (metrics !== null) await watch(env, metrics, brands)
  const counted = { take: (update: BrandUpdate) => metrics?.brandProblems(update.problems) }
  const followed = {
    take: ({ tenants: now }: BrandUpdate) => {
      hosts.replace(now)
      shared.forget()
    },
  }
  brands.follow([counted, followed, ...(broker.brands === null ? [] : [broker.brands])])
  server.once('error', (error: NodeJS.ErrnoException) => {
    refuse([error.code === 'EADDRINUSE' ? `port ${env.PORT} is already in use; set PORT to another one` : error.message])
  })
  // A storm of new connections must find a place in line: one that is dropped there comes back a second later at the earliest.
  server.listen({ port: env.PORT, backlog: 4096 }, () => {
    if (standsBy()) announceStandingBy(env)
    broker.whenServing(() => {
      announce(env, brands.tenants, broker.demoLogins())
      brands.recordLive()
    })
  })
}

// Whatever is written from here on, by whomever: nobody else on the machine reads or changes it.
process.umask(0o077)
const result = await readEnv()
if (!result.ok) refuse(result.problems)
const log = createLog(result.env.LOG_LEVEL)
listen(result.env, log).catch((error: unknown) => refuse([error instanceof Error ? error.message : String(error)]))
