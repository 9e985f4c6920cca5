/**
 * Tells all its clients so many new prices a second, in one of two ways. `candor`: the real way of a price, from
 * the feed over quote board, candles, the tenant's spread and the conflating stream to each connection. `bare`: `ws` alone, one finished
 * message for each price. `node --import tsx fan-out-server.ts <port> candor|bare`; the parent process sends the rate.
 */
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { loadTexts } from '../../broker/ground/texts'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import { TenantMarket } from '../../broker/market/tenant-market'
import { Connection } from '../../broker/socket/connection'
import { MarketStreams } from '../../broker/socket/market-streams'
import { frozenClock } from '../fixtures/frozen-clock'
import { LOCALES_DIR, testTenants } from '../fixtures/test-tenants'

const port = Number(process.argv[2])
const isBare = process.argv[3] === 'bare'

const clock = frozenClock()
/** What a message says of its time is real, so that its age can be measured. */
const wallClock = { now: () => Date.now(), monotonic: () => performance.now() }
const feed = new ScriptedFeed(() => clock.now())
const logger = { debug() {}, info() {}, warn() {}, error() {} }
const market = await openMarket({
  clock,
  logger,
  feed: { kind: 'own', feed },
  candleStore: new MemoryCandleStore(),
  hasTimers: false,
  hasPriceBands: false,
  confirmations: 1,
})
const tenant = testTenants().find(({ id }) => id === 'aurora')!
const tenantMarket = new TenantMarket(market, new Pricing(market), clock)
const streams = new MarketStreams(tenantMarket, wallClock)
const texts = await loadTexts(LOCALES_DIR)
const clients = new Set<WebSocket>()

function quoteAll(round: number): void {
  for (const { code, referencePrice, pricePrecision } of feed.instruments) {
    feed.push(code, referencePrice + BigInt(round % 50) * 10n ** BigInt(8 - pricePrecision))
  }
}

quoteAll(0)
const rows = tenantMarket.dayMarket(tenant).map((row) => JSON.stringify(row))

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, maxPayload: 4096 })
sockets.on('connection', (client) => {
  clients.add(client)
  client.on('error', () => {})
  client.on('close', () => clients.delete(client))
  if (!isBare) streams.joinDayMarket(new Connection(client, 'en', texts, clock.monotonic()), tenant)
})

let turn = 0
function send(): void {
  turn += 1
  if (!isBare) {
    quoteAll(turn)
    streams.flushDayMarket()
    return
  }
  const message = `{"topic":"DAY_MARKET","seq":${turn},"ts":${Date.now()},"data":[${rows[turn % rows.length]}]}`
  for (const client of clients) client.send(message)
}

let everyMs = Number.POSITIVE_INFINITY
let dueAt = Number.POSITIVE_INFINITY
/** Prices a second and client; 0 is silence. What goes out at once is one price, or all of them. */
process.on('message', (offered: number) => {
  everyMs = (1_000 * (isBare ? 1 : rows.length)) / offered
  dueAt = performance.now() + everyMs
})
/** What is due while the one before is still being sent follows it at once: what is offered is not made less. */
function tick(): void {
  if (performance.now() >= dueAt) {
    dueAt += everyMs
    send()
  }
  setImmediate(tick)
}
server.listen(port, '127.0.0.1', () => {
  process.send?.('ready')
  tick()
})
