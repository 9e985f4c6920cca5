/**
 * The trading calls: each opens the caller's books, decides on them, and answers with the order as the wire has it.
 * What was kept is told to the copy in memory after the commit.
 */

import type { Endpoint, OutputOf } from '../../contract/endpoint'
import { ERRORS } from '../../contract/errors'
import type { cancelOrder, closeAllOrders, closeOrder, Order, reverseOrder, setStopPrice, submitOrder } from '../../contract/orders'
import type { Language } from '../../contract/primitives'
import type { resetDemoAccount } from '../../contract/users'
import { parseFixed } from '../../rules/decimal'
import {
  done,
  forTrader,
  type Handler,
  type Outcome,
  refused,
  type SomeHandlers,
  settling,
  type TraderCall,
  type TraderHandler,
  writingLast,
} from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { findOrder, type OrderRow } from '../ledger/order-store'
import { type TradeUnit, traderActor } from '../ledger/trade-unit'
import { accountState, stopOutPrices, valueOrders } from './account-figures'
import { cancelPending } from './cancel-order'
import { closeAll } from './close-all'
import { closePosition } from './close-position'
import { editOrder } from './edit-order'
import { getAccountDetailHandler, getBalanceHandler, listOrdersHandler, listPositionsHandler } from './list-orders'
import { factsOfTicket, noteRefusals, type RefusedOrder, typeOfTicket } from './note-refusal'
import { decideOnBooks } from './on-books'
import { holdingOf } from './open-position'
import { placeOrder } from './place-order'
import { resetDemo } from './reset-demo'
import { reverseOrder as reversePosition } from './reverse-order'
import { type AnswerParts, settlingAll, settlingOrder, settlingReversal } from './routed-answers'
import type { TradingContext } from './trading-context'
import { wireOrder } from './wire-order'

type TradingHandlerParts = TradingContext & AnswerParts

/** Decisions write only when they do not refuse, and last. */
function forAccount<E extends Endpoint>(handler: TraderHandler<E>): Handler<E> {
  return writingLast(forTrader(handler))
}

export function tradingHandlers(parts: TradingHandlerParts) {
  return {
    submitOrder: settling(
      forAccount<typeof submitOrder>(async (call) => {
        const outcome = await onBooks(parts, call, (unit) => wireOutcome(unit, placeOrder(unit, call.input), call.language))
        const code = outcome.ok ? undefined : parts.pricing.instrument(call.input.forex_id)?.code
        if (!outcome.ok && code !== undefined) {
          const type = typeOfTicket(parts.pricing, call.tenant, code, call.input)
          const facts = factsOfTicket(call.input, outcome)
          await noteRefusals(call, [{ instrumentCode: code, type, reason: outcome.error, facts }])
        }
        return outcome
      }),
      settlingOrder(parts),
    ),
    closeOrder: settling(
      forAccount<typeof closeOrder>((call) => {
        const lots = call.input.cont === undefined ? undefined : parseFixed(call.input.cont)
        return onPosition(parts, call, (unit, id) => wireOutcome(unit, closePosition(unit, id, { lots }), call.language))
      }),
      settlingOrder(parts),
    ),
    closeAllOrders: settling(
      forAccount<typeof closeAllOrders>(async (call) => answerCloseAll(parts, call)),
      settlingAll(parts),
    ),
    reverseOrder: settling(
      forAccount<typeof reverseOrder>((call) =>
        onPosition(parts, call, (unit, id) => {
          const outcome = reversePosition(unit, id)
          if (!outcome.ok) return outcome
          const { closed, opened } = outcome.data
          return done({ closed: wire(unit, closed, call.language), opened: wire(unit, opened ?? closed, call.language) })
        }),
      ),
      settlingReversal(parts),
    ),
    cancelOrder: forAccount<typeof cancelOrder>((call) =>
      onOrder(parts, call, 'ORDER_NOT_PENDING', (unit, id) => wireOutcome(unit, cancelPending(unit, id), call.language)),
    ),
    setStopPrice: forAccount<typeof setStopPrice>((call) => {
      const { input } = call
      const wanted = {
        stopLoss: parseFixed(input.stop_loss_price),
        takeProfit: parseFixed(input.target_profit_price),
        ...(input.target_price === undefined ? {} : { target: parseFixed(input.target_price) }),
        ...(input.trailing_distance === undefined ? {} : { trailingDistance: parseFixed(input.trailing_distance) }),
      }
      return onOrder(parts, call, 'ORDER_NOT_HOLDING', (unit, id) => wireOutcome(unit, editOrder(unit, id, wanted), call.language))
    }),
    resetDemoAccount: forAccount<typeof resetDemoAccount>((call) => onBooks(parts, call, resetDemo)),
    listOrders: forTrader(listOrdersHandler(parts)),
    listPositions: forTrader(listPositionsHandler(parts)),
    getBalance: forTrader(getBalanceHandler()),
    getAccountDetail: forTrader(getAccountDetailHandler(parts.pricing)),
  } satisfies SomeHandlers
}

