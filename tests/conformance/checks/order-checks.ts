/** The life of an order with its money: open, change, close, part by part, cancel. Every amount is worked out anew by rules/. */
import { ENDPOINTS } from '../../../contract/index'
import type { Order } from '../../../contract/orders'
import { parseRate } from '../../../rules/conversion'
import { formatFixed, parseFixed } from '../../../rules/decimal'
import { parseAmount } from '../../../rules/money'
import { type Check, holds, NotChecked, same } from '../check'
import { pickInstrument, priceAway, type Wanted } from '../pick-instrument'
import { amountText, checkFigures, profitOf } from '../recompute'
import type { Trader } from '../subject'
import { balanceOf, checkCost, marketOrder, openOrder, pendingOrder } from '../trading'

const opened = (wanted: Wanted, side: '1' | '2', name: string): Check => ({
  name: `orders.${name}`,
  section: '§4 Arithmetic: margin, fee',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject, wanted)
    const before = await balanceOf(trader)
    const order = await openOrder(trader, tradable, { side })
    same(
      '[Status, OrderType, Quantity]',
      [order.Status, String(order.OrderType), parseFixed(order.Quantity).toString()],
      [1, side, parseFixed(tradable.instrument.ForexMinCont).toString()],
    )
    const cost = await checkCost(subject, tradable, order)
    same('balance after the order: what it was less margin and fee', formatFixed(await balanceOf(trader)), formatFixed(before - cost))
    const locked = (await trader.get(ENDPOINTS.getBalance, {})).lock_balance
    same('lock_balance after the order', amountText(locked), amountText(order.CautionMoney))
  },
})

/** Held against the order as it was before: what closing changes is the price, the profit and the times. */
function checkClosed(before: Order, closed: Order, reason: Order['CloseReason']): bigint {
  same('[Id, Status, CloseReason]', [closed.Id, closed.Status, closed.CloseReason], [before.Id, 3, reason])
  same('fill price of the closed order', closed.Price, before.Price)
  const profit = profitOf(closed, parseRate(closed.CloseConversionRate))
  same(`profit (FactProfits) from ${closed.Price} to ${closed.UpdatePrice}`, amountText(closed.FactProfits), formatFixed(profit))
  return profit
}

const closed = (wanted: Wanted, name: string): Check => ({
  name: `orders.${name}`,
  section: '§4 Arithmetic: profit',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject, wanted)
    for (const side of ['1', '2'] as const) {
      const order = await openOrder(trader, tradable, { side })
      const before = await balanceOf(trader)
      const profit = checkClosed(order, await trader.get(ENDPOINTS.closeOrder, { id: order.Id }), 'manual')
      const after = before + parseAmount(order.CautionMoney) + profit
      same('balance after closing: what it was, the margin and the profit', formatFixed(await balanceOf(trader)), formatFixed(after))
      same('closing it again', (await trader.call(ENDPOINTS.closeOrder, { id: order.Id })).outcome, 'ORDER_NOT_HOLDING')
      const history = await trader.get(ENDPOINTS.listOrders, { status: '3' })
      holds(
        'history',
        history.data.some(({ Id }) => Id === order.Id),
        `order ${order.Id}`,
        history.data.map(({ Id }) => Id),
      )
    }
  },
})

const partial: Check = {
  name: 'orders.partial-close',
  section: '§2 close, §4 Arithmetic',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject)
    const { ForexMinCont, Pip } = tradable.instrument
    const part = formatFixed(parseFixed(ForexMinCont))
    const whole = await openOrder(trader, tradable, { cont: formatFixed(parseFixed(ForexMinCont) * 2n + parseFixed(Pip)) })
    const before = await balanceOf(trader)
    const shut = await trader.get(ENDPOINTS.closeOrder, { id: whole.Id, cont: part })
    same(
      '[Status, CloseReason, Quantity] of the part',
      [shut.Status, shut.CloseReason, formatFixed(parseFixed(shut.Quantity))],
      [3, 'manual', part],
    )
    const profit = profitOf(shut, parseRate(shut.CloseConversionRate))
    same('profit of the part', amountText(shut.FactProfits), formatFixed(profit))
    const rest = (await trader.get(ENDPOINTS.listOrders, { status: '1' })).data
    same('positions left', rest.length, 1)
    const left = rest[0] as Order
    same('lots left', formatFixed(parseFixed(left.Quantity)), formatFixed(parseFixed(whole.Quantity) - parseFixed(part)))
    const margins = parseAmount(left.CautionMoney) + parseAmount(shut.CautionMoney)
    same('margin of both parts', formatFixed(margins), amountText(whole.CautionMoney))
    same('balance after the part', formatFixed(await balanceOf(trader)), formatFixed(before + parseAmount(shut.CautionMoney) + profit))
    const tooMuch = formatFixed(parseFixed(whole.Quantity))
    same('closing more than is left', (await trader.call(ENDPOINTS.closeOrder, { id: left.Id, cont: tooMuch })).outcome, 'LOTS_TOO_LARGE')
  },
}

