/**
 * Sends as fast as its clients take it, in one of two ways. `candor`: the real way of a price, from the feed over quote board,
 * candles, the tenant's spread and the conflating stream to each connection. `bare`: one finished text of the same size to
 * every client of `ws`. `node --import tsx fan-out-server.ts <port> candor|bare`
 */
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import { TenantMarket } from '../../broker/market/tenant-market'
import { Connection } from '../../broker/socket/connection'
import { MarketStreams } from '../../broker/socket/market-streams'
import { loadTexts } from '../../broker/texts'
import { frozenClock } from '../fixtures/frozen-clock'
import { LOCALES_DIR, testTenants } from '../fixtures/test-tenants'

const port = Number(process.argv[2])
const isBare = process.argv[3] === 'bare'
/** A client with more than this waiting is behind; the next round starts when nobody is. */
const BEHIND_BYTES = 32 * 1024

const clock = frozenClock()
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
const streams = new MarketStreams(tenantMarket, clock)
const texts = await loadTexts(LOCALES_DIR)
const clients = new Set<WebSocket>()

function quoteAll(round: number): void {
  for (const { code, referencePrice, pricePrecision } of feed.instruments) {
    feed.push(code, referencePrice + BigInt(round % 50) * 10n ** BigInt(8 - pricePrecision))
  }
}

quoteAll(0)
const sample = JSON.stringify({ topic: 'DAY_MARKET', seq: 1, ts: clock.now(), data: tenantMarket.dayMarket(tenant) })

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, maxPayload: 4096 })
sockets.on('connection', (client) => {
  clients.add(client)
  client.on('error', () => {})
  client.on('close', () => clients.delete(client))
  if (!isBare) streams.joinDayMarket(new Connection(client, tenant, 'en', texts, clock.monotonic()), tenant)
})

let round = 0
function sendRound(): void {
  if ([...clients].every(({ bufferedAmount }) => bufferedAmount < BEHIND_BYTES) && clients.size > 0) {
    round += 1
    if (isBare) {
      for (const client of clients) client.send(sample)
    } else {
      quoteAll(round)
      streams.flushDayMarket()
    }
  }
  setImmediate(sendRound)
}
server.listen(port, '127.0.0.1', () => {
  process.send?.('ready')
  sendRound()
})
