/**
 * The trading calls: each opens the caller's books, lets the desk decide, and answers with the order as the wire has it.
 * What was kept is told to the copy in memory after the commit.
 */

import type { Endpoint, OutputOf } from '../../contract/endpoint'
import { ERRORS, type ErrorName } from '../../contract/errors'
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
import { decideOnBooks } from './on-books'
import { holdingOf } from './open-position'
import { placeOrder } from './place-order'
import { resetDemo } from './reset-demo'
import { reverseOrder as reversePosition } from './reverse-order'
import type { TradingContext } from './trading-context'
import { wireOrder } from './wire-order'

interface TradingHandlerParts extends TradingContext {
  errorText(language: Language, name: ErrorName): string
}

/** Decisions write only when they do not refuse, and last. */
function forAccount<E extends Endpoint>(handler: TraderHandler<E>): Handler<E> {
  return writingLast(forTrader(handler))
}

export function tradingHandlers(parts: TradingHandlerParts) {
  return {
    submitOrder: forAccount<typeof submitOrder>((call) =>
      onBooks(parts, call, (unit) => shown(unit, placeOrder(unit, call.input), call.language)),
    ),
    closeOrder: forAccount<typeof closeOrder>(async (call) => {
      const lots = call.input.cont === undefined ? undefined : parseFixed(call.input.cont)
      const outcome = await onOrder(parts, call, 'ORDER_NOT_HOLDING', (unit, id) =>
        shown(unit, closePosition(unit, id, lots), call.language),
      )
      return outcome
    }),
    closeAllOrders: forAccount<typeof closeAllOrders>(async (call) => answerCloseAll(parts, call)),
    reverseOrder: forAccount<typeof reverseOrder>((call) =>
      onOrder(parts, call, 'ORDER_NOT_HOLDING', (unit, id) => {
        const outcome = reversePosition(unit, id)
        if (!outcome.ok) return outcome
        const { closed, opened } = outcome.data
        return done({ closed: wire(unit, closed, call.language), opened: wire(unit, opened, call.language) })
      }),
    ),
    cancelOrder: forAccount<typeof cancelOrder>((call) =>
      onOrder(parts, call, 'ORDER_NOT_PENDING', (unit, id) => shown(unit, cancelPending(unit, id), call.language)),
    ),
    setStopPrice: forAccount<typeof setStopPrice>((call) => {
      const { input } = call
      const wanted = {
        stopLoss: parseFixed(input.stop_loss_price),
        takeProfit: parseFixed(input.target_profit_price),
        ...(input.target_price === undefined ? {} : { target: parseFixed(input.target_price) }),
        ...(input.trailing_distance === undefined ? {} : { trailingDistance: parseFixed(input.trailing_distance) }),
      }
      return onOrder(parts, call, 'ORDER_NOT_HOLDING', (unit, id) => shown(unit, editOrder(unit, id, wanted), call.language))
    }),
    resetDemoAccount: forAccount<typeof resetDemoAccount>((call) => onBooks(parts, call, resetDemo)),
    listOrders: forTrader(listOrdersHandler(parts.pricing)),
    listPositions: forTrader(listPositionsHandler(parts.pricing)),
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
  return onBooks(parts, call, (unit) => {
    const { closed, kept } = closeAll(unit, code)
    return done({
      closed: closed.map((order) => wire(unit, order, call.language)),
      kept: kept.map(({ id, error }) => ({ Id: id.toString(), code: ERRORS[error].code, msg: parts.errorText(call.language, error) })),
    })
  })
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

function shown(unit: TradeUnit, outcome: Outcome<OrderRow>, language: Language): Outcome<Order> {
  return outcome.ok ? done(wire(unit, outcome.data, language)) : outcome
}

/** The order as it stands on the open books. */
function wire({ desk: { pricing }, tenant, books }: TradeUnit, order: OrderRow, language: Language): Order {
  if (order.status !== ORDER_STATUS.holding) {
    const quote = order.completedAt === null ? pricing.quote(tenant, order.instrumentCode) : null
    return wireOrder(order, { quote, profit: 0n, stopOutPrice: null }, pricing, language)
  }
  const valued = valueOrders(pricing, tenant, holdingOf(books.orders))
  const live = valued.find((one) => one.order.id === order.id)
  const stopOutPrice = stopOutPrices(tenant, accountState(books.account, valued), valued).get(order.instrumentCode) ?? null
  return wireOrder(order, { quote: live?.quote ?? null, profit: live?.profit ?? 0n, stopOutPrice }, pricing, language)
}
