/** Asks for orders at a price of the chart: by the right button, by a finger that stays, by the menu key, Shift and F10 or m at the crosshair. */
import { type RefObject, useEffect, useState } from 'react'
import { isShortcutKey } from '../../../ui/shortcut-key'
import { useLatest } from '../../../ui/use-latest'
import { useTrade } from '../scene/trade-context'
import type { CandleChartHandle } from './kline.client'
import { snapPrice } from './line-reading'
import type { MenuPlace } from './order-menu-layer'

const STAYS_MS = 500
/** A finger that stays moves this much. */
const STILL_PX = 10

interface OrderMenuOptions {
  readonly host: RefObject<HTMLElement | null>
  readonly handle: CandleChartHandle
  /** Points of a drawing are being set: a press is one of them. */
  readonly isDrawing: boolean
  /** Where the keys have put the crosshair. */
  cursorPrice(): number | null
}

export function useOrderMenu({ host, handle, isDrawing, cursorPrice }: OrderMenuOptions) {
  const { instrument } = useTrade()
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const open = (element: HTMLElement, value: number | null, point: { x: number; y: number }) => {
    if (isDrawing || value === null || !(value > 0)) return
    element.focus({ preventScroll: true })
    setPlace({ price: snapPrice(value, instrument.pricePrecision), ...point })
  }
  const openAt = (element: HTMLElement, point: { x: number; y: number }) =>
    open(element, handle.priceAt(point.y - element.getBoundingClientRect().top), point)
  const openByKey = (element: HTMLElement) => {
    const price = cursorPrice() ?? handle.lastBars(1)[0]?.close ?? null
    const box = element.getBoundingClientRect()
    const height = price === null ? null : handle.heightOf(price)
    open(element, price, { x: box.left + box.width / 2, y: box.top + Math.min(Math.max(height ?? box.height / 2, 0), box.height) })
  }
  const latest = useLatest({ openAt, openByKey })
  useEffect(() => {
    const element = host.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let from: { x: number; y: number } | null = null
    let lastDown = 'mouse'
    const letGo = () => clearTimeout(timer)
    const listeners: Partial<{ [Name in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[Name]) => void }> = {
      contextmenu(event) {
        event.preventDefault()
        // A finger's menu comes by the timer, on every device alike.
        if (lastDown === 'mouse') latest.current.openAt(element, { x: event.clientX, y: event.clientY })
      },
      pointerdown(event) {
        lastDown = event.pointerType === 'touch' ? 'touch' : 'mouse'
        letGo()
        if (lastDown !== 'touch' || !event.isPrimary) return
        const at = { x: event.clientX, y: event.clientY }
        from = at
        timer = setTimeout(() => {
          navigator.vibrate?.(10)
          latest.current.openAt(element, at)
        }, STAYS_MS)
      },
      pointermove(event) {
        if (from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) letGo()
      },
      pointerup: letGo,
      pointercancel: letGo,
      keydown(event) {
        const isMenuKey = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
        if (!isMenuKey && !(event.key === 'm' && isShortcutKey(event))) return
        event.preventDefault()
        latest.current.openByKey(element)
      },
    }
    const all = Object.entries(listeners) as [string, EventListener][]
    for (const [name, listener] of all) element.addEventListener(name, listener)
    return () => {
      letGo()
      for (const [name, listener] of all) element.removeEventListener(name, listener)
    }
  }, [host])
  return { place, close: () => setPlace(null) }
}
