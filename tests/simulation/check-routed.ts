/**
 * What must be true where a provider fills the orders: of one unit of work, and, once everything has been answered and asked for, of both
 * sides' books. The provider's own books are believed, and nothing that the broker has worked out from them.
 */
import { ORDER_STATUS } from '../../broker/db/statuses'
import type { OrderRow } from '../../broker/ledger/order-store'
import { ROUTED_BRAND } from './brands'
import type { Complain } from './check-unit'
import type { KeptUnit, MemoryBooks } from './memory-books'
import { averageOf, type ModelProvider } from './model-provider'
import { INSTRUMENTS } from './price-script'

interface ProviderInReceipt {
  readonly name: string
  readonly order: string
  readonly exec_ids: readonly string[]
  readonly price: string
  readonly mark_up: string
}

/** What answers have stated has no number of the provider's. */
const isStated = (execId: string) => execId.startsWith('stated-')

export class RoutedChecks {
  constructor(
    private readonly store: MemoryBooks,
    private readonly model: ModelProvider,
    private readonly complain: Complain,
  ) {}

  /** An opening or a close that a provider has filled: at a price that it gave for this very order, and for no more than it gave. */
  checkFilled(unit: KeptUnit, order: OrderRow): void {
    const problem = this.problemOf(unit, order)
    if (problem !== null) this.complain('fill', `order ${order.id} was filled by a provider ${problem}`)
  }

  private problemOf({ books }: KeptUnit, order: OrderRow): string | null {
    const isClose = order.status === ORDER_STATUS.completed
    const event = isClose ? 'order_closed' : 'order_opened'
    const receipt = books.receipts.find((one) => one.orderId === order.id && one.event === event)
    const provider = receipt && (JSON.parse(receipt.body) as { provider?: ProviderInReceipt }).provider
    const held = this.model.held.get(provider?.order ?? '')
    if (provider === undefined || held === undefined) return `that has no order ${provider?.order}`
    const executions = provider.exec_ids.filter((id) => !isStated(id)).map((id) => held.told.get(id))
    const told = executions.filter((one) => one !== undefined)
    if (told.length < executions.length) return `that gave no such fill: ${provider.exec_ids.join()}`
    const hasStated = provider.exec_ids.some(isStated)
    const average = fixedOf(provider.price)
    const isGiven = hasStated ? isWithin(average, [...held.told.values()]) : average === averageOf(told)
    if (!isGiven) return `at ${provider.price}, which it never gave`
    const side = isClose === (order.side === 'buy') ? 'sell' : 'buy'
    if (held.order.side !== side || held.order.code !== order.instrumentCode) return `as another order, ${held.order.id}`
    const markUp = fixedOf(provider.mark_up)
    const asStated = onGrid(side === 'buy' ? average + markUp : average - markUp, order.pricePrecision)
    const price = isClose ? order.closePrice : order.fillPrice
    if (price !== asStated) return `at ${price} instead of ${asStated}`
    const units = unitsOf(order)
    const given = hasStated ? held.order.quantity : told.reduce((sum, { quantity }) => sum + quantity, 0n)
    return units > held.order.quantity || units > given ? `for ${units} units, it gave ${given} of ${held.order.quantity}` : null
  }

  /** At any time: of an order one asking, of an asking one provider's order, and what is reserved is what is under way. */
  checkTables(): void {
    const { orders, routes, strays } = this.store.tables
    const asked = new Set<string>()
    for (const { id, orderId, tenantId, endedAt, purpose, providerOrderId } of routes.values()) {
      const order = this.store.orders.get(`${tenantId}/${orderId}`)
      if (endedAt === null && order?.underWay !== purpose) this.complain('I6', `asking ${id} is under way, its order ${orderId} is not`)
      if (providerOrderId === null) continue
      if (asked.has(providerOrderId)) this.complain('provider', `order ${providerOrderId} is of two askings`)
      asked.add(providerOrderId)
      if (!orders.has(providerOrderId)) this.complain('provider', `asking ${id} names an order that was never written`)
    }
    for (const order of this.store.orders.values()) {
      const asking = order.underWay === null ? undefined : this.store.tables.askingOf(order)
      if (order.underWay !== null && asking === undefined) this.complain('I6', `order ${order.id} is under way and nobody was asked`)
    }
    for (const { id, purpose } of orders.values())
      if (purpose !== 'cover' && !asked.has(id)) this.complain('provider', `order ${id} was written for nobody`)
    if (this.model.repeated.length > 0) this.complain('provider', `sent twice: ${this.model.repeated.join()}`)
    if (strays.length > 0) this.complain('provider', `reports of orders that are not in the books: ${strays.join()}`)
  }