async function answerCloseAll(
  parts: TradingHandlerParts,
  call: TraderCall<typeof closeAllOrders>,
): Promise<Outcome<OutputOf<typeof closeAllOrders>>> {
  const { forex_id } = call.input
  const code = forex_id === undefined ? undefined : parts.pricing.instrument(forex_id)?.code
  if (forex_id !== undefined && code === undefined) return refused('INSTRUMENT_NOT_FOUND')
  let refusals: RefusedOrder[] = []
  const outcome = await onBooks(parts, call, (unit) => {
    const { closed, kept, underWay } = closeAll(unit, code)
    refusals = kept.map(({ instrumentCode, error }) => ({ instrumentCode, type: 'close', reason: error }))
    return done({
      closed: closed.map((order) => wire(unit, order, call.language)),
      kept: kept.map(({ id, error, details }) => ({
        Id: id.toString(),
        code: ERRORS[error].code,
        msg: parts.errorText(call.language, error, details),
      })),
      ...(underWay.length === 0 ? {} : { under_way: underWay.map((order) => wire(unit, order, call.language)) }),
    })
  })
  await noteRefusals(call, refusals)
  return outcome
}

function onBooks<E extends Endpoint, T>(
  parts: TradingContext,
  call: TraderCall<E>,
  decide: (unit: TradeUnit) => Outcome<T>,
): Promise<Outcome<T>> {
  const { id } = call.trader
  return decideOnBooks(parts, call, { traderId: BigInt(id), actor: traderActor(id) }, decide)
}

/** A decision on one open order. An order that has ended is not open any more: that is another answer than one that never was. */
async function onOrder<E extends Endpoint, T>(
  parts: TradingContext,
  call: TraderCall<E> & { readonly input: { readonly id: string } },
  ended: 'ORDER_NOT_HOLDING' | 'ORDER_NOT_PENDING',
  decide: (unit: TradeUnit, id: bigint) => Outcome<T>,
): Promise<Outcome<T>> {
  const { id } = call.input
  if (!/^\d{1,18}$/.test(id)) return refused('ORDER_NOT_FOUND')
  const outcome = await onBooks(parts, call, (unit) => decide(unit, BigInt(id)))
  if (outcome.ok || outcome.error !== 'ORDER_NOT_FOUND') return outcome
  const order = await findOrder(call.tx, call.tenant.id, BigInt(call.trader.id), id)
  return order === null ? outcome : refused(ended)
}

/** To close is an order as to open is: where it is refused, that is counted. */
async function onPosition<E extends Endpoint, T>(
  parts: TradingContext,
  call: TraderCall<E> & { readonly input: { readonly id: string } },
  decide: (unit: TradeUnit, id: bigint) => Outcome<T>,
): Promise<Outcome<T>> {
  let instrumentCode: string | undefined
  const outcome = await onOrder(parts, call, 'ORDER_NOT_HOLDING', (unit, id) => {
    instrumentCode = unit.books.orders.find((order) => order.id === id)?.instrumentCode
    return decide(unit, id)
  })
  if (!outcome.ok && instrumentCode !== undefined) await noteRefusals(call, [{ instrumentCode, type: 'close', reason: outcome.error }])
  return outcome
}

function wireOutcome(unit: TradeUnit, outcome: Outcome<OrderRow>, language: Language): Outcome<Order> {
  return outcome.ok ? done(wire(unit, outcome.data, language)) : outcome
}

/** The order as it stands on the open books. */
function wire({ services: { pricing, providers }, tenant, books }: TradeUnit, order: OrderRow, language: Language): Order {
  // It has just been asked for, with what this unit of work writes.
  const asked =
    order.underWay === null ? null : { at: books.now, isSent: order.provider !== null && providers?.isConnected(order.provider) === true }
  if (order.status !== ORDER_STATUS.holding) {
    const quote = order.completedAt === null ? pricing.quote(tenant, order.instrumentCode) : null
    return wireOrder(order, { quote, profit: 0n, stopOutPrice: null, asked }, pricing, language)
  }
  const valued = valueOrders(pricing, tenant, holdingOf(books.orders))
  const live = valued.find((one) => one.order.id === order.id)
  const stopOutPrice = stopOutPrices(tenant, accountState(books.account, valued), valued).get(order.instrumentCode) ?? null
  return wireOrder(order, { quote: live?.quote ?? null, profit: live?.profit ?? 0n, stopOutPrice, asked }, pricing, language)
}
