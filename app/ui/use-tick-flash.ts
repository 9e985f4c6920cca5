import { type RefObject, useEffect, useRef } from 'react'
import { compareDecimals } from './decimal-text'

const tintMs = 450
const restMs = 500

/**
 * Marks the element with `data-move="up" | "down"` when the value changes, at most twice a second, and takes the
 * mark away again. It writes an attribute on the element itself, so a tick renders nothing and adds no class; the tint
 * is in the global style, where the reduced-motion rule switches it off.
 */
export function useTickFlash(ref: RefObject<HTMLElement | null>, value: string | null | undefined, enabled = true): void {
  const last = useRef(value)
  const flashedAt = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    const before = last.current
    last.current = value
    const element = ref.current
    if (!enabled || !element || before == null || value == null) return
    const direction = compareDecimals(value, before)
    const now = performance.now()
    if (direction === 0 || now - flashedAt.current < restMs) return
    flashedAt.current = now
    element.setAttribute('data-move', direction > 0 ? 'up' : 'down')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => element.removeAttribute('data-move'), tintMs)
  }, [ref, value, enabled])

  useEffect(() => () => clearTimeout(timer.current), [])
}