  /** Everything was answered and what was in doubt asked after: both sides hold the same, and nobody waits. */
  checkEnd(): void {
    this.checkTables()
    const { orders, routes } = this.store.tables
    for (const row of orders.values()) {
      if (row.endedAt === null) this.complain('provider', `order ${row.id} never ended`)
      const held = this.model.held.get(row.id)
      const theirs = held === undefined ? 0n : [...held.standing.values()].reduce((sum, { quantity }) => sum + quantity, 0n)
      if (row.filledQuantity !== theirs) this.complain('provider', `order ${row.id} is filled ${row.filledQuantity} here, ${theirs} there`)
    }
    for (const id of this.model.held.keys()) if (!orders.has(id)) this.complain('provider', `the provider has an order ${id}, we have not`)
    for (const route of routes.values()) if (route.endedAt === null) this.complain('provider', `asking ${route.id} never ended`)
    for (const { code, contractSize } of INSTRUMENTS) this.checkHeld(code, contractSize)
  }

  private checkHeld(code: string, contractSize: bigint): void {
    const { covered, orders, routes } = this.store.tables
    const theirs = this.model.position(code)
    const booked = [...covered.values()].reduce((sum, row) => (row.code === code ? sum + row.quantity : sum), 0n)
    if (booked !== theirs) this.complain('position', `${code}: the cover book has ${booked}, the provider ${theirs}`)
    const real = [...this.store.orders.values()].filter(
      (order) => order.tenantId === ROUTED_BRAND && !order.isDemo && order.instrumentCode === code && order.status === ORDER_STATUS.holding,
    )
    const traders = real.reduce((sum, order) => sum + signed(order.side, unitsOf(order)), 0n)
    const isCovered = code === 'XAUUSD' || code === 'NGAS' || code === 'BTCUSDT'
    const isPassedOn = code === 'EURUSD' || code === 'USDJPY' || code === 'BTCUSDT'
    if (isCovered && traders !== theirs) this.complain('position', `${code}: traders hold ${traders}, the provider has ${theirs}`)
    if (!isPassedOn) return
    const settled = [...routes.values()].reduce((sum, route) => {
      const row = orders.get(route.providerOrderId ?? '')
      return row?.instrumentCode === code ? sum + signed(row.side, ((route.filledLots ?? 0n) * contractSize) / ONE) : sum
    }, 0n)
    if (settled !== traders) this.complain('position', `${code}: traders hold ${traders}, their askings brought ${settled}`)
  }
}

/** What was stated as an average lies among the prices that were given. */
function isWithin(average: bigint, given: readonly { readonly price: bigint }[]): boolean {
  return given.some(({ price }) => price <= average + 1n) && given.some(({ price }) => price >= average - 1n)
}

const ONE = 10n ** 8n

const signed = (side: string, units: bigint): bigint => (side === 'buy' ? units : -units)

const unitsOf = ({ lots, contractSize }: Pick<OrderRow, 'lots' | 'contractSize'>): bigint => (lots * contractSize) / ONE

function fixedOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * ONE + BigInt(part.padEnd(8, '0'))
}

/** To the nearest price of the grid, half to even; never nothing. */
function onGrid(price: bigint, precision: number): bigint {
  const point = 10n ** BigInt(8 - precision)
  const [steps, rest] = [price / point, (price % point) * 2n]
  const rounded = rest > point || (rest === point && steps % 2n === 1n) ? steps + 1n : steps
  return (rounded > 0n ? rounded : 1n) * point
}
