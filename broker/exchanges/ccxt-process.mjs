// The program in which ccxt runs, begun by run-ccxt.ts; what the two say to each other is written there. Plain JavaScript, because it begins
// without the loader that understands the rest; it decides nothing that can be decided on the other side.
import { setTimeout as pause } from 'node:timers/promises'

const ALIVE_MS = 1000
const RETRY_MS = { first: 1000, longest: 60_000 }

/** @type {import('ccxt').Exchange} */
let exchange
const tell = (message) => process.connected && process.send(message)

const kindsOf = (error) => {
  const kinds = []
  for (let at = error?.constructor; at?.name; at = Object.getPrototypeOf(at)) kinds.push(at.name)
  return kinds
}

/** A name that no bundler follows: ccxt is there only where somebody installed it. */
async function load(name = 'ccxt') {
  const { default: ccxt } = await import(name)
  return ccxt
}

async function open({ exchange: id, settings, symbols, watches }) {
  const ccxt = await load()
  const Exchange = ccxt.pro[id]
  if (Exchange === undefined) throw new Error(`ccxt knows no exchange ${id} with sockets`)
  exchange = new Exchange({ enableRateLimit: true, ...settings })
  // Decimals stay the texts that came.
  exchange.number = String
  if (JSON.stringify(exchange.urls.api).includes('"ws://')) await exchange.loadHttpProxyAgent()
  await exchange.loadMarkets()
  const markets = Object.fromEntries(
    symbols.flatMap((symbol) => {
      const market = exchange.markets[symbol]
      if (market === undefined) return []
      const { base, spot, active, precision } = market
      return [[symbol, { base, isSpot: spot, isActive: active !== false, amountStep: precision.amount, priceStep: precision.price }]]
    }),
  )
  tell({ tell: 'opened', markets, hasSteps: exchange.precisionMode === ccxt.TICK_SIZE })
  if (watches !== null) for (const symbol of Object.keys(markets)) void watch(symbol, watches)
}

async function watch(symbol, by) {
  const text = (number) => (number === undefined ? '' : exchange.numberToString(number))
  let waitMs = RETRY_MS.first
  for (;;) {
    try {
      const seen = by === 'book' ? await exchange.watchOrderBook(symbol) : await exchange.watchTicker(symbol)
      const [bid, ask] = by === 'book' ? [seen.bids[0]?.[0], seen.asks[0]?.[0]] : [seen.bid, seen.ask]
      tell({ tell: 'book', symbol, bid: text(bid), ask: text(ask), time: seen.timestamp ?? null })
      waitMs = RETRY_MS.first
    } catch (error) {
      tell({ tell: 'lost', symbol, reason: String(error.message).slice(0, 200) })
      await pause(waitMs * (0.5 + Math.random() / 2))
      waitMs = Math.min(2 * waitMs, RETRY_MS.longest)
    }
  }
}

const plainOrder = ({ info: _info, trades, ...order }) => ({ ...order, trades: (trades ?? []).map(({ info: _raw, ...trade }) => trade) })

const CALLS = {
  order: async ({ id, symbol, side, amount, price }) => {
    const terms = price === null ? { clientOrderId: id } : { clientOrderId: id, timeInForce: 'IOC' }
    return plainOrder(await exchange.createOrder(symbol, price === null ? 'market' : 'limit', side, amount, price ?? undefined, terms))
  },
  ask: async ({ id, symbol }) => plainOrder(await exchange.fetchOrderWithClientOrderId(id, symbol)),
  balance: async () => (await exchange.fetchBalance()).total,
}

process.on('message', async (message) => {
  try {
    if (message.do === 'open') await open(message)
    else tell({ tell: 'answer', id: message.id, value: await CALLS[message.call](message.terms) })
  } catch (error) {
    const why = { kinds: kindsOf(error), reason: String(error?.message).slice(0, 500) }
    if (message.do === 'open') tell({ tell: 'not-opened', ...why })
    else tell({ tell: 'failed', id: message.id, ...why })
  }
})
process.on('disconnect', () => process.exit())
setInterval(() => tell({ tell: 'alive' }), ALIVE_MS)
