/** What simulated traders ask for: sensible orders mostly, nonsense now and then, each as a decision over open books. */
import type { Outcome } from '../../broker/calls/handler'
import { done } from '../../broker/calls/handler'
import { ORDER_STATUS } from '../../broker/db/statuses'
import type { OrderRow } from '../../broker/ledger/order-store'
import type { TradeUnit } from '../../broker/ledger/trade-unit'
import { cancelPending } from '../../broker/trading/cancel-order'
import { closeAll } from '../../broker/trading/close-all'
import { closePosition } from '../../broker/trading/close-position'
import { editOrder } from '../../broker/trading/edit-order'
import { type OrderRequest, placeOrder } from '../../broker/trading/place-order'
import { resetDemo } from '../../broker/trading/reset-demo'
import { reverseOrder } from '../../broker/trading/reverse-order'
import type { Tenant } from '../../contract/tenant'
import { formatFixed, formatFixedShort } from '../../rules/decimal'
import { INSTRUMENTS, type PriceScript } from './price-script'
import type { Random } from './random'

export type Decision = (unit: TradeUnit) => Outcome<unknown>

export const CALL_WEIGHTS = { market: 34, pending: 22, close: 12, part: 9, edit: 19, cancel: 7, reverse: 4, all: 2, reset: 1 } as const
export type CallName = keyof typeof CALL_WEIGHTS

interface Caller {
  readonly tenant: Tenant
  readonly isDemo: boolean
  /** The trader's open orders and some that ended or are another's. */
  readonly orders: readonly OrderRow[]
}

export class TraderCalls {
  constructor(
    private readonly random: Random,
    private readonly prices: PriceScript,
  ) {}

  decide(name: CallName, caller: Caller): Decision {
    const { random } = this
    if (name === 'market' || name === 'pending') {
      const request = this.request(caller, name === 'pending')
      return (unit) => placeOrder(unit, request)
    }
    if (name === 'all') {
      const code = random.chance(50) ? random.pick(INSTRUMENTS).code : undefined
      return (unit) => done(closeAll(unit, code))
    }
    if (name === 'reset') return (unit) => resetDemo(unit)
    const order = caller.orders.length === 0 ? undefined : random.pick(caller.orders)
    const id = order?.id ?? 999_999_999n
    if (name === 'close') return (unit) => closePosition(unit, id)
    if (name === 'cancel') return (unit) => cancelPending(unit, id)
    if (name === 'reverse') return (unit) => reverseOrder(unit, id)
    if (name === 'part') {
      const lots = ((order?.lots ?? 10n ** 8n) * BigInt(random.between(1, 11))) / 10n
      const part = random.chance(90) ? (lots / 1_000_000n) * 1_000_000n : lots + 1n
      return (unit) => closePosition(unit, id, { lots: part })
    }
    const edit = order === undefined ? { stopLoss: 0n, takeProfit: 0n } : this.edit(order)
    return (unit) => editOrder(unit, id, edit)
  }

  private request({ tenant }: Caller, isPending: boolean): OrderRequest {
    const { random } = this
    const instrument = random.pick(INSTRUMENTS)
    const isBuy = random.chance(50)
    const now = this.prices.quoteOf(tenant, instrument.code)
    const price = isBuy ? (now?.ask ?? instrument.referencePrice) : (now?.bid ?? instrument.referencePrice)
    const target = isPending ? this.near(price, instrument.code, random.chance(50) ? 1 : -1, random.chance(50) ? 60 : 400) : undefined
    const reference = target ?? price
    const text = (value: bigint) => formatFixed(value, instrument.pricePrecision)
    const side = isBuy ? 1 : -1
    const isMistaken = random.chance(6)
    const stops = {
      ...(random.chance(35) ? { stop_loss_price: text(this.near(reference, instrument.code, isMistaken ? side : -side, 900)) } : {}),
      ...(random.chance(30) ? { target_profit_price: text(this.near(reference, instrument.code, isMistaken ? -side : side, 700)) } : {}),
      ...(random.chance(22) ? { trailing_distance: formatFixedShort(this.distance(reference, instrument.code, 500)) } : {}),
    }
    const leverage = random.pick([...instrument.leverages, 50])
    return {
      forex_id: random.chance(99) ? instrument.id : '999',
      type: isBuy ? '1' : '2',
      status: isPending ? '0' : '1',
      cont: this.lots(instrument.minLots, instrument.maxLots, instrument.lotStep, instrument.contractSize * reference),
      ...(instrument.marginMode === 'fixed' ? {} : { multiple: random.chance(98) ? String(leverage) : '7' }),
      ...(target === undefined ? {} : { target_price: random.chance(97) ? text(target) : formatFixed(target + 1n, 8) }),
      ...stops,
      ...(isPending || random.chance(70)
        ? {}
        : { price: text(price), max_slippage: formatFixedShort(this.distance(price, instrument.code, 20)) }),
    }
  }

  /** From very little to more than an account can carry. */
  private lots(min: bigint, max: bigint, step: bigint, worthOfLot: bigint): string {
    const { random } = this
    if (random.chance(2)) return '0.005'
    if (random.chance(2)) return formatFixedShort(max + step)
    // In thousands of the quote currency.
    const wanted = BigInt(random.pick([1, 10, 60, 150, 300, 600, 1_200, 2_000])) * 1_000n
    const lots = (((wanted * 10n ** 24n) / worthOfLot / step) * step) as bigint
    return formatFixedShort(lots < min ? min : lots > max ? max : lots)
  }

  private edit(order: OrderRow) {
    const { random } = this
    const { instrumentCode: code } = order
    const now = order.status === ORDER_STATUS.holding ? this.prices.instrument(code).referencePrice : order.requestedPrice
    const reference = order.fillPrice > 0n ? order.fillPrice : now
    const side = (order.side === 'buy') === random.chance(92) ? 1 : -1
    return {
      stopLoss: random.chance(60) ? this.near(reference, code, -side, 900) : 0n,
      takeProfit: random.chance(60) ? this.near(reference, code, side, 900) : 0n,
      ...(random.chance(order.status === ORDER_STATUS.holding ? 3 : 50) ? { target: this.near(order.requestedPrice, code, side, 60) } : {}),
      ...(random.chance(30) ? { trailingDistance: random.chance(30) ? 0n : this.distance(reference, code, 500) } : {}),
    }
  }

  /** A price up to `reach` hundred-thousandths away on one side, on the grid. */
  private near(price: bigint, code: string, side: number, reach: number): bigint {
    return price + BigInt(side) * this.distance(price, code, reach)
  }

  private distance(price: bigint, code: string, reach: number): bigint {
    const point = this.prices.point(code)
    return ((price * BigInt(this.random.between(0, reach))) / 100_000n / point) * point
  }
}
