/**
 * What a machine that watches this server reads: numbers in the text format of Prometheus.
 *
 * Invariant: labels come from small closed sets (areas, methods, classes of status, the companies that are served, words of our
 * own); nothing names a trader, an order, an address or a path.
 */
import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BrandProblem } from '../../contract/in-process'
import type { BrokerFigures } from '../broker-client/broker-handle'
import type { Logger } from '../process/log.server'
import type { SiteKind } from '../visitor/site'

export type Area = 'health' | 'api' | 'statement' | 'desk' | 'data' | 'page' | 'file' | 'nobody'

export interface AnsweredRequest {
  readonly area: Area
  readonly method: string
  readonly status: number
  /** Empty where no company answered. */
  readonly tenantId: string
  readonly seconds: number
}

/** `kind` is null on a host that nobody answers on. Files of the build never come this far. */
export function areaOf(path: string, kind: SiteKind | 'api' | null): Area {
  if (path === '/healthz' || path === '/readyz') return 'health'
  if (kind === null) return 'nobody'
  if (path === '/.well-known/broker.json' || path.startsWith('/log/')) return 'statement'
  if (/^\/(?:api|v1)(?:\/|$)/.test(path)) return 'api'
  if (kind === 'desk') return 'desk'
  if (path.endsWith('.data') || path.startsWith('/resources/') || path.startsWith('/locales/')) return 'data'
  return /\.[a-z0-9]{2,8}$/i.test(path) ? 'file' : 'page'
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  readonly onAnswered: (answered: AnsweredRequest) => void
  /** The folder of a brand was looked at and could not be served as it is. */
  brandProblems(problems: readonly BrandProblem[]): void
  /** The whole text. */
  text(): Promise<string>
  readonly contentType: string
}

interface MetricsOptions {
  /** Null when the broker is elsewhere. */
  readonly figures: (() => Promise<BrokerFigures>) | null
  /** False while another node serves the same store: then the broker's figures are told there. Left out: this one always serves. */
  readonly isServing?: () => boolean
  /** Whose disk is watched. */
  readonly dataDir: string
  readonly log: Logger
}

export function createMetrics({ figures, isServing = () => true, dataDir, log }: MetricsOptions): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const requests = new Counter({
    name: 'candor_http_requests_total',
    help: 'Answers given, by area, method, class of status and company',
    labelNames: ['area', 'method', 'status', 'tenant'],
    registers,
  })
  const latency = new Histogram({
    name: 'candor_http_request_seconds',
    help: 'From the arrival of a request to the end of its answer',
    labelNames: ['area'],
    buckets: LATENCY_BUCKETS,
    registers,
  })
  const reloads = new Counter({
    name: 'candor_brand_reload_failures_total',
    help: 'Times that the folder of a brand could not be served as it was',
    labelNames: ['tenant'],
    registers,
  })
  new Gauge({
    name: 'candor_disk_free_ratio',
    help: 'Free part of the disk that holds the data folder',
    registers,
    async collect() {
      const disk = await statfs(dataDir).catch(() => null)
      if (disk !== null && disk.blocks > 0) this.set(disk.bavail / disk.blocks)
    },
  })
  if (figures !== null) {
    new Gauge({
      name: 'candor_serving',
      help: '1 on the node that serves the database, 0 on one that stands by',
      registers,
      collect() {
        this.set(isServing() ? 1 : 0)
      },
    })
  }
  // Told only by the node that serves: what another one would say of books that it has not opened is no figure.
  const ofBroker = new Registry()
  const broker = brokerGauges(ofBroker)
  const isReadable = new Gauge({
    name: 'candor_broker_figures_up',
    help: '1 while the broker tells how it is doing',
    registers: [ofBroker],
  })

  return {
    contentType: register.contentType,
    onAnswered({ area, method, status, tenantId, seconds }) {
      requests.inc({ area, method: METHODS.has(method) ? method : 'other', status: `${Math.trunc(status / 100)}xx`, tenant: tenantId })
      latency.observe({ area }, seconds)
    },
    brandProblems(problems) {
      for (const tenant of new Set(problems.map(({ tenantId }) => tenantId))) reloads.inc({ tenant })
    },
    async text() {
      if (figures === null || !isServing()) return register.metrics()
      try {
        broker(await figures())
        isReadable.set(1)
      } catch (error) {
        // What this process itself counts is still told.
        log.warn({ err: error }, 'the figures of the broker could not be read')
        isReadable.set(0)
      }
      return `${await register.metrics()}${await ofBroker.metrics()}`
    },
  }
}