const figures: Check = {
  name: 'orders.account-figures',
  section: '§4 Arithmetic: net value, free margin, margin level',
  async run(subject) {
    const trader = await subject.newTrader()
    const empty = await trader.get(ENDPOINTS.listOrders, { status: '1' })
    checkFigures('an account without positions', empty, 0n)
    await openOrder(trader, await pickInstrument(subject))
    await openOrder(trader, await pickInstrument(subject), { side: '2' })
    const listed = await trader.get(ENDPOINTS.listOrders, { status: '1' })
    const floating = listed.data.reduce((sum, { FactProfits }) => sum + parseAmount(FactProfits), 0n)
    same('all_fact_profits: the sum of the positions', amountText(listed.all_fact_profits), formatFixed(floating))
    const margin = listed.data.reduce((sum, { CautionMoney }) => sum + parseAmount(CautionMoney), 0n)
    same('total_margin: the sum of the positions', amountText(listed.total_margin), formatFixed(margin))
    checkFigures('my_deal', listed, floating)
  },
}

const positions: Check = {
  name: 'orders.floating-profit',
  section: '§4 Arithmetic: profit',
  async run(subject) {
    const trader = await subject.newTrader()
    await openOrder(trader, await pickInstrument(subject))
    const foreign = await pickInstrument(subject, 'converted').catch(() => null)
    if (foreign !== null) await openOrder(trader, foreign, { side: '2' })
    const listed = await trader.get(ENDPOINTS.listPositions, {})
    for (const order of listed.orders) {
      const quote = listed.quotes.find(({ Id }) => Id === order.ForexTradeLists.Id)
      if (quote === undefined) throw new NotChecked(`the quote of ${order.ForexTradeLists.Code} beside its position`)
      const exit = order.OrderType === 1 ? quote.Bid : quote.Ask
      same(
        `UpdatePrice of a ${order.OrderType === 1 ? 'buy (Bid)' : 'sell (Ask)'}`,
        parseFixed(order.UpdatePrice).toString(),
        parseFixed(exit).toString(),
      )
      const profit = profitOf(order, parseRate(quote.QuoteToUsdt))
      same(`floating profit of ${order.ForexTradeLists.Code}`, amountText(order.FactProfits), formatFixed(profit))
    }
    checkFigures('positions', listed, parseAmount(listed.all_fact_profits))
  },
}

const stops: Check = {
  name: 'orders.stops',
  section: '§2 set_stop_price',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject)
    const [below, above] = [priceAway(tradable.instrument, -20), priceAway(tradable.instrument, 20)]
    for (const side of ['1', '2'] as const) {
      const { Id: id } = await openOrder(trader, tradable, { side })
      const [loss, profit] = side === '1' ? [below, above] : [above, below]
      const set = (stop_loss_price: string, target_profit_price: string) =>
        trader.call(ENDPOINTS.setStopPrice, { id, stop_loss_price, target_profit_price })
      const { data, outcome } = await set(loss, profit)
      same('setting both stops', outcome, 'ok')
      same('[TargetLossPrice, TargetProfitPrice]', [data.TargetLossPrice, data.TargetProfitPrice], [loss, profit])
      same('a stop loss on the side of the profit', (await set(profit, '0')).outcome, 'STOP_LOSS_WRONG_SIDE')
      same('a take profit on the side of the loss', (await set('0', loss)).outcome, 'TAKE_PROFIT_WRONG_SIDE')
      const off = `${loss}1`
      same(`a stop off the price grid (${off})`, (await set(off, '0')).outcome, 'PRICE_OFF_GRID')
      const taken = (await set('0', '0')).data
      same('stops taken off', [taken.TargetLossPrice, taken.TargetProfitPrice].map(parseFixed).map(String), ['0', '0'])
    }
  },
}

const pending: Check = {
  name: 'orders.pending-kinds',
  section: '§2 submit, cancel_trade',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject)
    const before = await balanceOf(trader)
    for (const [side, percent, kind] of [
      ['1', -10, 'limit'],
      ['1', 10, 'stop'],
      ['2', 10, 'limit'],
      ['2', -10, 'stop'],
    ] as const) {
      const target = priceAway(tradable.instrument, percent)
      const order = await trader.get(ENDPOINTS.submitOrder, pendingOrder(tradable, side, target))
      same(
        `a ${side === '1' ? 'buy' : 'sell'} at ${target}: [Status, PendingKind, OriginPrice]`,
        [order.Status, order.PendingKind, order.OriginPrice],
        [0, kind, target],
      )
      const listed = (await trader.get(ENDPOINTS.listOrders, { status: '0' })).data
      same(
        'pending orders',
        listed.map(({ Id }) => Id),
        [order.Id],
      )
      const ended = await trader.get(ENDPOINTS.cancelOrder, { id: order.Id })
      same('[Status, CloseReason] after cancelling', [ended.Status, ended.CloseReason], [3, 'cancelled'])
      same('cancelling it again', (await trader.call(ENDPOINTS.cancelOrder, { id: order.Id })).outcome, 'ORDER_NOT_PENDING')
    }
    same('balance: a pending order costs nothing', formatFixed(await balanceOf(trader)), formatFixed(before))
    const { target_price: _none, ...without } = pendingOrder(tradable, '1', '1')
    same('a pending order without a target', (await trader.call(ENDPOINTS.submitOrder, without)).outcome, 'TARGET_PRICE_REQUIRED')
  },
}

