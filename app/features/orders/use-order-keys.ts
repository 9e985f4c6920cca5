import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { useLatest } from '~/ui/use-latest'
import { paths } from '../../addresses/paths'
import type { Order } from '../../terms/order'
import { isShortcutKey } from '../../ui/shortcut-key'
import { ORDER_TABS } from './orders-data'
import type { PositionTool } from './position-tools'

interface OrderKeys {
  orders: readonly Order[]
  selectedId: string | null
  /** False while a layer is open: its own keys count. */
  isEnabled: boolean
  onSelect: (order: Order) => void
  onOpen: (order: Order) => void
  onEnd: (order: Order) => void
  onEditStops: (order: Order) => void
  onTool: (order: Order, tool: PositionTool) => void
  onCloseAll: () => void
  onMap: () => void
}

/**
 * j k move, Enter opens, e edits, x asks to close or cancel, p to close a part, r to reverse, a to close all, m shows the
 * stop-out map, 1 2 3 choose the tab. None of them ends an order by itself.
 */
export function useOrderKeys(keys: OrderKeys): void {
  const latest = useLatest(keys)
  const navigate = useNavigate()

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const keys = latest.current
      const { orders, selectedId, isEnabled, onSelect, onOpen } = keys
      if (!isEnabled || !isShortcutKey(event)) return
      const tab = ORDER_TABS[Number(event.key) - 1]
      if (tab) {
        navigate(paths.orders({ type: tab }), { replace: true, preventScrollReset: true })
        return
      }
      const index = orders.findIndex((order) => order.id === selectedId)
      const selected = orders[index]
      if (event.key === 'j' || event.key === 'k') {
        const next = orders[Math.min(orders.length - 1, Math.max(0, index + (event.key === 'j' ? 1 : -1)))]
        if (!next) return
        onSelect(next)
        focusOrder(next.id)
      } else if (selected && event.key === 'Enter' && event.target === document.body) onOpen(selected)
      else if (!pressLetter(event.key, keys, selected)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

/** True when the letter means something here. */
function pressLetter(letter: string, keys: OrderKeys, selected: Order | undefined): boolean {
  if (letter === 'a') keys.onCloseAll()
  else if (letter === 'm') keys.onMap()
  else if (selected === undefined) return false
  else if (letter === 'x') keys.onEnd(selected)
  else if (letter === 'e') keys.onEditStops(selected)
  else if (letter === 'p') keys.onTool(selected, 'part')
  else if (letter === 'r') keys.onTool(selected, 'reverse')
  else return false
  return true
}

function focusOrder(id: string) {
  const copies = document.querySelectorAll<HTMLElement>(`tr[data-order="${CSS.escape(id)}"]`)
  for (const copy of copies) if (copy.offsetParent !== null) copy.focus()
}

/** Puts the focus into the first field of the detail that is on the screen. */
export function focusStops(id: string) {
  const fields = document.querySelectorAll<HTMLElement>(
    `[data-detail="${CSS.escape(id)}"] :is(input:not([type='hidden']):not(:disabled), [role='switch'])`,
  )
  for (const field of fields) {
    if (field.offsetParent === null) continue
    field.focus()
    return
  }
}
