import type { Order } from '../../../terms/order'
import type { SentStops } from '../../orders/use-order-action'

export const DOCK_TABS = ['holding', 'pending', 'history'] as const
export type DockTab = (typeof DOCK_TABS)[number]

export interface DockActions {
  readonly leaving: ReadonlySet<string>
  readonly busyId: string | null
  readonly asked: Order | null
  readonly edited: Order | null
  ask(order: Order): void
  edit(order: Order): void
  dismiss(): void
  end(order: Order): void
  saveStops(order: Order, stops: SentStops): void
}