async function expectNothing(trader: Trader, before: bigint): Promise<void> {
  same('balance after refused orders', formatFixed(await balanceOf(trader)), formatFixed(before))
  for (const status of ['0', '1', '3'] as const) {
    same(`orders of status ${status} after refused ones`, (await trader.get(ENDPOINTS.listOrders, { status })).total, 0)
  }
}

const refusals: Check = {
  name: 'orders.refusals',
  section: '§2 submit',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject)
    const { instrument } = tradable
    const before = await balanceOf(trader)
    const order = marketOrder(tradable)
    const least = parseFixed(instrument.ForexMinCont)
    const step = parseFixed(instrument.Pip)
    const refused = async (what: string, changes: object, outcome: string) =>
      same(what, (await trader.call(ENDPOINTS.submitOrder, { ...order, ...changes } as never)).outcome, outcome)
    await refused('an instrument that is not offered', { forex_id: '999999999' }, 'INSTRUMENT_NOT_FOUND')
    await refused('no lots', { cont: '0' }, 'LOTS_TOO_SMALL')
    await refused('more lots than the largest order', { cont: formatFixed(parseFixed(instrument.MaxLots) + step) }, 'LOTS_TOO_LARGE')
    if (step > 1n) await refused('lots off the step', { cont: formatFixed(least + step / 2n) }, 'LOTS_OFF_STEP')
    await refused('a leverage that is not offered', { multiple: '9999' }, 'LEVERAGE_NOT_OFFERED')
    await refused('no leverage', { multiple: undefined }, 'LEVERAGE_NOT_OFFERED')
    await refused('a stop off the price grid', { stop_loss_price: `${priceAway(instrument, -20)}1` }, 'PRICE_OFF_GRID')
    await refused('a stop loss over the price of a buy', { stop_loss_price: priceAway(instrument, 20) }, 'STOP_LOSS_WRONG_SIDE')
    await refused('a take profit under the price of a buy', { target_profit_price: priceAway(instrument, -20) }, 'TAKE_PROFIT_WRONG_SIDE')
    await refused('a price that has moved away', { price: priceAway(instrument, -20), max_slippage: '0' }, 'PRICE_MOVED')
    await expectNothing(trader, before)
  },
}

const margin: Check = {
  name: 'orders.insufficient-margin',
  section: '§2 submit, §4 Arithmetic: free margin',
  async run(subject) {
    const trader = await subject.newTrader()
    const before = await balanceOf(trader)
    const open = (await subject.instruments()).filter(({ MarketStatus, MarginMode }) => MarketStatus === 1 && MarginMode !== 1)
    for (const instrument of open) {
      const leverages = instrument.HasForexMultiple.map(({ Value }) => Number(Value)).sort((one, other) => one - other)
      const margin =
        (Number(instrument.MaxLots) *
          Number(instrument.ForexContNum) *
          Number(instrument.ForexQuotations.Close) *
          Number(instrument.QuoteToUsdt)) /
        (leverages[0] ?? 1)
      if (leverages.length === 0 || margin < (2 * Number(before)) / 1e8) continue
      const order = marketOrder({ instrument, multiple: String(leverages[0]) }, { cont: instrument.MaxLots })
      same('the largest order at the smallest leverage', (await trader.call(ENDPOINTS.submitOrder, order)).outcome, 'INSUFFICIENT_MARGIN')
      return expectNothing(trader, before)
    }
    throw new NotChecked('an open instrument whose largest order costs more than a demo account has')
  },
}

const ownOnly: Check = {
  name: 'orders.unknown-order',
  section: '§1 Ids: what the caller may not see does not exist',
  async run(subject) {
    const trader = await subject.newTrader()
    const id = '999999999'
    const outcomes = [
      (await trader.call(ENDPOINTS.closeOrder, { id })).outcome,
      (await trader.call(ENDPOINTS.cancelOrder, { id })).outcome,
      (await trader.call(ENDPOINTS.setStopPrice, { id, stop_loss_price: '0', target_profit_price: '0' })).outcome,
      (await trader.call(ENDPOINTS.listReceipts, { id })).outcome,
    ]
    same(
      'close, cancel, stops and receipts of an order that does not exist',
      outcomes,
      outcomes.map(() => 'ORDER_NOT_FOUND'),
    )
  },
}

export const ORDER_CHECKS: readonly Check[] = [
  opened('leveraged', '1', 'buy'),
  opened('leveraged', '2', 'sell'),
  opened('converted', '1', 'margin-converted'),
  opened('fixed', '1', 'margin-per-lot'),
  closed('leveraged', 'close'),
  closed('converted', 'close-converted'),
  partial,
  figures,
  positions,
  stops,
  pending,
  refusals,
  margin,
  ownOnly,
]
