/**
 * The suite can fail: a broker that breaks the contract in one way is caught by the check that is named for it, which passes as soon
 * as nothing is broken.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { formatFixed, parseFixed } from '../../rules/decimal'
import { type Between, type InProcess, OTHER_HOST, openInProcess, pathOf, withBody } from './in-process'
import { runChecks } from './run-checks'
import { CHECKS } from './suite'

let own: InProcess
let fault: Between = {}
beforeAll(async () => {
  own = await openInProcess({
    fetch: (request, next) => (fault.fetch === undefined ? next(request) : fault.fetch(request, next)),
    frame: (text) => (fault.frame === undefined ? text : fault.frame(text)),
  })
})
afterEach(() => {
  fault = {}
})
afterAll(() => own.close())

type Fields = Record<string, string | number>
type Change = (data: never) => void

/** The data of one call's successes, changed. */
const changing = (endpoint: { readonly path: string }, change: Change): Between => ({
  async fetch(request, next) {
    const response = await next(request)
    if (pathOf(request) !== endpoint.path) return response
    return withBody(response, ({ code, data }) => {
      if (code === 1) change(data)
    })
  },
})

const add = (fields: Fields, name: string, amount: string): void => {
  fields[name] = formatFixed(parseFixed(String(fields[name])) + parseFixed(amount))
}

/** Tokens of the first company are taken on the host of the second one. */
const takingForeignTokens: Between = {
  fetch(request, next) {
    const isForeign = request.headers.has('authorization') && new URL(request.url).host === OTHER_HOST
    return next(isForeign ? new Request(request.url.replace(OTHER_HOST, 'aurora.localhost:3000'), request) : request)
  },
}

const without = (header: string): Between => ({
  fetch(request, next) {
    const headers = new Headers(request.headers)
    headers.delete(header)
    return next(new Request(request, { headers }))
  },
})

const answering = (from: number, to: number, status = 200): Between => ({
  async fetch(request, next) {
    const response = await next(request)
    const body = (await response.clone().json()) as { code: number }
    return body.code === from ? new Response(JSON.stringify({ ...body, code: to }), { status, headers: response.headers }) : response
  },
})

const changingFrames = (change: (message: Record<string, unknown>) => Record<string, unknown> | null): Between => ({
  frame(text) {
    const changed = change(JSON.parse(text) as Record<string, unknown>)
    return changed === null ? null : JSON.stringify(changed)
  },
})

const FAULTS: readonly (readonly [what: string, check: string, fault: Between])[] = [
  ['a balance that is 0.00000001 off', 'orders.buy', changing(ENDPOINTS.getBalance, (data: Fields) => flipping(data))],
  [
    'a price as a number',
    'market.instruments',
    changing(ENDPOINTS.listInstruments, (data: { ForexQuotations: { Bid: unknown } }[]) => {
      for (const { ForexQuotations } of data) ForexQuotations.Bid = Number(ForexQuotations.Bid)
    }),
  ],
  ['keys of intents that are not looked at', 'idempotency.same-key-ten-times', without('idempotency-key')],
  ['the same at once', 'idempotency.same-key-at-once', without('idempotency-key')],
  ['another number for an invalid session', 'session.getTrader', answering(999, 1000)],
  ['an invalid session told by the HTTP status', 'session.listOrders', answering(999, 999, 401)],
  ['foreign tokens that are taken', 'isolation.token-of-another-company', takingForeignTokens],
  [
    'a margin rounded down',
    'orders.margin-converted',
    changing(ENDPOINTS.submitOrder, (data: Fields) => add(data, 'CautionMoney', '-0.00000001')),
  ],
  ['a fee of another rate', 'orders.sell', changing(ENDPOINTS.submitOrder, (data: Fields) => add(data, 'TradeFee', '0.01'))],
  [
    'a profit that was worked out otherwise',
    'orders.close',
    changing(ENDPOINTS.closeOrder, (data: Fields) => add(data, 'FactProfits', '0.00000001')),
  ],
  [
    'an equity without the floating profit',
    'orders.account-figures',
    changing(ENDPOINTS.listOrders, (data: Fields) => add(data, 'net_value', '0.5')),
  ],
  [
    'a limit called a stop',
    'orders.pending-kinds',
    changing(ENDPOINTS.submitOrder, (data: Fields) => {
      if (data.PendingKind === 'limit') data.PendingKind = 'stop'
    }),
  ],
  [
    'candles that begin at the second of their first tick',
    'market.candles-5min',
    changing(ENDPOINTS.getCandles, (data: { Time: number }[]) => {
      for (const candle of data) candle.Time += 1_000
    }),
  ],
  [
    'coarse candles that forget the highest price',
    'market.merged-60min',
    changing(ENDPOINTS.getCandles, (data: Record<string, number>[]) => {
      const apart = (data[1]?.Time ?? 0) - (data[0]?.Time ?? 0)
      if (apart >= 3_600_000) for (const candle of data) candle.High = Math.max(candle.Open ?? 0, candle.Close ?? 0)
    }),
  ],
  ['one language for everybody', 'headers.language', without('lang')],
  [
    'receipts that were written afterwards',
    'statement.receipts',
    changing(ENDPOINTS.listReceipts, (data: { body: Record<string, unknown> }[]) => {
      for (const { body } of data) body.price = '1.00000'
    }),
  ],
  ['a socket that loses a push', 'socket.topics', changingFrames((message) => (message.seq === 2 ? null : message))],
  ['a snapshot that is none', 'socket.day-market', changingFrames(({ snapshot: _snapshot, ...message }) => message)],
]

/** Off by the smallest amount after the first look: a balance that is always off would be consistent with itself. */
let looks = 0
function flipping(data: Fields): void {
  looks += 1
  if (looks % 2 === 0) add(data, 'balance', '0.00000001')
}

test.each(FAULTS)('%s is caught by %s', async (_what, name, broken) => {
  const named = CHECKS.filter((check) => check.name === name)
  fault = broken
  const caught = await runChecks(named, own.subject)
  expect(caught.results.map((result) => [result.name, result.outcome])).toEqual([[name, 'failed']])
  fault = {}
  const sound = await runChecks(named, own.subject)
  expect(sound.results.map((result) => [result.name, result.outcome])).toEqual([[name, 'passed']])
})

test('a broker that cannot be reached fails, and is not passed over', async () => {
  fault = { fetch: async () => Promise.reject(new Error('connection refused')) }
  const { results } = await runChecks(CHECKS, own.subject, { only: ['transport.', 'answer.getBasicInfo', 'statement.broker-json'] })
  expect(results.filter(({ outcome }) => outcome === 'passed')).toEqual([])
  expect(results.find(({ name }) => name === 'answer.getBasicInfo')).toMatchObject({ outcome: 'failed', got: 'connection refused' })
})

test('a broker that limits without saying for how long is told so', async () => {
  fault = { fetch: async () => Response.json({ code: 429, msg: '', data: null }, { status: 429 }) }
  const { results } = await runChecks(CHECKS, own.subject, { only: ['answer.getBasicInfo'] })
  expect(results[0]).toMatchObject({ outcome: 'failed', expected: 'a Retry-After of whole seconds' })
})