/** Lays the broker's figures over what was told before; one that is gone is not told again. */
function brokerGauges(register: Registry): (figures: BrokerFigures) => void {
  const registers = [register]
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers })
  const counter = (name: string, help: string, labelNames: string[]) => new Counter({ name, help, labelNames, registers })
  const sockets = gauge('candor_sockets', 'Open connections of traders and visitors')
  const ticks = counter('candor_ticks_total', 'Ticks by source and what became of them', ['source', 'verdict'])
  const quoteAge = gauge('candor_quote_age_seconds', 'Age of the quote of an open market', ['instrument'])
  const unquoted = gauge('candor_open_markets_unquoted', 'Open markets without any quote')
  const orders = counter('candor_orders_total', 'What happened to orders', ['tenant', 'event'])
  const queues = gauge('candor_queue_length', 'Rows that wait, and mails and texts that were given up', ['queue'])
  const connections = gauge('candor_db_connections', 'Connections to the store at most')
  const transactions = gauge('candor_db_transactions', 'Transactions under way or waiting for a connection')
  const sealAge = gauge('candor_audit_seal_age_seconds', 'Since the audit chains held everything that had been committed')
  const unwatched = gauge('candor_unwatched_accounts', 'Accounts with open orders that are held against no tick')
  const copies = gauge('candor_provider_copies_up', 'Whether the session of copies of a provider is open', ['provider'])
  const copied = gauge('candor_provider_last_copy_seconds', 'When a provider copied a report last, in Unix time', ['provider'])
  const gaps = gauge('candor_provider_copy_gaps', 'Holes in the numbers of its copies since the start', ['provider'])
  const statements = gauge('candor_provider_statement_missing', 'A statement that is late or cannot be read', ['provider'])
  const behind = gauge('candor_log_witnesses_behind', "Witnesses of a company's log that have not signed its newest checkpoint", ['tenant'])
  const quorumAge = gauge('candor_log_quorum_age_seconds', 'Since the newest checkpoint has been without enough signatures', ['tenant'])
  const busUp = gauge('candor_bus_up', 'Whether other nodes can be told what happens here: 1 with NATS reached, or with one node')
  const busNodes = gauge('candor_bus_other_nodes', 'Other nodes that are heard')
  const busMessages = counter('candor_bus_messages_total', 'Messages between nodes', ['verdict'])
  const busGaps = counter('candor_bus_gaps_total', 'Times something between nodes was missed, after which everything was read again', [])
  return (figures) => {
    const { isConnected, others, sent, heard, unsent, dropped, gaps: missed } = figures.bus
    busUp.set(isConnected ? 1 : 0)
    busNodes.set(others.filter(({ isHeard }) => isHeard).length)
    for (const metric of [busMessages, busGaps]) metric.reset()
    for (const [verdict, count] of Object.entries({ sent, heard, unsent, dropped })) busMessages.inc({ verdict }, count)
    busGaps.inc(missed)
    for (const metric of [behind, quorumAge]) metric.reset()
    for (const { tenantId: tenant, witnesses, quorumAgeMs } of figures.logs) {
      behind.set({ tenant }, witnesses.filter(({ isBehind }) => isBehind).length)
      quorumAge.set({ tenant }, quorumAgeMs / 1000)
    }
    for (const metric of [copies, copied, gaps, statements]) metric.reset()
    for (const book of figures.books) {
      const of = { provider: book.provider }
      if (book.copies !== 'none') copies.set(of, book.copies === 'live' ? 1 : 0)
      if (book.copies !== 'none') gaps.set(of, book.gaps)
      if (book.lastCopyAt !== null) copied.set(of, book.lastCopyAt / 1000)
      if (book.statement !== null) statements.set(of, ['late', 'unreadable'].includes(book.statement) ? 1 : 0)
    }
    unwatched.set(figures.unwatchedAccounts)
    for (const metric of [ticks, quoteAge, orders, queues]) metric.reset()
    sockets.set(figures.sockets)
    const { source, accepted, refused } = figures.ticks
    for (const [verdict, count] of Object.entries({ accepted, ...refused })) ticks.inc({ source, verdict }, count)
    for (const { code, ageMs } of figures.quotes) if (ageMs !== null) quoteAge.set({ instrument: code }, ageMs / 1000)
    unquoted.set(figures.quotes.filter(({ ageMs }) => ageMs === null).length)
    for (const { tenantId, event, count } of figures.orders) orders.inc({ tenant: tenantId, event }, count)
    for (const { queue, length } of figures.queues) queues.set({ queue }, length)
    connections.set(figures.store.connections)
    transactions.set(figures.store.transactions)
    sealAge.set(figures.sealAgeMs / 1000)
  }
}

/** Only whoever is on this machine may look, unless the operator names another address. */
export const LOOPBACK = '127.0.0.1'

/** Serves `/metrics` and nothing else, on a port of its own that no visitor reaches. @throws when the port cannot be had */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { port, host = LOOPBACK }: { readonly port: number; readonly host?: string | undefined },
): Promise<Server> {
  const server = createServer(async (req, res) => {
    if (req.method !== 'GET' || (req.url ?? '').split('?')[0] !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    const text = await metrics.text().catch(() => null)
    res.writeHead(text === null ? 500 : 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
    res.end(text ?? '')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => resolve())
  })
  return server
}
