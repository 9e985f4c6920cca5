/** Counts what happens to orders since the process began, by company and kind. Numbers only: no trader and no order is named. */
import type { EndpointName } from '../../contract/index'
import type { Bus } from '../bus/bus'
import { ORDER_STATUS } from '../db/statuses'

/** What a trader did, and what the broker told: a fill of a pending order, or why an order ended. */
export interface OrderTally {
  readonly tenantId: string
  readonly event: string
  readonly count: number
}

/** Calls that change orders, in the trade's words. What ends an order is told over the bus with its reason. */
const CALLS: Partial<Record<EndpointName, string>> = {
  submitOrder: 'placed',
  cancelOrder: 'cancelled',
  setStopPrice: 'stops_changed',
  reverseOrder: 'reversed',
}

export class EventTally {
  private readonly counts = new Map<string, Map<string, number>>()

  /** The same bus; what is told of orders over it is counted. */
  over(bus: Bus): Bus {
    return {
      ...bus,
      publish: (event) => {
        const isNew = bus.publish(event)
        if (isNew && event.topic === 'FOREX_CLOSED') this.count(event.tenantId, outcomeOf(event.payload))
        return isNew
      },
    }
  }

  /** A call was carried out and committed. */
  called(tenantId: string, call: EndpointName): void {
    const event = CALLS[call]
    if (event !== undefined) this.count(tenantId, event)
  }

  read(): OrderTally[] {
    return [...this.counts].flatMap(([tenantId, events]) => [...events].map(([event, count]) => ({ tenantId, event, count })))
  }

  private count(tenantId: string, event: string): void {
    const events = this.counts.get(tenantId) ?? new Map<string, number>()
    this.counts.set(tenantId, events.set(event, (events.get(event) ?? 0) + 1))
  }
}

const REASONS: ReadonlySet<unknown> = new Set(['manual', 'take_profit', 'stop_loss', 'stop_out', 'cancelled', 'demo_reset'])

/** Only words that are known become a label. */
function outcomeOf(payload: unknown): string {
  const { CloseReason: reason, Status: status } = (payload ?? {}) as { readonly CloseReason?: unknown; readonly Status?: unknown }
  if (REASONS.has(reason)) return reason === 'manual' ? 'closed' : String(reason)
  return status === ORDER_STATUS.holding ? 'filled' : 'other'
}
