import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { type FakeExchange, startFakeExchange } from '../../tests/fixtures/fake-exchange'
import type { ProviderOrder, ProviderReport } from '../providers/provider'
import { ccxtConnector } from './ccxt-connector'
import { ccxtProvider } from './ccxt-provider'
import { CCXT_VERSION } from './run-ccxt'

const SYMBOL = 'BTCUSDT'
const BTC = {
  symbol: SYMBOL,
  status: 'TRADING',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  isSpotTradingAllowed: true,
  permissionSets: [['SPOT']],
}
const PRECISIONS = {
  baseAssetPrecision: 8,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ['LIMIT', 'MARKET'],
  permissions: ['SPOT'],
}
const FILTERS = [
  { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
  { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
]

type Answer = (parameters: URLSearchParams, response: ServerResponse) => unknown

/** A private side in Binance's format beside the public one of the fake exchange. */
interface Account {
  readonly settings: Readonly<Record<string, unknown>>
  /** What comes of the next orders. */
  onOrder: Answer
  onAsk: Answer
  readonly orders: URLSearchParams[]
}

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function openExchange(): Promise<FakeExchange & { account: Account }> {
  const fake = await startFakeExchange('binance', [SYMBOL])
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://fake')
    const parameters = new URLSearchParams(request.method === 'POST' ? await text(request) : url.search)
    const answer = async (): Promise<unknown> => {
      if (url.pathname.endsWith('/exchangeInfo'))
        return { timezone: 'UTC', rateLimits: [], symbols: [{ ...BTC, ...PRECISIONS, filters: FILTERS }] }
      if (url.pathname.endsWith('/depth')) return await (await fetch(`${fake.restUrl}/${url.search}`)).json()
      if (url.pathname.endsWith('/account')) return { balances: [{ asset: 'BTC', free: '0.12345678', locked: '0.00000001' }] }
      if (request.method === 'POST') account.orders.push(parameters)
      return (request.method === 'POST' ? account.onOrder : account.onAsk)(parameters, response)
    }
    response.setHeader('content-type', 'application/json')
    const body = await answer()
    if (!response.destroyed) response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rest = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
  const account: Account = {
    settings: {
      ...{ apiKey: 'key', secret: 'secret', options: { fetchCurrencies: false, fetchMargins: false, fetchMarkets: { types: ['spot'] } } },
      urls: { api: { public: rest, private: rest, ws: { spot: fake.socketUrl } } },
    },
    onOrder: () => ({}),
    onAsk: () => ({}),
    orders: [],
  }
  ending.push(async () => {
    server.closeAllConnections()
    server.close()
    await fake.close()
  })
  return Object.assign(fake, { account })
}

test('the best prices of a book that ccxt keeps are quoted, digit for digit', async () => {
  const exchange = await openExchange()
  const { settings } = exchange.account
  const connector = ccxtConnector({ id: 'any', exchange: 'binance', symbols: { BTCUSD: 'BTC/USDT', XXXUSD: 'XXX/USDT' }, settings }, () =>
    Date.now(),
  )
  ending.unshift(() => connector.close())
  const said: string[] = []
  connector.start({
    quoted: ({ code, bid, ask }) => void said.push(`${code} ${formatFixedShort(bid)} ${formatFixedShort(ask)}`),
    confirmed() {},
    withdrawn: (codes, reason) => void said.push(`withdrawn ${codes}: ${reason}`),
  })
  await vi.waitFor(() => expect(said).toContain('withdrawn XXXUSD: binance has no XXX/USDT'), { timeout: 30_000 })
  const moving = setInterval(() => exchange.change(SYMBOL, { bids: [[9900, `${1 + Math.random()}`.slice(0, 8)]] }), 20)
  await vi.waitFor(() => expect(said.at(-1)).toBe('BTCUSD 99.99 100.01'), { timeout: 30_000 })
  exchange.change(SYMBOL, { bids: [[10_000, '1.00000000']] })
  await vi.waitFor(() => expect(said.at(-1)).toBe('BTCUSD 100 100.01'))
  expect(connector.health()).toMatchObject({ state: 'live', reason: null, connects: 1 })
  exchange.change(SYMBOL, { bids: [[10_001, '1.00000000']] })
  await vi.waitFor(() => expect(said.at(-1)).toBe('withdrawn BTCUSD: its bid 100.01 and its ask 100.01 are no price'))
  exchange.change(SYMBOL, { bids: [[10_001, '0']] })
  await vi.waitFor(() => expect(said.at(-1)).toBe('BTCUSD 100 100.01'))
  clearInterval(moving)
})

test('an exchange that is not there, and one that nobody knows, are told and tried again', async () => {
  for (const [exchange, reason] of [
    ['binance', /exchangeInfo/],
    ['nowhere', /knows no exchange nowhere/],
  ] as const) {
    const settings = { urls: { api: { public: 'http://127.0.0.1:9' } }, options: { fetchMarkets: { types: ['spot'] } } }
    const connector = ccxtConnector({ id: 'any', exchange, symbols: { BTCUSD: 'BTC/USDT' }, settings }, () => Date.now())
    connector.start({ quoted() {}, confirmed() {}, withdrawn() {} })
    await vi.waitFor(() => expect(connector.health()).toMatchObject({ state: 'down', reason: expect.stringMatching(reason) }), {
      timeout: 30_000,
    })
    await connector.close()
  }
})

const order = (id: string, over: Partial<ProviderOrder> = {}): ProviderOrder => ({
  ...{ id, code: 'BTCUSD', side: 'buy', quantity: parseFixed('0.5'), limit: parseFixed('91284.605') },
  ...over,
})
const made = (parameters: URLSearchParams, over: Readonly<Record<string, unknown>>) => ({
  ...{
    symbol: SYMBOL,
    orderId: 28,
    clientOrderId: parameters.get('newClientOrderId') ?? parameters.get('origClientOrderId'),
    transactTime: 1_700_000_000_000,
  },
  ...{ price: '91284.60', origQty: '0.50000000', timeInForce: 'IOC', type: 'LIMIT', side: 'BUY', ...over },
})
const said = ({ kind, execId, lastQuantity, lastPrice, filledQuantity, leavesQuantity, averagePrice, isFinal }: ProviderReport) =>
  [kind, execId, ...[lastQuantity, lastPrice, filledQuantity, leavesQuantity, averagePrice].map(formatFixedShort), isFinal].join(' ')

test('orders: filled, in part, refused, lost on the way', async () => {
  const { account } = await openExchange()
  const provider = ccxtProvider(
    { id: 'hedge', exchange: 'binance', symbols: { BTCUSD: 'BTC/USDT' }, settings: account.settings },
    () => Date.now(),
    { firstMs: 50, longestMs: 200 },
  )
  ending.unshift(() => provider.close())
  const reports: ProviderReport[] = []
  const connections: string[] = []
  await expect(provider.submit(order('a-0'))).rejects.toThrow('not connected')
  provider.start({ reported: (report) => void reports.push(report), connected: (is, reason) => void connections.push(`${is} ${reason}`) })
  await vi.waitFor(() => expect(connections).toEqual(['true ']), { timeout: 30_000 })
  expect(await provider.positions()).toEqual([{ code: 'BTCUSD', quantity: 12_345_679n }])

  const fills = [
    { price: '91284.50', qty: '0.20000000', commission: '0', commissionAsset: 'BTC', tradeId: 56 },
    { price: '91284.60', qty: '0.10000000', commission: '0', commissionAsset: 'BTC', tradeId: 57 },
  ]
  account.onOrder = (asked) => made(asked, { status: 'EXPIRED', executedQty: '0.30000000', cummulativeQuoteQty: '27385.36', fills })
  await provider.submit(order('a-1'))
  await vi.waitFor(() => expect(reports.length).toBe(3))
  expect(reports.map(said)).toEqual([
    'filled 56 0.2 91284.5 0.2 0.3 91284.5 false',
    'filled 57 0.1 91284.6 0.3 0.2 91284.53333333 false',
    'expired 28-expired 0 0 0.3 0 91284.53333333 true',
  ])
  // The limit lies between two steps: the better one is sent. Digits are the ones that were asked for.
  expect(Object.fromEntries(account.orders[0] ?? [])).toMatchObject({
    quantity: '0.5',
    price: '91284.6',
    timeInForce: 'IOC',
    type: 'LIMIT',
    newClientOrderId: 'a-1',
  })

  reports.length = 0
  account.onOrder = (asked) => made(asked, { status: 'FILLED', type: 'MARKET', executedQty: '0.50000000', cummulativeQuoteQty: '45642.25' })
  await provider.submit(order('a-2', { limit: null, side: 'sell' }))
  await vi.waitFor(() => expect(reports.map(said)).toEqual(['filled 28-0.5 0.5 91284.5 0.5 0 91284.5 true']))
  expect(Object.fromEntries(account.orders[1] ?? [])).toMatchObject({ type: 'MARKET', side: 'SELL', quantity: '0.5' })

  reports.length = 0
  account.onOrder = (_asked, response) => {
    response.statusCode = 400
    return { code: -2010, msg: 'Account has insufficient balance for requested action.' }
  }
  await provider.submit(order('a-3'))
  await vi.waitFor(() =>
    expect(reports[0]).toMatchObject({
      kind: 'rejected',
      orderId: 'a-3',
      isFinal: true,
      reason: expect.stringContaining('insufficient balance'),
    }),
  )
  await provider.submit(order('a-4', { quantity: parseFixed('0.000001') }))
  await vi.waitFor(() =>
    expect(reports[1]).toMatchObject({ kind: 'rejected', orderId: 'a-4', reason: expect.stringContaining('off its step') }),
  )
  expect(account.orders.length).toBe(3)
  expect(connections).toEqual(['true '])

  reports.length = 0
  account.onOrder = (_asked, response) => response.destroy()
  await provider.submit(order('a-5'))
  await vi.waitFor(() => expect(connections.length).toBe(3))
  expect(connections[1]).toMatch(/^false /)
  expect(connections[2]).toBe('true ')
  expect(reports).toEqual([])
  account.onAsk = (asked) => made(asked, { status: 'FILLED', executedQty: '0.50000000', cummulativeQuoteQty: '45642.25' })
  await provider.askAfter(order('a-5'))
  expect(reports.map(said)).toEqual(['status  0 0 0.5 0 91284.5 true'])
  account.onAsk = (_asked, response) => {
    response.statusCode = 400
    return { code: -2013, msg: 'Order does not exist.' }
  }
  await provider.askAfter(order('a-6'))
  expect(reports[1]).toMatchObject({ kind: 'unknown', orderId: 'a-6' })
  account.onAsk = () => made(new URLSearchParams({ newClientOrderId: 'other' }), { status: 'FILLED' })
  await expect(provider.askAfter(order('a-7'))).rejects.toThrow('another order')
  expect(account.orders.filter((sent) => sent.get('newClientOrderId') === 'a-5').length).toBe(1)
})

test('the version that an operator is asked to install is the one that is tested', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.ccxt).toBe(CCXT_VERSION)
})
