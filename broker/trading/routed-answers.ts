/**
 * Answers of calls that asked a provider: they wait for its answer, up to ten seconds, and say what came of it. A call that is given again
 * waits for, and tells of, the same asking.
 */
import type { OutputOf } from '../../contract/endpoint'
import { ERRORS, type ErrorName } from '../../contract/errors'
import { type closeAllOrders, type Order, PROVIDER_ANSWERS_WITHIN_MS, type reverseOrder } from '../../contract/orders'
import type { Language } from '../../contract/primitives'
import { done, type Outcome, refused, type Settling, type Unsettled } from '../calls/handler'
import type { Database } from '../db/open-database'
import { findOrder } from '../ledger/order-store'
import { NO_WORDS, type RouteRow } from '../ledger/routed-orders'
import type { Pricing } from '../market/pricing'
import { orderOnWire } from './list-orders'
import type { SentOrders } from './sent-orders'

/** Stands in the text of an answer that holds an order under way, and in no other. */
const MARK = '"UnderWay"'

export interface AnswerParts {
  readonly database: Database
  readonly pricing: Pricing
  readonly providers: SentOrders | undefined
  errorText(language: Language, name: ErrorName, details?: Readonly<Record<string, string>>): string
}

type Answered = Omit<Unsettled, 'data'>

/** What became of an asking: null while nothing has, the reason where nothing was filled. */
type Settled = { readonly route: RouteRow; readonly order: Order } | { readonly route: RouteRow; readonly refusal: Refusal } | null
type Refusal = Extract<Outcome<never>, { ok: false }>

async function settledOrder(parts: AnswerParts, { tenant, language }: Answered, order: Order, until: number): Promise<Settled> {
  const { providers } = parts
  if (order.UnderWay === undefined || providers === undefined) return null
  const { Purpose: purpose, At: at } = order.UnderWay
  const name = { tenantId: tenant.id, id: BigInt(order.Id) }
  const route = await providers.ended(name, { purpose, at }, Math.max(0, until - Date.now()))
  if (route === null || route.endedAt === null) return null
  if (route.outcome === 'not_filled') return { route, refusal: notFilled(route) }
  const result = await orderById(parts, { tenant, language }, route, route.resultOrderId)
  return { route, order: result ?? order }
}

/** What is over without a word had no price within its limit; a refusal without words is kept with a dash for them. */
function notFilled({ provider, refusal, limitPrice }: RouteRow): Refusal {
  const isOfPrice = limitPrice !== null && (refusal === null || refusal === '')
  const outcome = isOfPrice
    ? refused('NO_PRICE_IN_LIMIT', { provider })
    : refused('ORDER_NOT_FILLED', { provider, reason: refusal || NO_WORDS })
  return outcome as Refusal
}

const deadline = () => Date.now() + PROVIDER_ANSWERS_WITHIN_MS

/** Of a call that answers with one order. */
export function settlingOrder(parts: AnswerParts): Settling {
  return {
    mark: MARK,
    async run({ data, ...answered }) {
      const settled = await settledOrder(parts, answered, data as Order, deadline())
      if (settled === null) return null
      return 'refusal' in settled ? settled.refusal : done(settled.order)
    },
  }
}

/** Each position answers for itself, as where the company is the counterparty. */
export function settlingAll(parts: AnswerParts): Settling {
  return {
    mark: MARK,
    async run({ data, ...answered }) {
      const { closed, kept, under_way = [] } = data as OutputOf<typeof closeAllOrders>
      const until = deadline()
      const all = await Promise.all(under_way.map(async (order) => ({ order, settled: await settledOrder(parts, answered, order, until) })))
      const still = all.flatMap(({ order, settled }) => (settled === null ? [order] : []))
      const ended = all.flatMap(({ settled }) => (settled !== null && 'order' in settled ? [settled.order] : []))
      const refusals = all.flatMap(({ order, settled }) => {
        if (settled === null || !('refusal' in settled)) return []
        const { error, details } = settled.refusal
        return { Id: order.Id, code: ERRORS[error].code, msg: parts.errorText(answered.language, error, details) }
      })
      return done({
        closed: [...closed, ...ended],
        kept: [...kept, ...refusals],
        ...(still.length === 0 ? {} : { under_way: still }),
      })
    },
  }
}

/** First the close, then what was opened behind it: its order is there from the moment the close is booked. */
export function settlingReversal(parts: AnswerParts): Settling {
  return {
    mark: MARK,
    async run({ data, ...answered }) {
      const until = deadline()
      const { closed, opened } = data as OutputOf<typeof reverseOrder>
      const close = await settledOrder(parts, answered, closed, until)
      if (close === null && closed.UnderWay !== undefined) return null
      if (close !== null && 'refusal' in close) return close.refusal
      // Of a position of the company's own book the second order alone goes to a provider: it is under way in the answer.
      const second = close === null ? askingOf(opened) : { id: close.route.openedOrderId, at: close.route.endedAt ?? 0 }
      if (second === null || second.id === null) return null
      const name = { tenantId: answered.tenant.id, id: second.id }
      const route = await parts.providers?.ended(name, { purpose: 'open', at: second.at }, Math.max(0, until - Date.now()))
      const whose = route ?? close?.route ?? null
      const found = whose === null ? null : await orderById(parts, answered, whose, second.id)
      return done({ closed: close?.order ?? closed, opened: found ?? opened })
    },
  }
}

function askingOf({ Id, UnderWay }: Order): { readonly id: bigint | null; readonly at: number } | null {
  return UnderWay === undefined ? null : { id: BigInt(Id), at: UnderWay.At }
}

type Whose = Pick<RouteRow, 'tenantId' | 'traderId'>

async function orderById(parts: AnswerParts, answered: Answered, { tenantId, traderId }: Whose, id: bigint | null): Promise<Order | null> {
  if (id === null) return null
  return parts.database.withTenant(tenantId, async (tx) => {
    const row = await findOrder(tx, tenantId, traderId, id.toString())
    return row === null ? null : orderOnWire(tx, parts, answered, row)
  })
}
