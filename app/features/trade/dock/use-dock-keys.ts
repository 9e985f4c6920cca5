/**
 * Keys for what is held, while no field and no layer has the focus: x asks to close and e edits the newest position of the instrument
 * that is shown, Shift and X ask to close all. None of them ends an order by itself.
 */
import { useBeforePaint } from '../../../ui'
import { isShortcutKey } from '../../../ui/shortcut-key'
import { useLatest } from '../../../ui/use-latest'
import { useTrade } from '../scene/trade-context'
import type { TradeOrders } from '../scene/trade-data'
import type { DockActions } from './dock-data'

export function useDockKeys(orders: TradeOrders, { ask, edit }: DockActions, onCloseAll: () => void): void {
  const { instrument } = useTrade()
  const latest = useLatest({ orders, instrument, ask, edit, onCloseAll })
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      const now = latest.current
      if (!isShortcutKey(event)) return
      const newest = now.orders.holding.orders.find((order) => order.instrument.id === now.instrument.id && order.underWay === null)
      if (event.key === 'X') now.onCloseAll()
      else if (newest === undefined) return
      else if (event.key === 'x') now.ask(newest)
      else if (event.key === 'e') now.edit(newest)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
